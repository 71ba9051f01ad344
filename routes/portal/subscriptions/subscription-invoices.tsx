import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Subscription } from "../../../worker/domain/payments/index.ts";
import { LaterMovements } from "../orders/payment-history.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";

const reasonLabels: Record<BilledInvoice["billing_reason"], string> = {
  manual: "Change of the term",
  subscription_create: "First term",
  subscription_cycle: "Renewal",
  upcoming: "Coming term",
};

type SubscriptionInvoicesProps = {
  plan: Subscription;
  invoices: BilledInvoice[];
  href: (invoice: BilledInvoice) => string;
};

export function SubscriptionInvoices(props: SubscriptionInvoicesProps) {
  return <Table rows={props.invoices} id={({ id }) => id} href={props.href} columns={buildColumns(props)} />;
}

function buildColumns({ plan, invoices }: SubscriptionInvoicesProps): Column<BilledInvoice>[] {
  const endByInvoice = new Map(
    invoices.map(({ id }, index) => [id, invoices[index - 1]?.period_start ?? termEnd(plan, index)]),
  );
  return [
    {
      label: "For",
      cell: (invoice) => <InvoiceReason invoice={invoice} ends={endByInvoice.get(invoice.id) ?? null} />,
    },
    { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
    { label: "Payment", cell: (invoice) => <PaymentState invoice={invoice} /> },
    { label: "Amount", cell: ({ amount }) => formatMoney(amount), is_number: true },
  ];
}

/** A declined payment is shown as not due once its invoice is no longer open. */
const PaymentState = ({ invoice: { payment_status: status, is_open } }: { invoice: BilledInvoice }) =>
  status === "declined" && !is_open ? <Badge tone="neutral">Not due</Badge> : <PaymentStatusBadge status={status} />;

/** One column has all texts of variable length, because on phones it has the full width of a row. */
const InvoiceReason = ({ invoice, ends }: { invoice: BilledInvoice; ends: string | null }) => (
  <span className="stacked">
    {reasonLabels[invoice.billing_reason]}
    <Term from={invoice.period_start} to={ends} />
    {invoice.stripe_invoice_no && <small>{invoice.stripe_invoice_no}</small>}
    <LaterMovements invoice={invoice} />
    {invoice.po_number && <small>PO number {invoice.po_number}</small>}
    {invoice.note && <small>Note: {invoice.note}</small>}
  </span>
);

/** The newest term ends with the subscription's current period. */
const termEnd = ({ current_period_end }: Subscription, index: number): string | null =>
  index === 0 ? current_period_end : null;

function Term({ from, to }: { from: string | null; to: string | null }) {
  if (from === null) return null;
  return (
    <small>
      {to === null || to <= from ? "From " : ""}
      <DateText at={from} />
      {to !== null && to > from && (
        <>
          {" to "}
          <DateText at={to} />
        </>
      )}
    </small>
  );
}
