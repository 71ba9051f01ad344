import { Badge, type Tone } from "./badge.tsx";
import { hasEnded, type Plan } from "./subscription-next.tsx";
import type {
  AccountRequestStatus,
  InvoiceClosing,
  OrderStatus,
  PackageStatus,
  PaymentStatus,
  SubscriptionStatus,
  TaskStatus,
} from "../../../db/enums.ts";

type BadgeLook = readonly [tone: Tone, text: string];

const orders: Record<OrderStatus, BadgeLook> = {
  new: ["info", "New"],
  processing: ["info", "Processing"],
  shipped: ["info", "Shipped"],
  received: ["success", "Received"],
  canceled: ["neutral", "Canceled"],
};

const payments: Record<PaymentStatus, BadgeLook> = {
  pending: ["warning", "Payment pending"],
  paid: ["success", "Paid"],
  declined: ["danger", "Payment declined"],
  disputed: ["danger", "Payment disputed"],
  refunded: ["neutral", "Refunded"],
  partially_refunded: ["neutral", "Partly refunded"],
  refund_failed: ["danger", "Refund failed"],
};

const closings: Record<InvoiceClosing, BadgeLook> = {
  void: ["neutral", "Void"],
  written_off: ["neutral", "Written off"],
};

const subscriptions: Record<SubscriptionStatus, BadgeLook> = {
  incomplete: ["warning", "Payment pending"],
  incomplete_expired: ["neutral", "Never started"],
  trialing: ["info", "Trial"],
  active: ["success", "Active"],
  past_due: ["danger", "Past due"],
  canceled: ["neutral", "Canceled"],
  unpaid: ["danger", "Unpaid"],
  paused: ["neutral", "Paused"],
};

const requests: Record<AccountRequestStatus, BadgeLook> = {
  pending: ["warning", "Pending"],
  approved: ["success", "Approved"],
  rejected: ["neutral", "Rejected"],
};

const tasks: Record<TaskStatus, BadgeLook> = {
  processing: ["info", "Running"],
  completed: ["success", "Completed"],
  failed: ["danger", "Failed"],
};

const packages: Record<PackageStatus, BadgeLook> = {
  asked: ["warning", "Asked for"],
  made: ["warning", "Label made"],
  sent: ["info", "Under way"],
  delivered: ["success", "Delivered"],
  exception: ["danger", "Held up"],
  canceled: ["neutral", "Canceled"],
};

type StoreState = { is_active: boolean; is_published: boolean; is_archived: boolean };

const shelfOf = ({ is_active, is_published, is_archived }: StoreState): BadgeLook => {
  if (is_archived) return ["neutral", "Archived"];
  if (!is_active) return ["neutral", "Inactive"];
  return is_published ? ["success", "In the store"] : ["warning", "Not published"];
};

const ended: BadgeLook = ["neutral", "Ended"];

export const orderStatusText = (status: OrderStatus): string => orders[status][1];
export const paymentStatusText = (status: PaymentStatus): string => payments[status][1];
export const subscriptionStatusText = (status: SubscriptionStatus): string => subscriptions[status][1];

export function ShelfBadge({ product }: { product: StoreState }) {
  const [tone, text] = shelfOf(product);
  return <Badge tone={tone}>{text}</Badge>;
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const [tone, text] = orders[status];
  return <Badge tone={tone}>{text}</Badge>;
}

type Billed = { payment_status: PaymentStatus; closed_as: InvoiceClosing | null };

const invoiceOf = ({ payment_status, closed_as }: Billed): BadgeLook =>
  closed_as === null ? payments[payment_status] : closings[closed_as];

/** A void invoice, or one that was written off, is not shown as unpaid. */
export function InvoiceStatusBadge({ invoice }: { invoice: Billed }) {
  const [tone, text] = invoiceOf(invoice);
  return <Badge tone={tone}>{text}</Badge>;
}

export const invoiceStatusText = (invoice: Billed): string => invoiceOf(invoice)[1];

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const [tone, text] = payments[status];
  return <Badge tone={tone}>{text}</Badge>;
}

/** A subscription past its end has ended, whatever its status. */
export function SubscriptionStatusBadge({ plan }: { plan: Pick<Plan, "status" | "cancel_at"> }) {
  const hasEndedByStatus = plan.status === "canceled" || plan.status === "incomplete_expired";
  const [tone, text] = hasEnded(plan) && !hasEndedByStatus ? ended : subscriptions[plan.status];
  return <Badge tone={tone}>{text}</Badge>;
}

export function PackageStatusBadge({ status }: { status: PackageStatus }) {
  const [tone, text] = packages[status];
  return <Badge tone={tone}>{text}</Badge>;
}

export function RequestBadge({ status }: { status: AccountRequestStatus }) {
  const [tone, text] = requests[status];
  return <Badge tone={tone}>{text}</Badge>;
}

export function RunBadges({ run }: { run: { status: TaskStatus; failed: number } }) {
  const [tone, text] = tasks[run.status];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>{" "}
      {run.failed > 0 && <Badge tone="warning">{`${run.failed.toLocaleString("en-US")} not done`}</Badge>}
    </>
  );
}

export const WaitingBadge = ({ state }: { state: "waiting" | "given-up" }) =>
  state === "waiting" ? <Badge tone="info">Waiting</Badge> : <Badge tone="danger">Given up</Badge>;
