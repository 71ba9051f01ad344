import { formatMoney } from "../../../islands/lib/money.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import type { BilledInvoice } from "../../../worker/domain/invoices/index.ts";
import { InvoiceLink, LaterMovements } from "../orders/payment-history.tsx";
import { PaymentStatusBadge } from "../../../worker/ui/parts/status-badges.tsx";

const reasons: Record<BilledInvoice["billing_reason"], string> = {
  manual: "Single payment",
  subscription_create: "First term",
  subscription_cycle: "Renewal",
  upcoming: "Coming term",
};

/** What a subscription was billed, newest first. */
export function SubscriptionInvoices({ invoices, can_pay }: { invoices: BilledInvoice[]; can_pay: boolean }) {
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
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td>
              <div className="stacked">
                {reasons[invoice.billing_reason]}
                <InvoiceLink invoice={invoice} can_pay={can_pay} />
                {invoice.po_number && <small>PO number {invoice.po_number}</small>}
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
