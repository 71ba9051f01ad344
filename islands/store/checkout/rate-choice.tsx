import { deliveryText } from "../../lib/delivery.ts";
import { formatMoney } from "../../lib/money.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";

/** The ways to send the devices to the chosen country. */
export function RateChoice({ checkout, today }: { checkout: Checkout; today: string }) {
  const { cart, rates, problems, save } = checkout;
  return (
    <Section title="Shipping" problem={problems.rate}>
      {!cart.address.shipping && <p className="small">Choose a shipping address to see what shipping costs.</p>}
      {cart.address.shipping &&
        rates.map((rate) => (
          <Choice
            key={rate.id}
            group="shipping-rate"
            is_chosen={rate.id === cart.shipping_rate_id}
            onChoose={() => void save({ shipping_rate_id: rate.id }, "rate")}
          >
            <span className="rate-name">
              {rate.option}
              {deliveryText(rate, today) && <small>{deliveryText(rate, today)}</small>}
            </span>
            <em>{rate.price === 0 ? "Free" : formatMoney(rate.price)}</em>
          </Choice>
        ))}
    </Section>
  );
}
