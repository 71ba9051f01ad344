import type { SubscriptionStatus } from "../../../db/enums.ts";
import { DateText } from "../date.tsx";

export type Plan = {
  status: SubscriptionStatus;
  start_at: string;
  cancel_at: string | null;
  current_period_end: string | null;
  stripe_id: string | null;
  scheduled_switch?: { product: { name: string }; begins_at: string } | null;
};

type NextEvent = readonly [label: string, at?: string | null];

export const hasEnded = ({ status, cancel_at }: Pick<Plan, "status" | "cancel_at">): boolean =>
  status === "canceled" || status === "incomplete_expired" || isPast(cancel_at);

const isPast = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now();

function findNextEvent(plan: Plan): NextEvent {
  const { status, start_at, cancel_at, current_period_end, stripe_id } = plan;
  if (status === "incomplete_expired") return ["Nothing was charged"];
  if (hasEnded(plan)) return cancel_at ? ["Ended on", cancel_at] : ["Ended"];
  if (status === "paused") return ["Nothing is charged"];
  if (status === "incomplete") return ["Waiting for the first payment"];
  if (status === "past_due" || status === "unpaid") return ["Payment overdue"];
  // only a granted plan may start later
  if (stripe_id === null && !isPast(start_at)) return ["Starts on", start_at];
  if (cancel_at) return ["Ends on", cancel_at];
  if (plan.scheduled_switch)
    return [`Becomes ${plan.scheduled_switch.product.name} on`, plan.scheduled_switch.begins_at];
  return [status === "trialing" ? "First payment on" : "Renews on", current_period_end];
}

export function NextText({ plan }: { plan: Plan }) {
  const [label, at] = findNextEvent(plan);
  return (
    <>
      {label}
      {at && (
        <>
          {" "}
          <DateText at={at} />
        </>
      )}
    </>
  );
}
