import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice, Subscription } from "../../../worker/domain/payments/index.ts";
import { InvoiceLink, LaterMovements } from "../orders/payment-history.tsx";
import { PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";

const reasons: Record<BilledInvoice["billing_reason"], string> = {
  manual: "Single payment",
  subscription_create: "First term",
  subscription_cycle: "Renewal",
  upcoming: "Coming term",
};

type SubscriptionInvoicesProps = {
  plan: Subscription;
  invoices: BilledInvoice[];
  can_pay: boolean;
};

export function SubscriptionInvoices({ plan, invoices, can_pay }: SubscriptionInvoicesProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Date</th>
          <th scope="col">Payment</th>
          <th scope="col" className="number">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice, index) => (
          <tr key={invoice.id}>
            <td>
              <div className="stacked">
                {reasons[invoice.billing_reason]}
                <Term from={invoice.period_start} to={invoices[index - 1]?.period_start ?? endOf(plan, index)} />
                <InvoiceLink invoice={invoice} can_pay={can_pay} />
                {invoice.po_number && <small>PO number {invoice.po_number}</small>}
                {invoice.note && <small>Note: {invoice.note}</small>}
                <LaterMovements invoice={invoice} />
              </div>
            </td>
            <td>
              <DateText at={invoice.created_at} />
            </td>
            <td>
              <PaymentStatusBadge status={invoice.payment_status} />
            </td>
            <td className="number">{formatMoney(invoice.amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
