import type Stripe from "stripe";
import { type World, idOf } from "../state.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { mergeMetadata } from "../wire/params.ts";
import { getItem, toPlan } from "./subscription-shape.ts";

interface PhaseFields extends Pick<
  Stripe.SubscriptionSchedule.Phase,
  "start_date" | "end_date" | "metadata" | "proration_behavior"
> {
  price: string;
  quantity: number;
}

export const buildPhase = ({ price, quantity, ...phase }: PhaseFields): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: "usd",
  default_payment_method: null,
  description: null,
  discounts: [],
  invoice_settings: null,
  items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity }],
  on_behalf_of: null,
  transfer_data: null,
  trial_end: null,
  ...phase,
});

export function findLiveSchedule(
  world: World,
  subscription: Stripe.Subscription,
): Stripe.SubscriptionSchedule | undefined {
  const schedule = world.schedules.find(idOf(subscription.schedule) ?? "");
  return schedule?.status === "active" ? schedule : undefined;
}

export function requireUnscheduled(world: World, subscription: Stripe.Subscription): void {
  const schedule = findLiveSchedule(world, subscription);
  if (schedule)
    throw createInvalidRequest(
      `The subscription is managed by the subscription schedule \`${schedule.id}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
}

/**
 * At a period's end the next phase replaces the price, and the schedule's payment method replaces the subscription's.
 * After the last phase the subscription continues without a schedule.
 */
export function beginPhase(world: World, subscription: Stripe.Subscription, at: number): void {
  const schedule = findLiveSchedule(world, subscription);
  if (!schedule) return;
  const phase = schedule.phases.find(({ start_date }) => start_date === at);
  if (!phase) return endSchedule(world, subscription, "released", at);
  const price = world.prices.find(String(phase.items[0]?.price));
  if (!price?.recurring) return;
  Object.assign(getItem(subscription), {
    price,
    plan: toPlan(price, price.recurring),
    quantity: phase.items[0]?.quantity ?? 1,
  });
  subscription.billing_cycle_anchor = at;
  subscription.metadata = mergeMetadata(subscription.metadata, phase.metadata ?? {});
  subscription.default_payment_method = schedule.default_settings.default_payment_method;
  schedule.current_phase = { start_date: at, end_date: phase.end_date };
  world.schedules.save(schedule);
  world.emit("subscription_schedule.updated", schedule, {});
}

export function endSchedule(
  world: World,
  subscription: Stripe.Subscription,
  status: "released" | "canceled",
  at: number,
): void {
  const schedule = findLiveSchedule(world, subscription);
  if (!schedule) return;
  if (status === "released" && schedule.phases.some(({ end_date }) => end_date > at)) return;
  Object.assign(schedule, {
    status,
    current_phase: null,
    ...(status === "released"
      ? { released_at: at, released_subscription: subscription.id, subscription: null }
      : { canceled_at: at }),
  });
  if (status === "released") subscription.schedule = null;
  world.schedules.save(schedule);
  world.emit(`subscription_schedule.${status}`, schedule);
}
