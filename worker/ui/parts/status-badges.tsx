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

type BadgeSpec = readonly [tone: Tone, text: string, mark?: Mark];

const orderBadges: Record<OrderStatus, BadgeSpec> = {
  new: ["info", "New", "ring"],
  processing: ["info", "Processing", "half"],
  shipped: ["moving", "Shipped"],
  received: ["success", "Received"],
  canceled: ["neutral", "Canceled"],
};

const paymentBadges: Record<PaymentStatus, BadgeSpec> = {
  pending: ["warning", "Payment pending", "half"],
  paid: ["success", "Paid"],
  declined: ["danger", "Payment declined"],
  disputed: ["danger", "Payment disputed"],
  refunded: ["neutral", "Refunded"],
  partially_refunded: ["neutral", "Partly refunded"],
  refund_failed: ["danger", "Refund failed"],
};

const closingBadges: Record<InvoiceClosing, BadgeSpec> = {
  void: ["neutral", "Void"],
  written_off: ["neutral", "Written off"],
};

const subscriptionBadges: Record<SubscriptionStatus, BadgeSpec> = {
  incomplete: ["warning", "Payment pending", "half"],
  incomplete_expired: ["neutral", "Never started"],
  trialing: ["info", "Trial", "half"],
  active: ["success", "Active"],
  past_due: ["danger", "Past due"],
  canceled: ["neutral", "Canceled"],
  unpaid: ["danger", "Unpaid"],
  paused: ["neutral", "Paused"],
};

const requestBadges: Record<AccountRequestStatus, BadgeSpec> = {
  pending: ["warning", "Pending"],
  approved: ["success", "Approved"],
  rejected: ["neutral", "Rejected"],
};

const taskBadges: Record<TaskStatus, BadgeSpec> = {
  processing: ["info", "Running", "half"],
  completed: ["success", "Completed"],
  failed: ["danger", "Failed"],
};

const packageBadges: Record<PackageStatus, BadgeSpec> = {
  asked: ["info", "Asked for", "ring"],
  made: ["info", "Label made", "half"],
  sent: ["moving", "Under way"],
  delivered: ["success", "Delivered"],
  exception: ["danger", "Held up"],
  canceled: ["neutral", "Canceled"],
};

type StoreState = { is_active: boolean; is_published: boolean; is_archived: boolean };

const findStoreBadge = ({ is_active, is_published, is_archived }: StoreState): BadgeSpec => {
  if (is_archived) return ["neutral", "Archived"];
  if (!is_active) return ["neutral", "Inactive"];
  return is_published ? ["success", "In the store"] : ["warning", "Not published", "ring"];
};

const endedBadge: BadgeSpec = ["neutral", "Ended"];

export const orderStatusText = (status: OrderStatus): string => orderBadges[status][1];
export const paymentStatusText = (status: PaymentStatus): string => paymentBadges[status][1];
export const subscriptionStatusText = (status: SubscriptionStatus): string => subscriptionBadges[status][1];

function SpecBadge({ spec: [tone, text, mark] }: { spec: BadgeSpec }) {
  return (
    <Badge tone={tone} mark={mark}>
      {text}
    </Badge>
  );
}

export function ShelfBadge({ product }: { product: StoreState }) {
  return <SpecBadge spec={findStoreBadge(product)} />;
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <SpecBadge spec={orderBadges[status]} />;
}

type OrderState = { status: OrderStatus; payment_status: PaymentStatus };

/**
 * An order shows one state: its progress once it is paid or canceled, otherwise the state of its payment. A payment
 * problem always comes first.
 */
const orderStateOf = ({ status, payment_status }: OrderState): BadgeSpec => {
  const payment = paymentBadges[payment_status];
  if (payment[0] === "danger") return payment;
  return payment_status === "paid" || status === "canceled" ? orderBadges[status] : payment;
};

export const orderStateText = (order: OrderState): string => orderStateOf(order)[1];

export function OrderStateBadge({ order }: { order: OrderState }) {
  return <SpecBadge spec={orderStateOf(order)} />;
}

type InvoiceState = { payment_status: PaymentStatus; closed_as: InvoiceClosing | null };

const findInvoiceBadge = ({ payment_status, closed_as }: InvoiceState): BadgeSpec =>
  closed_as === null ? paymentBadges[payment_status] : closingBadges[closed_as];

/** A void invoice, or one that was written off, is not shown as unpaid. */
export function InvoiceStatusBadge({ invoice }: { invoice: InvoiceState }) {
  return <SpecBadge spec={findInvoiceBadge(invoice)} />;
}

export const invoiceStatusText = (invoice: InvoiceState): string => findInvoiceBadge(invoice)[1];

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <SpecBadge spec={paymentBadges[status]} />;
}

type PlanState = Pick<Plan, "status" | "cancel_at">;

/** A subscription past its end has ended, whatever its status. */
function subscriptionStateOf(plan: PlanState): BadgeSpec {
  const hasEndedByStatus = plan.status === "canceled" || plan.status === "incomplete_expired";
  return hasEnded(plan) && !hasEndedByStatus ? endedBadge : subscriptionBadges[plan.status];
}

export const subscriptionStateText = (plan: PlanState): string => subscriptionStateOf(plan)[1];

export function SubscriptionStatusBadge({ plan }: { plan: PlanState }) {
  return <SpecBadge spec={subscriptionStateOf(plan)} />;
}

export function PackageStatusBadge({ status }: { status: PackageStatus }) {
  return <SpecBadge spec={packageBadges[status]} />;
}

export function RequestBadge({ status }: { status: AccountRequestStatus }) {
  return <SpecBadge spec={requestBadges[status]} />;
}

export function RunBadges({ run }: { run: { status: TaskStatus; failed: number } }) {
  return (
    <>
      <SpecBadge spec={taskBadges[run.status]} />{" "}
      {run.failed > 0 && <Badge tone="warning">{`${run.failed.toLocaleString("en-US")} not done`}</Badge>}
    </>
  );
}

export const WaitingBadge = ({ state }: { state: "waiting" | "given-up" }) =>
  state === "waiting" ? <Badge tone="info">Waiting</Badge> : <Badge tone="danger">Given up</Badge>;
