import { Fragment, type ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { shortMethodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { BilledInvoice } from "../../../worker/domain/payments/index.ts";
import type { AdminOrder, OrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { DateText, dateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { SumOfMovements } from "../../portal/orders/payment-history.tsx";
import { isWebAddress } from "../../web-address.ts";
import type { OrderWithLines } from "./order-with-lines.ts";

type PaymentProps = {
  order: AdminOrder;
  payment: OrderPayment;
  invoice: BilledInvoice | undefined;
  can_refund: boolean;
  viewer: StaffViewer;
};

export function Payment({ order, payment, invoice, can_refund, viewer }: PaymentProps) {
  const facts: [string, ReactNode][] = [
    ["Paid", <PaymentSummary key="paid" payment={payment} />],
    ["Invoice", invoice && <InvoiceLinks key="invoice" invoice={invoice} has_link={can(viewer, "invoices:read")} />],
  ];
  return (
    <section id="payment">
      <h2>Payment</h2>
      {payment.is_disputed && <p className="notice danger">The bank disputes this payment.</p>}
      {payment.needs_review && (
        <p className="notice warning">
          {reviewMessage(order)}{" "}
          {invoice && can(viewer, "invoices:read") && (
            <a href={`${hrefOf(pages.adminInvoice, { invoice_id: invoice.id })}#review`}>Review it</a>
          )}
        </p>
      )}
      <RefundRemainder order={order} refunds={payment.refunds} can_refund={can_refund} />
      <Facts facts={facts.filter(([, value]) => value)} />
      {invoice && <SumOfMovements invoice={invoice} />}
      <ProviderFacts payment={payment} />
    </section>
  );
}

const reviewMessage = ({ status, payment_status }: AdminOrder): string =>
  status === "canceled" && payment_status === "paid"
    ? "This order is canceled, but its payment was not refunded. Please check."
    : "The charged amount differs from the billed amount. Please check.";

const paymentKindLabels: Record<OrderPayment["received"][number]["kind"], string> = {
  charge: "Card or bank account",
  balance: "The customer’s credit",
  paid_out_of_band: "Bank transfer or cheque",
};

/** "Visa ···· 4242, paid 20 Nov 2026", with the reference of a transfer, or "Not paid yet". */
export function PaymentSummary({
  payment: { method, received },
}: {
  payment: Pick<OrderPayment, "method" | "received">;
}) {
  if (received.length === 0) return <>{method ? `Not paid yet, ${shortMethodName(method)}` : "Not paid yet"}</>;
  return received.map(({ kind, at, reference }, index) => (
    <Fragment key={`${kind} ${at}`}>
      {index > 0 && "; "}
      {kind === "charge" && method ? shortMethodName(method) : paymentKindLabels[kind]}
      {reference && ` ${reference}`}, paid <PaidDate at={at} />
    </Fragment>
  ));
}

/** A payment recorded by an administrator has a day without a time, which no time zone may shift. */
const PaidDate = ({ at }: { at: string }) =>
  at.includes("T") ? <DateText at={at} /> : <time dateTime={at}>{dateText(at, "UTC")}</time>;

function ProviderFacts({ payment }: { payment: OrderPayment }) {
  const { stripe_payment_id, stripe_invoice_id, stripe_customer_id, disputes, refunds } = payment;
  const linkTo = (place: string, id: string) => <ProviderLink key={id} payment={payment} place={place} id={id} />;
  const facts: [string, ReactNode][] = [
    ["Payment", stripe_payment_id && linkTo("payments", stripe_payment_id)],
    ["Charge", payment.charges.map((id) => linkTo("payments", id))],
    ["Refunds", refunds.flatMap(({ stripe_refund_id: id }) => (id?.startsWith("re_") ? [linkTo("refunds", id)] : []))],
    ["Dispute", disputes.map((id) => linkTo("disputes", id))],
    ["Customer", stripe_customer_id && linkTo("customers", stripe_customer_id)],
    ["Invoice", stripe_invoice_id && linkTo("invoices", stripe_invoice_id)],
  ];
  const presentFacts = facts.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value));
  if (presentFacts.length === 0) return null;
  return (
    <details className="why">
      <summary>At the provider</summary>
      <Facts facts={presentFacts} />
    </details>
  );
}

type OrderRefund = OrderPayment["refunds"][number];

/** US cents that were refunded; undefined unless the rest of the refund failed. */
export const partialRefundAmount = ({ status, amount, given_amount: given }: OrderRefund): number | undefined =>
  status !== "asked" && given !== null && given > 0 && given < amount ? given : undefined;

export const refundStateText = (refund: OrderRefund): string =>
  refundStatusLabels[
    partialRefundAmount(refund) !== undefined && refund.status === "failed" ? "succeeded" : refund.status
  ];

type RefundRemainderProps = { order: AdminOrder; refunds: readonly OrderRefund[]; can_refund: boolean };

/** The failed part can be refunded again while the payment has a remainder. */
function RefundRemainder({ order, refunds, can_refund }: RefundRemainderProps) {
  const unpaidRest = refunds.reduce(
    (sum, refund) => sum + refund.amount - (partialRefundAmount(refund) ?? refund.amount),
    0,
  );
  if (unpaidRest === 0 || order.payment_status === "refunded") return null;
  return (
    <div className="notice warning">
      <p>
        {formatMoney(unpaidRest)} of a refund failed: the payment provider rejected the refund to the customer’s
        balance.{" "}
        {can_refund ? (
          <>
            <a href={hrefOf(pages.refundOrder, { order_id: order.id })}>Refund the rest</a> to try again, or refund it
            another way and add a note to the order.
          </>
        ) : (
          "An owner or a finance person can try again."
        )}
      </p>
    </div>
  );
}

const refundStatusLabels: Record<OrderPayment["refunds"][number]["status"], string> = {
  asked: "being asked for",
  pending: "on its way",
  requires_action: "waits for the customer",
  succeeded: "given",
  failed: "did not go through",
  canceled: "was called off",
};

function InvoiceLinks({ invoice, has_link }: { invoice: BilledInvoice; has_link: boolean }) {
  const number = invoice.stripe_invoice_no ?? "No number yet";
  return (
    <>
      {has_link ? <a href={hrefOf(pages.adminInvoice, { invoice_id: invoice.id })}>{number}</a> : number}
      {isWebAddress(invoice.stripe_invoice_url) && (
        <>
          {" · "}
          <a href={invoice.stripe_invoice_url}>Document</a>
        </>
      )}
    </>
  );
}

type ProviderLinkProps = { payment: Pick<OrderPayment, "is_test_mode">; place: string; id: string };

export const ProviderLink = ({ payment: { is_test_mode }, place, id }: ProviderLinkProps) => (
  <a href={`https://dashboard.stripe.com/${is_test_mode ? "test/" : ""}${place}/${encodeURIComponent(id)}`}>{id}</a>
);

type CancelOrderSectionProps = {
  order: OrderWithLines;
  paid: number;
  method: string | undefined;
  /** True if the order was paid by wire or cheque, so that the provider cannot refund it. */
  is_outside: boolean;
  viewer: StaffViewer;
};

/** The whole order can be canceled before anything ships, and lines until they ship. */
export function CancelOrderSection({ order, paid, method, is_outside, viewer }: CancelOrderSectionProps) {
  const { id, order_number, status, lines } = order;
  const isOpen = status === "new" || status === "processing";
  const hasShipped = lines.some(({ shipped_quantity }) => shipped_quantity > 0);
  const isOwed = status !== "canceled" && lines.some(({ owed_quantity }) => owed_quantity > 0);
  if ((!isOpen && !isOwed) || !can(viewer, "orders:act")) return null;
  // canceling paid items refunds them
  const canCancel = paid === 0 || can(viewer, "refunds:read");
  const canCancelLines = canCancel && paid > 0 && isOwed;
  const canCancelWhole = canCancel && isOpen && !hasShipped;
  if (canCancel && !canCancelLines && !canCancelWhole) return null;
  if (canCancel && is_outside && paid > 0)
    return (
      <section id="cancel">
        <h2>Cancel</h2>
        <p>
          It was paid by wire or cheque. Pay the money back, then{" "}
          <a href={hrefOf(pages.refundOrder, { order_id: id })}>note it as paid back</a>
          {hasShipped ? "." : ": with all of it, the order is canceled and the buyer is notified."}
        </p>
      </section>
    );
  return (
    <section id="cancel">
      <h2>Cancel</h2>
      {!canCancel && <p>This order is paid, so canceling it is a refund. Ask an owner to cancel it.</p>}
      <div className="actions">
        {canCancelWhole && (
          <ConfirmForm
            id="cancel-order"
            label="Cancel this order"
            title={`Cancel ${order_number}?`}
            action={hrefOf(pages.cancelOrder, { order_id: id })}
            confirm="Yes, cancel it"
            dismiss="Leave it"
            is_dangerous
          >
            <p>
              {paid > 0
                ? `${formatMoney(paid)} go back to ${method ?? "where they came from"}.`
                : "It is unpaid and can no longer be paid."}{" "}
              Nothing ships, and the buyer is notified. This cannot be undone.
            </p>
          </ConfirmForm>
        )}
        {canCancelLines && (
          <a className="button quiet" href={hrefOf(pages.cancelOrderLines, { order_id: id })}>
            {hasShipped ? "Cancel what has not shipped" : "Cancel lines"}
          </a>
        )}
      </div>
    </section>
  );
}

export const isPaidOutside = (payment: OrderPayment | undefined): boolean =>
  payment?.received.some(({ kind }) => kind === "paid_out_of_band") === true && payment.charges.length === 0;

/** US cents received and not returned. */
export function paidAmount(invoice: BilledInvoice | undefined): number {
  const incomingKinds = ["charge", "balance", "paid_out_of_band", "refund_failed", "dispute_reinstated"];
  const sum = (is: boolean) =>
    (invoice?.movements ?? [])
      .filter(({ kind }) => incomingKinds.includes(kind) === is)
      .reduce((total, { amount }) => total + amount, 0);
  return Math.max(0, sum(true) - sum(false));
}
