import { formatMoney } from "../../../islands/lib/money.ts";
import type { BilledInvoice } from "../../../worker/domain/invoices/index.ts";
import type { Order } from "../../../worker/domain/orders/index.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPay } from "../buying.ts";
import { DisputeNotice, payHref } from "./payment-history.tsx";

type OrderNoticesProps = { layout: LayoutData; order: Order; invoice: BilledInvoice | undefined };

/** What the buyer must know or do about the money of an order; nothing while all is well. */
export function OrderNotices({ layout, order, invoice }: OrderNoticesProps) {
  return (
    <>
      <Unpaid layout={layout} order={order} invoice={invoice} />
      {invoice && <DisputeNotice invoice={invoice} support_email={layout.support_email} />}
    </>
  );
}

function Unpaid({ layout, order, invoice }: OrderNoticesProps) {
  const { payment_status, status, stripe_bill_link } = order;
  if (status === "canceled") return null;
  if (payment_status === "declined") return <Declined layout={layout} order={order} invoice={invoice} />;
  if (payment_status !== "pending") return null;
  if (stripe_bill_link) {
    return (
      <p className="notice warning">
        This order is not paid yet.{" "}
        {layout.viewer?.impersonator ? (
          "While you act as somebody else you cannot pay."
        ) : (
          <a href={stripe_bill_link}>Pay on our payment provider’s page</a>
        )}
      </p>
    );
  }
  if (invoice?.open_payment) return <OpenPayment layout={layout} action_url={invoice.open_payment.action_url} />;
  return (
    <p className="notice warning">
      The payment has not arrived yet. A bank transfer takes up to 4 business days; nothing ships before.
    </p>
  );
}

/** It is not decided yet, or waits for the buyer to confirm it. */
function OpenPayment({ layout: { viewer }, action_url }: { layout: LayoutData; action_url: string | null }) {
  if (!action_url) return <p className="notice info">The bank has not answered yet. Nothing is ever charged twice.</p>;
  return (
    <p className="notice warning">
      The bank wants this payment to be confirmed. Nothing is charged before.{" "}
      {canPay(viewer) && (
        <a href={action_url} target="_blank" rel="noopener noreferrer">
          Confirm the payment
        </a>
      )}
    </p>
  );
}

function Declined({ layout: { viewer, support_email }, order, invoice }: OrderNoticesProps) {
  const href = order.stripe_bill_link ?? (invoice && payHref(invoice));
  return (
    <div className="notice danger">
      <p>
        The bank did not pay the {formatMoney(order.total)} of this order, so nothing was charged and nothing ships.
        {!canPay(viewer) && " A buyer or manager of your organization can pay it here."}
      </p>
      {canPay(viewer) &&
        (href ? (
          <a href={href}>Pay with another payment method</a>
        ) : (
          <p>
            To pay it another way, write to <a href={`mailto:${support_email}`}>{support_email}</a>.
          </p>
        ))}
    </div>
  );
}
