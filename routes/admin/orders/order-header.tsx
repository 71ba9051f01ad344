import { formatMoney } from "../../../islands/lib/money.ts";
import { findNotShippableReason } from "../../../worker/contract/buying/shippable.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { type OrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { OrderWithLines } from "./order-with-lines.ts";
import { PaymentSummary } from "./payment.tsx";

type OrderActionsProps = { order: OrderWithLines; can_refund: boolean; can_ship: boolean; has_slip: boolean };

/** The main action depends on the status: ship, then mark as received, then refund. */
export function OrderActions({ order, can_refund, can_ship, has_slip }: OrderActionsProps) {
  const { id: order_id, status, lines } = order;
  const canShip =
    can_ship && findNotShippableReason(order) === undefined && lines.some(({ owed_quantity }) => owed_quantity > 0);
  const canComplete = can_ship && !canShip && status === "shipped";
  return (
    <>
      {has_slip && (
        <a className="button quiet" href={hrefOf(pages.packingSlip, { order_id })}>
          Packing slip
        </a>
      )}
      {can_refund && (
        <a
          className={canShip || canComplete ? "button quiet" : "button"}
          href={hrefOf(pages.refundOrder, { order_id })}
        >
          Refund
        </a>
      )}
      {canShip && (
        <a className="button" href="#ship">
          Ship
        </a>
      )}
      {canComplete && (
        <a className="button" href="#packages">
          Complete
        </a>
      )}
    </>
  );
}

type OrderSummaryProps = { order: OrderWithLines; payment: OrderPayment | undefined };

export function OrderSummary({ order: { created_at, organization, total, po_number }, payment }: OrderSummaryProps) {
  return (
    <>
      Placed on <DateText at={created_at} /> by {organization.name} · {formatMoney(total)}
      {payment && (
        <>
          {" · "}
          <PaymentSummary payment={payment} />
        </>
      )}
      {po_number && ` · PO ${po_number}`}
    </>
  );
}
