import { formatMoney } from "../../../islands/lib/money.ts";
import type { BilledInvoice, Payment } from "../../../worker/domain/payments/index.ts";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { refundFailureText } from "../../../worker/contract/buying/decline-text.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { canPay, canPayInvoices } from "../../store/buying.ts";
import { OpenPayment } from "../../store/payments/open-payment.tsx";
import { isByBank } from "../../store/payments/charge-states.ts";
import { DisputeNotice, payHref } from "./payment-history.tsx";

type OrderNoticesProps = {
  layout: LayoutData;
  order: Order;
  invoice: BilledInvoice | undefined;
  payment: Payment | undefined;
};

export function OrderNotices({ layout, order, invoice, payment }: OrderNoticesProps) {
  return (
    <>
      <Unpaid layout={layout} order={order} invoice={invoice} payment={payment} />
      {invoice && order.payment_status === "refund_failed" && (
        <RefundFailed layout={layout} order={order} invoice={invoice} />
      )}
      {invoice && <DisputeNotice invoice={invoice} support_email={layout.support_email} />}
    </>
  );
}

function Unpaid({ layout, order, invoice, payment }: OrderNoticesProps) {
  const { payment_status, status, stripe_bill_link } = order;
  if (status === "canceled") return null;
  // a plan bought together may be pending although the order is paid
  if (payment?.is_open) return <OpenPayment payment={payment} can_pay={canPay(layout.viewer)} />;
  if (payment_status === "declined")
    return <Declined layout={layout} order={order} invoice={invoice} payment={payment} />;
  if (payment_status !== "pending") return null;
  if (stripe_bill_link) {
    return (
      <p className="notice warning">
        This order is not paid yet.{" "}
        {layout.viewer?.impersonator ? (
          "You cannot pay while you act as another user."
        ) : (
          <a href={stripe_bill_link}>Pay on our payment provider’s page</a>
        )}
      </p>
    );
  }
  return (
    <p className="notice warning">
      The payment has not arrived yet.{" "}
      {isByBank(payment)
        ? "A bank transfer takes up to 4 business days; nothing ships before."
        : "Nothing ships before."}
    </p>
  );
}

/** Subject and first words of the mail that names another way. */
export const otherWayHref = ({ order_number }: Order, support_email: string): string =>
  `mailto:${support_email}?${[
    `subject=${encodeURIComponent(`Refund of order ${order_number}`)}`,
    `body=${encodeURIComponent(`Please pay the refund of order ${order_number} to this bank account:\n\nAccount holder:\nBank:\nAccount number:\n`)}`,
  ].join("&")}`;

type RefundFailedProps = { layout: LayoutData; order: Order; invoice: BilledInvoice };

function RefundFailed({ layout: { viewer, support_email }, order, invoice }: RefundFailedProps) {
  const failed = invoice.movements.filter(({ kind }) => kind === "refund_failed");
  const sum = failed.reduce((total, { amount }) => total + amount, 0);
  const reason = failed.at(-1)?.failure_reason ?? null;
  return (
    <div className="notice danger">
      <p>
        We could not return {formatMoney(sum)}: {refundFailureText(reason)}. The money is with us.{" "}
        {can(viewer, "see_billing")
          ? "Tell us another way, such as a bank account, and we pay it there."
          : "A buyer or manager of your organization can tell us another way."}
      </p>
      {can(viewer, "see_billing") && (
        <div className="actions">
          <a className="button" href={otherWayHref(order, support_email)}>
            Tell us where to refund
          </a>
        </div>
      )}
    </div>
  );
}

function Declined({ layout: { viewer, support_email }, order, invoice }: OrderNoticesProps) {
  const href = order.stripe_bill_link ?? (canPayInvoices(viewer) && invoice ? payHref(invoice) : undefined);
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
