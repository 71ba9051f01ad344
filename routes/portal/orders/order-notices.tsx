import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import type { BilledInvoice, Payment, RefundFailure } from "../../../worker/domain/payments/index.ts";
import { invoiceSums } from "../../../worker/contract/entities/invoice.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { type RoleHelper, RoleWish } from "../../../worker/ui/parts/role-wish.tsx";
import { refundFailureText } from "../../../worker/contract/buying/decline-text.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { canPay, canPayInvoices } from "../../store/buying.ts";
import { OpenPayment } from "../../store/payments/open-payment.tsx";
import { isByBank } from "../../store/payments/charge-states.ts";
import { billHref, DisputeNotice, payHref } from "./payment-history.tsx";

type OrderNoticesProps = {
  layout: LayoutData;
  order: Order;
  invoice: BilledInvoice | undefined;
  payment: Payment | undefined;
  failure: RefundFailure | undefined;
  helpers: readonly RoleHelper[];
};

export function OrderNotices({ layout, order, invoice, payment, failure, helpers }: OrderNoticesProps) {
  const { viewer } = layout;
  return (
    <>
      <UnpaidNotice layout={layout} order={order} invoice={invoice} payment={payment} helpers={helpers} />
      {invoice && failure && (
        <RefundFailedNotice viewer={viewer} order={order} invoice={invoice} failure={failure} helpers={helpers} />
      )}
      {invoice && <DisputeNotice invoice={invoice} support_email={layout.support_email} />}
    </>
  );
}

type UnpaidProps = Omit<OrderNoticesProps, "failure">;

function UnpaidNotice({ layout, order, invoice, payment, helpers }: UnpaidProps) {
  const { payment_status, status } = order;
  if (status === "canceled") return null;
  // an open payment comes before the order's status: a plan bought with a paid order may still be unpaid
  const wish = <BillingWish viewer={layout.viewer} helpers={helpers} task="pay it" />;
  if (payment?.is_open) return <OpenPayment payment={payment} can_pay={canPay(layout.viewer)} wish={wish} />;
  if (order.payment_terms_days !== null && (payment_status === "pending" || payment_status === "declined"))
    return <OnAccountNotice viewer={layout.viewer} order={order} invoice={invoice} wish={wish} />;
  if (payment_status === "declined")
    return <DeclinedNotice layout={layout} order={order} invoice={invoice} wish={wish} />;
  if (payment_status !== "pending") return null;
  const billLink = billHref(order, invoice);
  if (billLink) {
    return (
      <p className="notice warning">
        This order is not paid yet.{" "}
        {layout.viewer?.impersonator ? (
          "You cannot pay while you act as another user."
        ) : (
          <a href={billLink}>Pay on our payment provider’s page</a>
        )}
      </p>
    );
  }
  return (
    <p className="notice warning">
      The payment has not arrived yet.{" "}
      {isByBank(payment) || invoice?.is_processing
        ? "A bank transfer takes up to 4 business days; nothing ships until it arrives."
        : "Nothing ships until it arrives."}
    </p>
  );
}

type BillingWishProps = Pick<OrderNoticesProps, "helpers"> & { viewer: LayoutData["viewer"]; task: string };

const BillingWish = ({ viewer, helpers, task }: BillingWishProps) =>
  viewer &&
  !can(viewer, "see_billing") && <RoleWish viewer={viewer} permission="see_billing" helpers={helpers} task={task} />;

type OnAccountProps = Pick<OrderNoticesProps, "order" | "invoice"> & {
  viewer: LayoutData["viewer"];
  wish: ReactNode;
};

function OnAccountNotice({ viewer, order, invoice, wish }: OnAccountProps) {
  const isOverdue = (invoice?.days_overdue ?? 0) > 0;
  const remaining = invoice?.is_open ? invoiceSums(invoice).remaining : order.total;
  let owed = `its invoice of ${formatMoney(order.total)}`;
  if (remaining < order.total) owed = `${formatMoney(remaining)} of ${owed}`;
  // The provider adds a debt of the organization to its next invoice.
  if (remaining > order.total) owed = `${formatMoney(remaining)} for ${owed} and your earlier balance`;
  return (
    <div className={isOverdue ? "notice danger" : "notice info"}>
      <p>
        This order is on account
        {invoice?.due_on && `: ${owed} ${isOverdue ? "was" : "is"} due on ${dayText(invoice.due_on)}`}.{" "}
        {invoice?.is_open && canPayInvoices(viewer) && <a href={payHref(invoice)}>Pay it now</a>}
        {invoice?.is_open && viewer?.impersonator && `You cannot pay while you act as ${viewer.first_name}.`}
      </p>
      {isOverdue && wish}
    </div>
  );
}

type RefundFailedProps = {
  viewer: LayoutData["viewer"];
  order: Order;
  invoice: BilledInvoice;
  failure: RefundFailure;
  helpers: readonly RoleHelper[];
};

function RefundFailedNotice({ viewer, order, invoice, failure, helpers }: RefundFailedProps) {
  const reason = invoice.movements.findLast(({ kind }) => kind === "refund_failed")?.failure_reason ?? null;
  const { amount, is_unanswered, answered_at, answered_by } = failure;
  return (
    <div className="notice danger">
      <p>
        We could not return {formatMoney(amount)}: {refundFailureText(reason)}. The money is with us.{" "}
        {is_unanswered && can(viewer, "see_billing") && "Tell us where else to send it, such as a bank account."}
        {!is_unanswered && answered_at && (
          <>
            {answered_by} told us another way on <DateText at={answered_at} />. We email you when it is on its way.
          </>
        )}
      </p>
      {is_unanswered && <BillingWish viewer={viewer} helpers={helpers} task="tell us another way" />}
      {is_unanswered && can(viewer, "see_billing") && (
        <div className="actions">
          <a className="button" href={hrefOf(pages.refundInstructions, { order_id: order.id })}>
            Tell us where to refund
          </a>
        </div>
      )}
    </div>
  );
}

type DeclinedProps = Pick<OrderNoticesProps, "layout" | "order" | "invoice"> & { wish: ReactNode };

function DeclinedNotice({ layout: { viewer, support_email }, order, invoice, wish }: DeclinedProps) {
  const isPayable = order.stripe_bill_link === null && canPayInvoices(viewer);
  const href = isPayable && invoice ? payHref(invoice) : undefined;
  return (
    <div className="notice danger">
      <p>
        The bank declined the payment of {formatMoney(invoice ? invoiceSums(invoice).due : order.total)} for this order,
        so nothing was charged and nothing ships.
        {can(viewer, "see_billing") && viewer?.impersonator && ` You cannot pay while you act as ${viewer.first_name}.`}
      </p>
      {wish}
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
