import { deliveryText } from "../../lib/delivery.ts";
import { shippingText } from "../../../worker/contract/buying/shipping-change.ts";
import { formatMoney } from "../../lib/money.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";

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
              {rate.free_from !== null && rate.price > 0 && <small>Free from {formatMoney(rate.free_from)} on</small>}
            </span>
            <em>{shippingText(rate.price)}</em>
          </Choice>
        ))}
    </Section>
  );
}
