import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Movement } from "../../../worker/domain/payments/index.ts";

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

type Sums = Record<Movement["kind"], number>;

/** US cents. */
function sumsOf({ movements }: BilledInvoice): Sums {
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
  const { refund, refund_failed } = sumsOf(invoice);
  if (invoice.movements.length === 0) return <p className="small">Nothing was paid yet.</p>;
  if (refund <= refund_failed) return null;
  return <p className="small">Refunded in all: {formatMoney(refund - refund_failed)}</p>;
}

/** Short enough for a table row. */
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
  const { dispute_withdrawn: withdrawn, dispute_reinstated: returned } = sumsOf(invoice);
  const isWithdrawn = withdrawn > returned;
  if (!invoice.is_disputed && withdrawn === 0) return null;
  if (!invoice.is_disputed) {
    return (
      <div className="notice info">
        {isWithdrawn
          ? `The dispute is closed: the ${formatMoney(withdrawn - returned)} stay with your bank and go back to you.`
          : `The dispute is closed: your bank returned ${formatMoney(returned)} to us, and the payment stands.`}
      </div>
    );
  }
  return (
    <div className="notice danger">
      <p>
        {isWithdrawn
          ? `Your bank disputes this payment and has withdrawn ${formatMoney(withdrawn - returned)} until the dispute is decided.`
          : `Your bank has opened a dispute about this payment of ${formatMoney(invoice.amount)}.`}{" "}
        If your organization did not mean to, ask your bank to withdraw the dispute, or write to{" "}
        <a href={`mailto:${support_email}`}>{support_email}</a>.
      </p>
    </div>
  );
}

const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url);

/** An open invoice can be paid there, so its link needs permission to pay. */
export function InvoiceLink({ invoice, can_pay }: { invoice: BilledInvoice; can_pay: boolean }) {
  if (!isWebAddress(invoice.stripe_invoice_url) || (payHref(invoice) && !can_pay)) return null;
  return <a href={invoice.stripe_invoice_url}>Invoice {invoice.stripe_invoice_no ?? ""}</a>;
}

/** Undefined unless the invoice is open. */
export const payHref = ({ stripe_invoice_url, payment_status }: BilledInvoice): string | undefined =>
  isWebAddress(stripe_invoice_url) && (payment_status === "pending" || payment_status === "declined")
    ? stripe_invoice_url
    : undefined;
