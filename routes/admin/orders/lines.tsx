import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { AdminOrder, OrderLine } from "../../../worker/domain/orders/index.ts";

type LinesProps = {
  order: AdminOrder & { lines: OrderLine[] };
  /** Money came for it by the payment provider. */
  can_refund: boolean;
};

/** What was ordered, with the reason for each price, and what it comes to. */
export function Lines({ order, can_refund }: LinesProps) {
  const { lines, total, total_details: details } = order;
  const sums = [
    ["Subtotal", total - details.shipping - details.tax],
    ["Shipping", details.shipping],
    ["Tax", details.tax],
    ["Total", total],
  ] as const;
  return (
    <section>
      <h2>Products</h2>
      <ul className="parcels">
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              <b>{line.name}</b>
              {line.serial_number.length > 0 && <small>{line.serial_number.join(", ")}</small>}
              {line.refunded_quantity > 0 && (
                <small>
                  {line.refunded_quantity} of {line.quantity} refunded
                </small>
              )}
            </span>
            <span className="number">
              {line.quantity} × {formatMoney(line.price)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="order-sums">
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatMoney(cents)}</dd>
          </div>
        ))}
      </dl>
      {can_refund && <a href={hrefOf(pages.refundOrder, { order_id: order.id })}>Refund all or a part</a>}
    </section>
  );
}
