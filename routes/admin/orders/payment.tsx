import type { ReactNode } from "react";
import { formatMoney } from "../../../islands/lib/money.ts";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { refundReasonLabel } from "../../../worker/contract/buying/refund-reasons.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import type { BilledInvoice } from "../../../worker/domain/payments/index.ts";
import type { AdminOrder, OrderPayment } from "../../../worker/domain/fulfilment/index.ts";
import type { StaffViewer } from "../../../worker/http/viewer.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { ConfirmForm } from "../../../worker/ui/forms/confirm-form.tsx";
import { Facts } from "../../../worker/ui/parts/facts.tsx";
import { SumOfMovements } from "../../portal/orders/payment-history.tsx";

type PaymentProps = {
  order: AdminOrder;
  payment: OrderPayment;
  invoice: BilledInvoice | undefined;
  can_refund: boolean;
  viewer: StaffViewer;
};

export function Payment({ order, payment, invoice, can_refund, viewer }: PaymentProps) {
  const { method, stripe_payment_id, stripe_invoice_id, stripe_customer_id, disputes, refunds } = payment;
  const at = (place: string, id: string) => <ProviderLink key={id} payment={payment} place={place} id={id} />;
  const facts: [string, ReactNode][] = [
    ["Method", method && methodName(method)],
    ["Payment", stripe_payment_id && at("payments", stripe_payment_id)],
    ["Charge", payment.charges.map((id) => at("payments", id))],
    ["Dispute", disputes.map((id) => at("disputes", id))],
    ["Customer", stripe_customer_id && at("customers", stripe_customer_id)],
    ["Provider’s invoice", stripe_invoice_id && at("invoices", stripe_invoice_id)],
    ["Invoice", invoice && <Invoice key="invoice" invoice={invoice} has_link={can(viewer, "invoices:read")} />],
  ];
  return (
    <section id="payment">
      <h2>Payment</h2>
      {payment.is_disputed && <p className="notice danger">The bank disputes this payment.</p>}
      {payment.needs_review && (
        <p className="notice warning">The charged amount differs from the billed amount. Please check.</p>
      )}
      <RefundRest order={order} refunds={refunds} can_refund={can_refund} />
      {invoice && <SumOfMovements invoice={invoice} />}
      <Facts facts={facts.filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))} />
      {refunds.length > 0 && (
        <ul className="parcels">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Refund refund={refund} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Refunded = OrderPayment["refunds"][number];

/** US cents; undefined unless partially refunded. */
const partOf = ({ status, amount, given_amount: given }: Refunded): number | undefined =>
  status !== "asked" && given !== null && given > 0 && given < amount ? given : undefined;

function Refund({ refund }: { refund: Refunded }) {
  const { amount, status, lines, at, by, reason, reason_text, reference } = refund;
  const part = partOf(refund);
  return (
    <span>
      <b>Refund of {formatMoney(part ?? amount)}</b>
      <small>
        {part !== undefined && `a part of ${formatMoney(amount)} · `}
        {lines && `${lines} · `}
        {[reason && refundReasonLabel[reason], reason_text].filter(Boolean).join(": ")}
        {(reason || reason_text) && " · "}
        {reference && `paid by other means, ${reference} · `}
        {refundWords[part !== undefined && status === "failed" ? "succeeded" : status]} · <DateText at={at} />
        {by && ` by ${by}`}
      </small>
    </span>
  );
}

type RefundRestProps = { order: AdminOrder; refunds: readonly Refunded[]; can_refund: boolean };

/** The failed part can be refunded again while the payment has a remainder. */
function RefundRest({ order, refunds, can_refund }: RefundRestProps) {
  const rest = refunds.reduce((sum, refund) => sum + refund.amount - (partOf(refund) ?? refund.amount), 0);
  if (rest === 0 || order.payment_status === "refunded") return null;
  return (
    <div className="notice warning">
      <p>
        {formatMoney(rest)} of a refund failed: the payment provider rejected the refund to the customer’s balance.{" "}
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

const refundWords: Record<OrderPayment["refunds"][number]["status"], string> = {
  asked: "being asked for",
  pending: "on its way",
  requires_action: "waits for the customer",
  succeeded: "given",
  failed: "did not go through",
  canceled: "was called off",
};

const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);

function Invoice({ invoice, has_link }: { invoice: BilledInvoice; has_link: boolean }) {
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

type CancelOrderProps = { order: AdminOrder; paid: number; method: string | undefined; viewer: StaffViewer };

export function CancelOrder({ order, paid, method, viewer }: CancelOrderProps) {
  const { id, order_number, status } = order;
  const isOpen = status === "new" || status === "processing";
  if (isOpen && !can(viewer, "orders:act")) return null;
  // canceling a paid order refunds it
  const canCancel = isOpen && (paid === 0 || can(viewer, "refunds:read"));
  return (
    <section>
      <h2>Cancel</h2>
      {!isOpen && (
        <p>
          {status === "canceled"
            ? "This order is canceled."
            : "It has shipped and can no longer be canceled. Returns can be refunded."}
        </p>
      )}
      {isOpen && !canCancel && <p>This order is paid, so canceling it is a refund. Ask an owner to cancel it.</p>}
      {canCancel && (
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
    </section>
  );
}
