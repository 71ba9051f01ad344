import { formatMoney } from "../../../islands/lib/money.ts";
import type { BilledInvoice, Movement } from "../../../worker/domain/payments/index.ts";
import type { Order, OrderHistory } from "../../../worker/domain/fulfilment/index.ts";
import { sortNewestFirst, Timeline, type TimelineEvent } from "../../../worker/ui/figures/timeline.tsx";
import type { Tone } from "../../../worker/ui/parts/badge.tsx";
import { Parcel } from "./parcel.tsx";
import { chargedMethodName, movementLabels, withoutFailedRefunds } from "./payment-history.tsx";

type OrderTimelineProps = {
  order: Order;
  history: OrderHistory;
  invoice: BilledInvoice | undefined;
  method: string | undefined;
};

export function OrderTimeline({ order, history, invoice, method }: OrderTimelineProps) {
  // Events of the same instant stay in this order, latest first, so that an order change is above the payment that
  // caused it.
  const events = [
    ...history.acts.flatMap(actEvent),
    ...stageEvents(order, history, invoice?.movements ?? []),
    ...withoutFailedRefunds(invoice?.movements ?? [])
      .toReversed()
      .map((movement) => moneyEvent(order, movement, movementLabels, chargedMethodName(movement) ?? method)),
    { at: order.created_at, what: "Placed", ...withActor(history.placed_by) },
  ];
  return (
    <section id="timeline">
      <h2>Timeline</h2>
      <Timeline events={sortNewestFirst(events)} has_times />
    </section>
  );
}

type Person = { first_name: string; last_name: string } | null;
const withActor = (person: Person) => (person ? { by: `${person.first_name} ${person.last_name}` } : {});

const tones: Partial<Record<Movement["kind"], Tone>> = {
  charge: "success",
  balance: "success",
  paid_out_of_band: "success",
  refund_failed: "danger",
  dispute_withdrawn: "danger",
};

/** The provider's times are whole seconds, so a payment may seem to precede the order that caused it. */
export const moneyEvent = (
  { created_at }: Pick<Order, "created_at">,
  { kind, amount, at }: Movement,
  labels: Record<Movement["kind"], string>,
  method: string | undefined,
): TimelineEvent => ({
  at: at < created_at ? created_at : at,
  what: `${labels[kind]}: ${formatMoney(amount)}${kind === "charge" && method ? `, ${method}` : ""}`,
  tone: tones[kind] ?? "neutral",
});

const actLabels: Record<string, string> = {
  cancelOrder: "Canceled",
  refundOrder: "Refund ordered",
  approveRequest: "Approved",
};

function actEvent({ action, at, by }: OrderHistory["acts"][number]): TimelineEvent[] {
  const what = actLabels[action];
  return what === undefined ? [] : [{ at, what, by: by ? `${by.first_name} ${by.last_name}` : "CGX" }];
}

/** Reached stages without a recorded time are shown, too. */
function stageEvents(
  { status, shipping_data: { packages } }: Order,
  { status_at, acts }: OrderHistory,
  movements: readonly Movement[],
) {
  const events: TimelineEvent[] = [];
  const reachedAt = (stage: string) => status_at[stage] ?? null;
  if (status === "canceled" && !acts.some(({ action }) => action === "cancelOrder"))
    events.push({ at: reachedAt("canceled"), what: "Canceled" });
  if (status === "received") events.push({ at: reachedAt("received"), what: "Received", tone: "success" });
  if (packages.length > 0 || status === "shipped" || reachedAt("shipped") !== null) {
    const count = packages.length > 1 ? `, ${packages.length} packages` : "";
    const note = packages.map((parcel) => (
      <small key={parcel.tracking_id}>
        <Parcel {...parcel} />
      </small>
    ));
    events.push({ at: reachedAt("shipped"), what: `Shipped${count}`, note });
  }
  if (status === "processing" || reachedAt("processing") !== null)
    events.push({ at: afterPayment(reachedAt("processing"), movements), what: "Being prepared" });
  return events;
}

/** The later of both times, because a payment may be booked a moment after the order change that it caused. */
export function afterPayment(processed_at: string | null, movements: readonly Movement[]): string | null {
  const paid_at = movements.find(({ kind }) => tones[kind] === "success")?.at;
  return processed_at !== null && paid_at !== undefined && paid_at > processed_at ? paid_at : processed_at;
}
