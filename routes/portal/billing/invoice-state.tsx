import type { Invoice } from "../../../worker/domain/payments/index.ts";
import { dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { Badge } from "../../../worker/ui/parts/badge.tsx";
import { overdueText } from "../../receivable-ages.ts";
import { InvoiceStatusBadge, invoiceStatusText } from "../../../worker/ui/parts/status-badges.tsx";

type InvoiceStateFields = Pick<
  Invoice,
  | "payment_status"
  | "closed_as"
  | "due_on"
  | "days_overdue"
  | "is_open"
  | "is_processing"
  | "needs_action"
  | "paid_at"
  | "reference_type"
>;

export function InvoiceState({ invoice }: { invoice: InvoiceStateFields }) {
  const { payment_status: status, paid_at } = invoice;
  if (!isPlain(invoice)) return <InvoiceStatusBadge invoice={invoice} />;
  if (isOverdue(invoice)) return <Badge tone="danger">{invoiceStateText(invoice)}</Badge>;
  if (status === "paid" && paid_at !== null)
    return (
      <Badge tone="success">
        <span>
          Paid <DateText at={paid_at} />
        </span>
      </Badge>
    );
  const isDue = invoice.is_open && (status === "pending" || status === "declined");
  return (
    <Badge tone={isDue ? "warning" : "neutral"} mark={!isDue ? "dot" : invoice.is_processing ? "half" : "ring"}>
      {invoiceStateText(invoice)}
    </Badge>
  );
}

const isPlain = ({ payment_status: status, is_open, is_processing }: InvoiceStateFields): boolean =>
  is_processing || !(status === "disputed" || status === "refund_failed" || (is_open && status === "declined"));

const isOverdue = ({
  payment_status: status,
  is_processing,
  needs_action,
  days_overdue,
}: InvoiceStateFields): boolean => status === "pending" && !is_processing && !needs_action && days_overdue > 0;

export function invoiceStateText(invoice: InvoiceStateFields): string {
  const { payment_status: status, is_open, is_processing, needs_action, closed_as, reference_type } = invoice;
  if (status !== "pending" && status !== "declined") return invoiceStatusText(invoice);
  if (is_processing) return "On its way from your bank";
  if (closed_as !== null) return invoiceStatusText(invoice);
  if (!is_open)
    return reference_type === "order" ? "Not due: the order was canceled" : "Not due: the plan is not active";
  if (needs_action) return "To be confirmed at your bank";
  if (status === "declined") return invoiceStatusText(invoice);
  if (isOverdue(invoice)) return overdueText(invoice.days_overdue);
  if (invoice.due_on === null) return "Due";
  const day = dayText(invoice.due_on);
  return invoice.paid_at === null ? `Due on ${day}` : `Partly paid, due on ${day}`;
}
