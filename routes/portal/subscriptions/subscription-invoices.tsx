import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Subscription } from "../../../worker/domain/payments/index.ts";
import { LaterMovements } from "../orders/payment-history.tsx";
import { type Column, Table } from "../../../worker/ui/lists/table.tsx";
import { PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";

const reasons: Record<BilledInvoice["billing_reason"], string> = {
  manual: "Change of the term",
  subscription_create: "First term",
  subscription_cycle: "Renewal",
  upcoming: "Coming term",
};

type SubscriptionInvoicesProps = {
  plan: Subscription;
  invoices: BilledInvoice[];
  /** The page of an invoice, in the portal or the console. */
  href: (invoice: BilledInvoice) => string;
};

export function SubscriptionInvoices(props: SubscriptionInvoicesProps) {
  return <Table rows={props.invoices} id={({ id }) => id} columns={columnsOf(props)} />;
}

function columnsOf({ plan, invoices, href }: SubscriptionInvoicesProps): Column<BilledInvoice>[] {
  const ends = new Map(invoices.map(({ id }, index) => [id, invoices[index - 1]?.period_start ?? endOf(plan, index)]));
  return [
    { label: "For", cell: (invoice) => <WhatFor invoice={invoice} ends={ends.get(invoice.id) ?? null} /> },
    { label: "Date", cell: ({ created_at }) => <DateText at={created_at} /> },
    { label: "Payment", cell: ({ payment_status: status }) => <PaymentStatusBadge status={status} /> },
    { label: "Invoice", cell: (invoice) => <Document invoice={invoice} href={href(invoice)} /> },
    { label: "Amount", cell: (invoice) => <Amount invoice={invoice} />, is_number: true },
  ];
}

const WhatFor = ({ invoice, ends }: { invoice: BilledInvoice; ends: string | null }) => (
  <span className="stacked">
    {reasons[invoice.billing_reason]}
    <Term from={invoice.period_start} to={ends} />
  </span>
);

const Document = ({ invoice, href }: { invoice: BilledInvoice; href: string }) => (
  <span className="stacked">
    <a className="whole" href={href}>
      {invoice.stripe_invoice_no ?? "Invoice"}
    </a>
    {invoice.po_number && <small>PO number {invoice.po_number}</small>}
    {invoice.note && <small>Note: {invoice.note}</small>}
  </span>
);

const Amount = ({ invoice }: { invoice: BilledInvoice }) => (
  <span className="stacked">
    {formatMoney(invoice.amount)}
    <LaterMovements invoice={invoice} />
  </span>
);

/** The newest term ends with the subscription's current period. */
const endOf = ({ current_period_end }: Subscription, index: number): string | null =>
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
