import type { Order, OrderHistory } from "../../../worker/domain/fulfilment/index.ts";
import { arrivalDays, dayText } from "../../../worker/contract/buying/delivery-text.ts";
import { DateText } from "../../../worker/ui/date.tsx";
import { type Step, Stepper } from "../../../worker/ui/figures/stepper.tsx";

type OrderStepsProps = {
  order: Pick<
    Order,
    | "status"
    | "payment_status"
    | "payment_terms_days"
    | "created_at"
    | "shipping_data"
    | "ships_by"
    | "arrives_from"
    | "arrives_by"
  >;
  /** When the order reached each status; unrecorded statuses are missing. */
  status_at?: OrderHistory["status_at"];
  paid_at?: string | undefined;
};

const stageRank = { new: 0, processing: 1, shipped: 2, received: 3, canceled: 0 } as const;
const paymentProblems: Record<string, string> = {
  pending: "Not paid yet",
  declined: "Payment declined",
  disputed: "Payment disputed",
  refund_failed: "Refund failed",
};

export function OrderSteps({ order, status_at = {}, paid_at }: OrderStepsProps) {
  const { status, payment_status, created_at, shipping_data } = order;
  if (status === "canceled") return null;
  const reachedAt = stageRank[status];
  const isOnAccount =
    order.payment_terms_days !== null &&
    status !== "new" &&
    (payment_status === "pending" || payment_status === "declined");
  const problem = isOnAccount ? undefined : paymentProblems[payment_status];
  // promised days count from the payment, so none are shown after it was declined or disputed
  const isPromised = problem === undefined || payment_status === "pending";
  const promises: Record<string, string | undefined> = {
    ...(isPromised && order.ships_by && { shipped: `by ${dayText(order.ships_by)}` }),
    ...(isPromised && { received: arrivalDays(order) }),
  };
  const stageNote = (stage: string) => {
    const at = status_at[stage];
    return at ? <DateText at={at} /> : promises[stage];
  };
  const buildStep = (label: string, stage: keyof typeof stageRank): Step => {
    const isDone = reachedAt > stageRank[stage] || status === "received";
    const isCurrent = reachedAt === stageRank[stage] && problem === undefined;
    return { label, note: stageNote(stage), state: isDone ? "done" : isCurrent ? "current" : "open" };
  };
  const steps: Step[] = [
    { label: "Placed", note: <DateText at={created_at} />, state: "done" },
    {
      label: isOnAccount ? "On account" : "Paid",
      note: problem ?? (isOnAccount ? `due in ${order.payment_terms_days} days` : paid_at && <DateText at={paid_at} />),
      state: problem === undefined ? "done" : payment_status === "pending" ? "current" : "wrong",
    },
    buildStep(shipping_data.address ? "Being built" : "Being prepared", "processing"),
    ...(shipping_data.address ? [buildStep("Shipped", "shipped")] : []),
    buildStep("Received", "received"),
  ];
  return <Stepper label="Progress of the order" steps={steps} />;
}
