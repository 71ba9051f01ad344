import type Stripe from "stripe";
import { type Outcome, attemptPayment, authenticateIntent } from "../payments/attempt.ts";
import { awaitDeposit, getSetupIntent } from "../customers/setup-intents.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { createIntent, getIntent } from "../payments/payment-intents.ts";
import { type World, idOf } from "../state.ts";

export function completeSetup(world: World, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod): void {
  requireOpen(session);
  const intent = world.setupIntents.find(idOf(session.setup_intent) ?? "");
  if (intent) {
    intent.status = "succeeded";
    intent.payment_method = method.id;
    world.setupIntents.save(intent);
    world.emit("setup_intent.succeeded", intent);
  }
  complete(world, session);
}

/** Completes the session; the bank account is attached after its verification. */
export function completeUnverified(world: World, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod): void {
  requireOpen(session);
  awaitDeposit(world, getSetupIntent(world, idOf(session.setup_intent) ?? ""), method);
  complete(world, session);
}

/** Completes the session without a payment (https://docs.stripe.com/payments/checkout/no-cost-orders). */
export function completeFree(world: World, session: Stripe.Checkout.Session): void {
  requireOpen(session);
  session.payment_status = "no_payment_required";
  complete(world, session);
}

/** A declined payment leaves the session open. */
export function paySession(world: World, session: Stripe.Checkout.Session, method: Stripe.PaymentMethod): Outcome {
  requireOpen(session);
  const intentId = idOf(session.payment_intent);
  const intent = intentId ? getIntent(world, intentId) : createPayment(world, session);
  return conclude(world, session, attemptPayment(world, intent, method));
}

export function authenticateSession(world: World, session: Stripe.Checkout.Session, isProven: boolean): Outcome {
  requireOpen(session);
  const intent = getIntent(world, idOf(session.payment_intent) ?? "");
  return conclude(world, session, authenticateIntent(world, intent, isProven));
}

/** Records the outcome of a payment that took days after the session was completed. */
export function settleSession(world: World, session: Stripe.Checkout.Session, outcome: Outcome): void {
  if (outcome === "succeeded") session.payment_status = "paid";
  world.checkoutSessions.save(session);
  const type = outcome === "succeeded" ? "succeeded" : "failed";
  world.emit(`checkout.session.async_payment_${type}`, session);
}

function createPayment(world: World, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const { description = null, metadata = {} } = world.sessionPayments.find(session.id) ?? {};
  const customer = idOf(session.customer) ?? "";
  const intent = createIntent(world, { amount: session.amount_total ?? 0, customer, description, metadata });
  session.payment_intent = intent.id;
  world.checkoutSessions.save(session);
  return intent;
}

function conclude(world: World, session: Stripe.Checkout.Session, outcome: Outcome): Outcome {
  if (outcome === "succeeded") session.payment_status = "paid";
  if (outcome === "succeeded" || outcome === "processing") complete(world, session);
  return outcome;
}

function complete(world: World, session: Stripe.Checkout.Session): void {
  world.callOff(session.id);
  session.status = "complete";
  session.url = null;
  world.checkoutSessions.save(session);
  world.emit("checkout.session.completed", session);
}

function requireOpen({ status }: Stripe.Checkout.Session): void {
  if (status !== "open") throw createInvalidRequest(`This session is ${status}.`);
}
