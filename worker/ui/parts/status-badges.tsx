import { Badge, type Mark, type Tone } from "./badge.tsx";
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

type BadgeLook = readonly [tone: Tone, text: string, mark?: Mark];

const orders: Record<OrderStatus, BadgeLook> = {
  new: ["info", "New", "ring"],
  processing: ["info", "Processing", "half"],
  shipped: ["moving", "Shipped"],
  received: ["success", "Received"],
  canceled: ["neutral", "Canceled"],
};

const payments: Record<PaymentStatus, BadgeLook> = {
  pending: ["warning", "Payment pending", "half"],
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
  incomplete: ["warning", "Payment pending", "half"],
  incomplete_expired: ["neutral", "Never started"],
  trialing: ["info", "Trial", "half"],
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
  processing: ["info", "Running", "half"],
  completed: ["success", "Completed"],
  failed: ["danger", "Failed"],
};

const packages: Record<PackageStatus, BadgeLook> = {
  asked: ["info", "Asked for", "ring"],
  made: ["info", "Label made", "half"],
  sent: ["moving", "Under way"],
  delivered: ["success", "Delivered"],
  exception: ["danger", "Held up"],
  canceled: ["neutral", "Canceled"],
};

type StoreState = { is_active: boolean; is_published: boolean; is_archived: boolean };

const shelfOf = ({ is_active, is_published, is_archived }: StoreState): BadgeLook => {
  if (is_archived) return ["neutral", "Archived"];
  if (!is_active) return ["neutral", "Inactive"];
  return is_published ? ["success", "In the store"] : ["warning", "Not published", "ring"];
};

const ended: BadgeLook = ["neutral", "Ended"];

export const orderStatusText = (status: OrderStatus): string => orders[status][1];
export const paymentStatusText = (status: PaymentStatus): string => payments[status][1];
export const subscriptionStatusText = (status: SubscriptionStatus): string => subscriptions[status][1];

function LookBadge({ look: [tone, text, mark] }: { look: BadgeLook }) {
  return (
    <Badge tone={tone} mark={mark}>
      {text}
    </Badge>
  );
}

export function ShelfBadge({ product }: { product: StoreState }) {
  return <LookBadge look={shelfOf(product)} />;
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <LookBadge look={orders[status]} />;
}

type Ordered = { status: OrderStatus; payment_status: PaymentStatus };

/**
 * An order shows one state: its progress once it is paid or canceled, otherwise the state of its payment. A payment
 * problem always comes first.
 */
const orderStateOf = ({ status, payment_status }: Ordered): BadgeLook => {
  const payment = payments[payment_status];
  if (payment[0] === "danger") return payment;
  return payment_status === "paid" || status === "canceled" ? orders[status] : payment;
};

export const orderStateText = (order: Ordered): string => orderStateOf(order)[1];

export function OrderStateBadge({ order }: { order: Ordered }) {
  return <LookBadge look={orderStateOf(order)} />;
}

type Billed = { payment_status: PaymentStatus; closed_as: InvoiceClosing | null };

const invoiceOf = ({ payment_status, closed_as }: Billed): BadgeLook =>
  closed_as === null ? payments[payment_status] : closings[closed_as];

/** A void invoice, or one that was written off, is not shown as unpaid. */
export function InvoiceStatusBadge({ invoice }: { invoice: Billed }) {
  return <LookBadge look={invoiceOf(invoice)} />;
}

export const invoiceStatusText = (invoice: Billed): string => invoiceOf(invoice)[1];

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <LookBadge look={payments[status]} />;
}

type Subscribed = Pick<Plan, "status" | "cancel_at">;

/** A subscription past its end has ended, whatever its status. */
function subscriptionStateOf(plan: Subscribed): BadgeLook {
  const hasEndedByStatus = plan.status === "canceled" || plan.status === "incomplete_expired";
  return hasEnded(plan) && !hasEndedByStatus ? ended : subscriptions[plan.status];
}

export const subscriptionStateText = (plan: Subscribed): string => subscriptionStateOf(plan)[1];

export function SubscriptionStatusBadge({ plan }: { plan: Subscribed }) {
  return <LookBadge look={subscriptionStateOf(plan)} />;
}

export function PackageStatusBadge({ status }: { status: PackageStatus }) {
  return <LookBadge look={packages[status]} />;
}

export function RequestBadge({ status }: { status: AccountRequestStatus }) {
  return <LookBadge look={requests[status]} />;
}

export function RunBadges({ run }: { run: { status: TaskStatus; failed: number } }) {
  return (
    <>
      <LookBadge look={tasks[run.status]} />{" "}
      {run.failed > 0 && <Badge tone="warning">{`${run.failed.toLocaleString("en-US")} not done`}</Badge>}
    </>
  );
}

export const WaitingBadge = ({ state }: { state: "waiting" | "given-up" }) =>
  state === "waiting" ? <Badge tone="info">Waiting</Badge> : <Badge tone="danger">Given up</Badge>;
