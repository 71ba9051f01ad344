import type Stripe from "stripe";
import { hourSeconds } from "../clock/clock.ts";
import { nextPeriodEnd } from "../clock/periods.ts";
import { type World, idOf } from "../state.ts";
import { planPeriodEnd } from "./period-end.ts";
import { getItem, toPlan } from "./subscription-shape.ts";

const updateLifetimeSeconds = 23 * hourSeconds;

export interface PriceChange {
  price: Stripe.Price;
  quantity: number;
}

/** Gives the subscription the price and starts a new period now. */
export function applyPrice(world: World, subscription: Stripe.Subscription, { price, quantity }: PriceChange): void {
  const { recurring } = price;
  if (!recurring) return;
  const now = world.clock.now();
  world.callOff(subscription.id, "renew");
  world.callOff(subscription.id, "upcoming");
  Object.assign(getItem(subscription), {
    price,
    plan: toPlan(price, recurring),
    quantity,
    current_period_start: now,
    current_period_end: nextPeriodEnd(now, recurring, now),
  });
  subscription.billing_cycle_anchor = now;
  world.subscriptions.save(subscription);
}

/** Holds a change until its invoice is paid (https://docs.stripe.com/billing/subscriptions/pending-updates). */
export function holdUpdate(world: World, subscription: Stripe.Subscription, change: PriceChange): void {
  const item = getItem(subscription);
  const expires_at = Math.min(world.clock.now() + updateLifetimeSeconds, item.current_period_end);
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    metadata: null,
    expires_at,
    subscription_items: [{ ...item, ...change }],
    trial_end: null,
    trial_from_plan: null,
  };
  world.subscriptions.save(subscription);
  world.plan("expire-update", subscription.id, expires_at);
}

export const isHeldBy = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean =>
  subscription.pending_update !== null && idOf(subscription.latest_invoice) === invoice.id;

export function applyUpdate(world: World, subscription: Stripe.Subscription): void {
  const [item] = subscription.pending_update?.subscription_items ?? [];
  if (item) applyPrice(world, subscription, { price: item.price, quantity: item.quantity ?? 1 });
  planPeriodEnd(world, subscription);
  dropUpdate(world, subscription);
}

export function dropUpdate(world: World, subscription: Stripe.Subscription): void {
  subscription.pending_update = null;
  world.callOff(subscription.id, "expire-update");
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.updated", subscription, {});
}
