import type Stripe from "stripe";
import { requireAccepted } from "../account/refusals.ts";
import { attemptPayment, createDeclinedFailure } from "../payments/attempt.ts";
import { hourSeconds } from "../clock/clock.ts";
import { getCustomer } from "../customers/customers.ts";
import { voidInvoice } from "../invoices/close-invoice.ts";
import {
  createActionFailure,
  collectPayment,
  applyOutcome,
  finalizeInvoice,
  findIntent,
  countAttempt,
} from "../invoices/invoice-payment.ts";
import { findDefaultMethod } from "../invoices/invoices.ts";
import { applyBalance } from "../payments/limits.ts";
import { createIntent } from "../payments/payment-intents.ts";
import { nextPeriodEnd } from "../clock/periods.ts";
import { planPeriodEnd } from "./period-end.ts";
import { beginPhase } from "./schedule-life.ts";
import { draftInvoice, getItem } from "./subscription-shape.ts";
import { setStatus } from "./subscription-status.ts";
import { type World, idOf } from "../state.ts";

const incompleteSeconds = 23 * hourSeconds;

/**
 * Starts a subscription and pays its first invoice. If the payment fails, `isStrict` throws the provider's 402 without
 * saving the subscription; otherwise the subscription stays incomplete for 23 hours.
 */
export function beginSubscription(
  world: World,
  subscription: Stripe.Subscription,
  method: Stripe.PaymentMethod,
  isStrict: boolean,
): Stripe.Subscription {
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  const { current_period_start, current_period_end } = getItem(subscription);
  const period = { start: current_period_start, end: current_period_end };
  const invoice = draftInvoice(world, customer, subscription, "subscription_create", period);
  requireAccepted(world, "finalize", invoice.total);
  const { due } = applyBalance(customer.balance, invoice.total);
  const description = "Subscription creation";
  const intent =
    due === 0 ? undefined : createIntent(world, { amount: due, customer: customer.id, description, metadata: {} });
  const outcome = intent ? attemptPayment(world, intent, method) : "succeeded";
  if (intent && isStrict && outcome === "declined") throw createDeclinedFailure(intent);
  if (intent && isStrict && outcome === "requires_action") {
    throw createActionFailure(intent, "subscription_payment_intent_requires_action");
  }
  const isRunning = outcome === "succeeded" || outcome === "processing";
  subscription.status = isRunning ? "active" : "incomplete";
  subscription.latest_invoice = invoice.id;
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.created", subscription);
  world.invoices.save(invoice);
  world.emit("invoice.created", invoice);
  finalizeInvoice(world, invoice, intent);
  if (invoice.status === "open") {
    countAttempt(invoice, true);
    applyOutcome(world, invoice, outcome, true);
  }
  if (!isRunning) world.plan("expire-subscription", subscription.id, world.clock.now() + incompleteSeconds);
  planPeriodEnd(world, subscription);
  return subscription;
}

export function renewSubscription(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status !== "active" && subscription.status !== "past_due") return;
  const item = getItem(subscription);
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
  finalizeInvoice(world, invoice);
  planPeriodEnd(world, subscription);
  if (invoice.status === "open") collectAutomatically(world, invoice);
}

/** Collects an open invoice, as the provider does at a period's end and on its retries. */
export function collectAutomatically(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== "open" || findIntent(world, invoice)?.status === "processing") return;
  const method = world.paymentMethods.find(findDefaultMethod(world, invoice) ?? "");
  if (method?.customer) {
    collectPayment(world, invoice, method, "provider");
    return;
  }
  countAttempt(invoice, true);
  applyOutcome(world, invoice, "declined", true);
}

/** Announces the next invoice a week ahead. */
export function announceRenewal(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: start, price } = getItem(subscription);
  if (subscription.status !== "active" || !price.recurring) return;
  if (subscription.cancel_at !== null && subscription.cancel_at <= start) return;
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, price.recurring, start);
  const invoice = draftInvoice(world, customer, subscription, "upcoming", { start, end });
  invoice.id = `upcoming_${invoice.id}`;
  invoice.next_payment_attempt = start;
  world.emit("invoice.upcoming", invoice);
}

/** Ends a subscription whose first invoice was not paid in time, or that was canceled before. */
export function expireSubscription(world: World, subscription: Stripe.Subscription): Stripe.Subscription {
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
