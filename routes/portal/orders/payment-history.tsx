import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { methodName } from "../../../worker/contract/buying/payment-method-name.ts";
import { paymentMethodName } from "../../store/payments/charge-states.ts";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import type { BilledInvoice, Movement, Payment } from "../../../worker/domain/payments/index.ts";

export const movementLabels: Record<Movement["kind"], string> = {
  charge: "Paid",
  balance: "Paid from your credit",
  balance_owed: "Part used for an earlier balance",
  paid_out_of_band: "Paid by bank transfer or cheque",
  refund: "Refunded",
  refund_failed: "Refund did not go through",
  dispute_withdrawn: "Withdrawn by your bank because of a dispute",
  dispute_reinstated: "Returned by your bank after the dispute",
};

/** Undefined without a charge, or if the provider does not name the method. */
export const chargedMethodName = ({ kind, method }: Movement): string | undefined =>
  kind === "charge" && method ? methodName(method) : undefined;

/** The charged method takes precedence over the one chosen with the order. */
export const paidMethodName = (invoice: BilledInvoice | undefined, payment: Payment | undefined): string | undefined =>
  invoice?.movements.flatMap((movement) => chargedMethodName(movement) ?? []).at(-1) ?? paymentMethodName(payment);

/** The failure of a refund is a movement of its own, so the refund is dropped. */
export const withoutFailedRefunds = (movements: readonly Movement[]): Movement[] => {
  const failed = new Set(movements.flatMap(({ kind, object_id }) => (kind === "refund_failed" ? [object_id] : [])));
  return movements.filter(({ kind, object_id }) => kind !== "refund" || !failed.has(object_id));
};

type Sums = Record<Movement["kind"], number>;

/** US cents. */
function sumMovements({ movements }: BilledInvoice): Sums {
  const sums: Sums = {
    charge: 0,
    balance: 0,
    balance_owed: 0,
    paid_out_of_band: 0,
    refund: 0,
    refund_failed: 0,
    dispute_withdrawn: 0,
    dispute_reinstated: 0,
  };
  for (const { kind, amount } of movements) sums[kind] += amount;
  return sums;
}

export function SumOfMovements({ invoice }: { invoice: BilledInvoice }) {
  const { refund, refund_failed } = sumMovements(invoice);
  if (invoice.movements.length === 0) return <p className="small">No payments yet.</p>;
  if (refund <= refund_failed) return null;
  return <p className="small">Refunded in total: {formatMoney(refund - refund_failed)}</p>;
}

/** All movements except charges and uses of the balance, in short lines for a table cell. */
export function LaterMovements({ invoice }: { invoice: BilledInvoice }) {
  return invoice.movements
    .filter(({ kind }) => kind !== "charge" && kind !== "balance" && kind !== "balance_owed")
    .map(({ id, kind, amount, at }) => (
      <small key={id}>
        {movementLabels[kind]}: {formatMoney(amount)}, <DateText at={at} />
      </small>
    ));
}

type DisputeProps = { invoice: BilledInvoice; support_email: string };

export function DisputeNotice({ invoice, support_email }: DisputeProps) {
  const { dispute_withdrawn: withdrawnCents, dispute_reinstated: returnedCents } = sumMovements(invoice);
  const isWithdrawn = withdrawnCents > returnedCents;
  if (!invoice.is_disputed && withdrawnCents === 0) return null;
  if (!invoice.is_disputed) {
    return (
      <div className="notice info">
        {isWithdrawn
          ? `The dispute is closed: the ${formatMoney(withdrawnCents - returnedCents)} stay with your bank and go back to you.`
          : `The dispute is closed: your bank returned ${formatMoney(returnedCents)} to us, and the payment stands.`}
      </div>
    );
  }
  return (
    <div className="notice danger">
      <p>
        {isWithdrawn
          ? `Your bank disputes this payment and has withdrawn ${formatMoney(withdrawnCents - returnedCents)} until the dispute is decided.`
          : `Your bank has opened a dispute about this payment of ${formatMoney(invoice.amount)}.`}{" "}
        If your organization did not mean to, ask your bank to withdraw the dispute, or write to{" "}
        <a href={`mailto:${support_email}`}>{support_email}</a>.
      </p>
    </div>
  );
}

export const InvoiceLink = ({ invoice: { id, stripe_invoice_no } }: { invoice: BilledInvoice }) => (
  <a href={hrefOf(pages.invoice, { invoice_id: id })}>Invoice {stripe_invoice_no ?? ""}</a>
);

/**
 * The provider's page of an order by link takes one payment: undefined once its debit is in transit or was refused
 * (https://docs.stripe.com/api/checkout/sessions/object, `status`).
 */
export const billHref = (
  { stripe_bill_link, payment_status }: Order,
  invoice: BilledInvoice | undefined,
): string | undefined =>
  payment_status === "pending" && !invoice?.is_processing ? (stripe_bill_link ?? undefined) : undefined;

/** Undefined unless the invoice is payable. The bank's confirmation takes place on the payment provider's page. */
export function payHref({ id, is_open, is_processing, needs_action }: BilledInvoice): string | undefined {
  if (!is_open || is_processing) return undefined;
  return needs_action ? hrefOf(pages.payInvoice, { invoice_id: id }) : hrefOf(pages.payInvoices, {}, { id });
}
