import { dayText, deliveryText } from "../../../worker/contract/buying/delivery-text.ts";
import { shippingText } from "../../../worker/contract/buying/shipping-change.ts";
import { formatMoney } from "../../lib/money.ts";
import { type CheckoutLine, type CheckoutProps, isByBank } from "./model.ts";
import { Choice, Section } from "./section.tsx";
import type { Checkout } from "./use-checkout.ts";

export function RateChoice({ checkout, page }: { checkout: Checkout; page: CheckoutProps }) {
  const { cart, rates, problems, save } = checkout;
  const isBankPayment = isByBank(cart, page.payment_methods);
  const slowestLineNote = slowestText(page.lines, isBankPayment);
  return (
    <Section id="rate-step" title="Shipping" problem={problems.rate}>
      {!cart.address.shipping && <p className="small">Choose a shipping address to see what shipping costs.</p>}
      {cart.address.shipping && rates.length === 0 && (
        <p className="small">We do not ship to this country. Choose another shipping address.</p>
      )}
      {cart.address.shipping &&
        rates.map((rate) => {
          const arrival = deliveryText(isBankPayment ? rate.delivery_by_bank : rate.delivery, rate);
          return (
            <Choice
              key={rate.id}
              group="shipping-rate"
              is_chosen={rate.id === cart.shipping_rate_id}
              onChoose={() => void save({ shipping_rate_id: rate.id }, "rate")}
            >
              <span className="rate-name">
                {rate.option}
                {arrival && <small>{arrival}</small>}
                {rate.free_from !== null && rate.price > 0 && <small>Free from {formatMoney(rate.free_from)} on</small>}
              </span>
              <em>{shippingText(rate.price)}</em>
            </Choice>
          );
        })}
      {slowestLineNote && <p className="small">{slowestLineNote}</p>}
    </Section>
  );
}

export const shipsBy = (line: CheckoutLine, isBankPayment: boolean): string | null =>
  isBankPayment ? line.ships_by_bank : line.ships_by;

/** Undefined if all lines ship at the same time. */
function slowestText(lines: CheckoutLine[], isBankPayment: boolean): string | undefined {
  const hardwareLines = lines.filter(({ type }) => type === "hardware");
  if (new Set(hardwareLines.map((line) => shipsBy(line, isBankPayment))).size < 2) return undefined;
  const unknown = hardwareLines.find((line) => shipsBy(line, isBankPayment) === null);
  if (unknown) return `Ships together as soon as ${unknown.name} is ready; we will tell you when.`;
  const [slowest] = hardwareLines.toSorted((one, other) =>
    (shipsBy(other, isBankPayment) ?? "").localeCompare(shipsBy(one, isBankPayment) ?? ""),
  );
  return (
    slowest && `Ships together by ${dayText(shipsBy(slowest, isBankPayment) ?? "")}, when ${slowest.name} is ready.`
  );
}
