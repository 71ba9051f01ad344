import type Stripe from "stripe";
import { requireAccepted } from "../account/refusals.ts";
import { attempt, declinedFailure } from "../payments/attempt.ts";
import { hourSeconds } from "../clock/clock.ts";
import { getCustomer } from "../customers/customers.ts";
import { voidInvoice } from "../invoices/close-invoice.ts";
import { actionRequired, collect, conclude, finalize, intentOf, noteAttempt } from "../invoices/invoice-payment.ts";
import { usualMethod } from "../invoices/invoices.ts";
import { applyBalance } from "../payments/limits.ts";
import { createIntent } from "../payments/payment-intents.ts";
import { nextPeriodEnd } from "../clock/periods.ts";
import { planPeriodEnd } from "./period-end.ts";
import { beginPhase } from "./schedule-life.ts";
import { draftInvoice, itemOf } from "./subscription-shape.ts";
import { setStatus } from "./subscription-status.ts";
import { type World, idOf } from "../state.ts";

const incompleteForSeconds = 23 * hourSeconds;

/**
 * If the payment fails, `isStrict` deletes the subscription and throws the provider's 402; otherwise it stays
 * incomplete for 23 hours.
 */
export function beginSubscription(
  world: World,
  subscription: Stripe.Subscription,
  method: Stripe.PaymentMethod,
  isStrict: boolean,
): Stripe.Subscription {
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  const { current_period_start, current_period_end } = itemOf(subscription);
  const period = { start: current_period_start, end: current_period_end };
  const invoice = draftInvoice(world, customer, subscription, "subscription_create", period);
  requireAccepted(world, "finalize", invoice.total);
  const { due } = applyBalance(customer.balance, invoice.total);
  const description = "Subscription creation";
  const intent =
    due === 0 ? undefined : createIntent(world, { amount: due, customer: customer.id, description, metadata: {} });
  const outcome = intent ? attempt(world, intent, method) : "succeeded";
  if (intent && isStrict && outcome === "declined") throw declinedFailure(intent);
  if (intent && isStrict && outcome === "requires_action") {
    throw actionRequired(intent, "subscription_payment_intent_requires_action");
  }
  const isRunning = outcome === "succeeded" || outcome === "processing";
  subscription.status = isRunning ? "active" : "incomplete";
  subscription.latest_invoice = invoice.id;
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.created", subscription);
  world.invoices.save(invoice);
  world.emit("invoice.created", invoice);
  finalize(world, invoice, intent);
  if (invoice.status === "open") {
    noteAttempt(invoice, true);
    conclude(world, invoice, outcome, true);
  }
  if (!isRunning) world.plan("expire-subscription", subscription.id, world.clock.now() + incompleteForSeconds);
  planPeriodEnd(world, subscription);
  return subscription;
}

export function renew(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status !== "active" && subscription.status !== "past_due") return;
  const item = itemOf(subscription);
  beginPhase(world, subscription, item.current_period_end);
  const { recurring } = item.price;
  if (!recurring) return;
  const start = item.current_period_end;
  const fullPeriodEnd = nextPeriodEnd(subscription.billing_cycle_anchor, recurring, start);
  // A shorter last period costs less, regardless of the proration setting.
  const end = Math.min(fullPeriodEnd, subscription.cancel_at ?? fullPeriodEnd);
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  item.current_period_start = start;
  item.current_period_end = end;
  const invoice = draftInvoice(world, customer, subscription, "subscription_cycle", {
    start,
    end,
    share: (end - start) / (fullPeriodEnd - start),
  });
  const previous = { latest_invoice: subscription.latest_invoice };
  subscription.latest_invoice = invoice.id;
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.updated", subscription, previous);
  world.invoices.save(invoice);
  world.emit("invoice.created", invoice);
  finalize(world, invoice);
  planPeriodEnd(world, subscription);
  if (invoice.status === "open") collectAutomatically(world, invoice);
}

/** Collects an open invoice, as the provider does at a period's end and on its retries. */
export function collectAutomatically(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== "open" || intentOf(world, invoice)?.status === "processing") return;
  const method = world.paymentMethods.find(usualMethod(world, invoice) ?? "");
  if (method?.customer) {
    collect(world, invoice, method, "provider");
    return;
  }
  noteAttempt(invoice, true);
  conclude(world, invoice, "declined", true);
}

/** A week ahead. */
export function announce(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: start, price } = itemOf(subscription);
  if (subscription.status !== "active" || !price.recurring) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= start) return;
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, price.recurring, start);
  const invoice = draftInvoice(world, customer, subscription, "upcoming", { start, end });
  invoice.id = `upcoming_${invoice.id}`;
  invoice.next_payment_attempt = start;
  world.emit("invoice.upcoming", invoice);
}

/** Ends a subscription whose first invoice was not paid in time, or that is canceled before. */
export function expire(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.status !== "incomplete") return subscription;
  world.callOff(subscription.id);
  subscription.ended_at = world.clock.now();
  setStatus(world, subscription, "incomplete_expired");
  voidFirstInvoice(world, subscription);
  return subscription;
}

function voidFirstInvoice(world: World, subscription: Stripe.Subscription): void {
  for (const invoice of world.invoices.by("subscription", subscription.id)) {
    if (invoice.status === "open" && invoice.billing_reason === "subscription_create") voidInvoice(world, invoice);
  }
}
