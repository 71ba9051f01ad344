import type Stripe from "stripe";
import { daySeconds } from "../clock/clock.ts";
import { applyUpdate, isHeldBy } from "./pending-update.ts";
import { endSchedule } from "./schedule-life.ts";
import { type World, idOf } from "../state.ts";

// The provider tries again 3 and 5 days after the first failure, then stops.
const retryGapsSeconds = [3 * daySeconds, 2 * daySeconds];

export function findSubscription(world: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  return id === undefined ? undefined : world.subscriptions.find(id);
}

export function setStatus(world: World, subscription: Stripe.Subscription, status: Stripe.Subscription.Status): void {
  if (subscription.status === status) return;
  const previous = { status: subscription.status };
  subscription.status = status;
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.updated", subscription, previous);
}

export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Stripe.Subscription {
  const now = world.clock.now();
  world.callOff(subscription.id);
  for (const invoice of world.invoices.by("subscription", subscription.id)) {
    world.callOff(invoice.id);
    if (invoice.next_payment_attempt === null) continue;
    invoice.next_payment_attempt = null;
    world.invoices.save(invoice);
  }
  endSchedule(world, subscription, "canceled", now);
  subscription.status = "canceled";
  subscription.pending_update = null;
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.deleted", subscription);
  return subscription;
}

export function onInvoicePaid(world: World, invoice: Stripe.Invoice): void {
  const subscription = findSubscription(world, invoice);
  world.callOff(invoice.id, "retry");
  if (!subscription || !isOpen(subscription)) return;
  if (isHeldBy(subscription, invoice)) return applyUpdate(world, subscription);
  const subscriptionInvoices = world.invoices.by("subscription", subscription.id);
  const hasDebt = subscriptionInvoices.some((one) => one.id !== invoice.id && one.status === "open" && one.attempted);
  world.callOff(subscription.id, "expire-subscription");
  if (!hasDebt) setStatus(world, subscription, "active");
}

/** Plans the next automatic attempt; returns true if none is left. */
export function planRetry(world: World, invoice: Stripe.Invoice): boolean {
  const subscription = findSubscription(world, invoice);
  if (!subscription || !isOpen(subscription) || subscription.status === "incomplete") return false;
  const gap = retryGapsSeconds[invoice.attempt_count - 1];
  invoice.next_payment_attempt = gap === undefined ? null : world.clock.now() + gap;
  world.invoices.save(invoice);
  if (invoice.next_payment_attempt !== null) world.plan("retry", invoice.id, invoice.next_payment_attempt);
  return gap === undefined;
}

export function onInvoiceFailed(world: World, invoice: Stripe.Invoice, isOver: boolean): void {
  const subscription = findSubscription(world, invoice);
  if (!subscription || !isOpen(subscription) || subscription.status === "incomplete") return;
  if (isOver) endSubscription(world, subscription, "payment_failed");
  else setStatus(world, subscription, "past_due");
}

function isOpen({ status }: Stripe.Subscription): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}
