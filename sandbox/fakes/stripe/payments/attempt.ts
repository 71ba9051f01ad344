import type Stripe from "stripe";
import { moveBalance } from "./balance.ts";
import { getCharge, buildCharge, buildOutcome } from "./charges.ts";
import { daySeconds } from "../clock/clock.ts";
import { StripeFailure } from "../wire/failure.ts";
import { getMethod } from "../customers/payment-methods.ts";
import { findBehavior } from "../customers/test-numbers.ts";
import { type World, idOf } from "../state.ts";

export type Outcome = "succeeded" | "processing" | "requires_action" | "declined";

const settlementSeconds = 4 * daySeconds;

interface Decline {
  code:
    | "card_declined"
    | "authentication_required"
    | "expired_card"
    | "payment_method_provider_decline"
    | "payment_intent_authentication_failure";
  decline_code: string;
  message: string;
}

const declineTypes = {
  generic: { code: "card_declined", decline_code: "generic_decline", message: "Your card was declined." },
  expired: { code: "expired_card", decline_code: "expired_card", message: "Your card has expired." },
  bank: {
    code: "payment_method_provider_decline",
    decline_code: "insufficient_funds",
    message: "The customer's bank account could not be debited: R01, insufficient funds.",
  },
  // https://docs.stripe.com/declines/codes
  absent: {
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
  authentication: {
    code: "payment_intent_authentication_failure",
    decline_code: "authentication_not_handled",
    message:
      "The provided payment method has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
  },
} satisfies Record<string, Decline>;

/**
 * `there`: the bank can ask the buyer; `authenticated`: the buyer has answered the bank; `away`: the bank cannot ask.
 */
export type Presence = "there" | "authenticated" | "away";

/** Tries to collect a payment; creates at most one charge. */
export function attemptPayment(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  buyer: Presence = "there",
): Outcome {
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const behavior = findBehavior(method);
  if (behavior === "needs-authentication" && buyer !== "authenticated") return askForAuthentication(world, intent);
  const charge = buildCharge(world, intent, method);
  intent.latest_charge = charge.id;
  if (isExpired(world, method)) return decline(world, intent, charge, declineTypes.expired);
  if (behavior === "needs-buyer" && buyer === "away") return decline(world, intent, charge, declineTypes.absent);
  if (world.options.takeDecline() || behavior === "declines")
    return decline(world, intent, charge, declineTypes.generic);
  if (behavior === "settles" || behavior === "fails-to-settle") return startProcessing(world, intent, charge);
  return succeed(world, intent, charge);
}

/** Ends the processing of a bank debit, days after its attempt. */
export function settleIntent(world: World, intent: Stripe.PaymentIntent): Outcome {
  const charge = getCharge(world, idOf(intent.latest_charge) ?? "");
  const isDeclined = findBehavior(getMethod(world, idOf(intent.payment_method) ?? "")) === "fails-to-settle";
  return isDeclined ? decline(world, intent, charge, declineTypes.bank) : succeed(world, intent, charge);
}

export function authenticateIntent(world: World, intent: Stripe.PaymentIntent, isProven: boolean): Outcome {
  const method = getMethod(world, idOf(intent.payment_method) ?? "");
  if (isProven) return attemptPayment(world, intent, method, "authenticated");
  refuse(world, intent, declineTypes.authentication);
  return "declined";
}

export function createDeclinedFailure(
  intent: Stripe.PaymentIntent,
  code?: "payment_intent_authentication_failure",
): StripeFailure {
  const { code: reason, decline_code, message = "Your card was declined.", charge } = intent.last_payment_error ?? {};
  const body = { type: "card_error", message, payment_intent: intent } as const;
  return new StripeFailure(402, { ...body, code: code ?? reason ?? "card_declined", decline_code, charge });
}

function askForAuthentication(world: World, intent: Stripe.PaymentIntent): Outcome {
  intent.status = "requires_action";
  intent.next_action = { type: "use_stripe_sdk", use_stripe_sdk: {} };
  world.paymentIntents.save(intent);
  world.emit("payment_intent.requires_action", intent);
  return "requires_action";
}

function succeed(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): Outcome {
  charge.status = "succeeded";
  charge.paid = true;
  charge.captured = true;
  charge.amount_captured = charge.amount;
  charge.outcome = buildOutcome(null);
  const kind = charge.id.startsWith("py") ? "payment" : "charge";
  charge.balance_transaction = moveBalance(world, kind, charge.amount, charge.id).id;
  world.charges.save(charge);
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  world.paymentIntents.save(intent);
  world.emit("charge.succeeded", charge);
  world.emit("payment_intent.succeeded", intent);
  return "succeeded";
}

function startProcessing(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge): Outcome {
  world.charges.save(charge);
  intent.status = "processing";
  world.paymentIntents.save(intent);
  world.emit("charge.pending", charge);
  world.emit("payment_intent.processing", intent);
  world.plan("settle", intent.id, world.clock.now() + settlementSeconds);
  return "processing";
}

function decline(world: World, intent: Stripe.PaymentIntent, charge: Stripe.Charge, why: Decline): Outcome {
  charge.status = "failed";
  charge.failure_code = why.code;
  charge.failure_message = why.message;
  charge.outcome = buildOutcome(why.decline_code);
  world.charges.save(charge);
  world.emit("charge.failed", charge);
  refuse(world, intent, why, charge.id);
  return "declined";
}

function refuse(world: World, intent: Stripe.PaymentIntent, why: Decline, charge?: string): void {
  intent.status = "requires_payment_method";
  intent.next_action = null;
  intent.last_payment_error = { type: "card_error", ...why, ...(charge ? { charge } : {}) };
  intent.payment_method = null;
  world.paymentIntents.save(intent);
  world.emit("payment_intent.payment_failed", intent);
}

function isExpired(world: World, { card }: Stripe.PaymentMethod): boolean {
  return card !== undefined && Date.UTC(card.exp_year, card.exp_month, 1) <= world.clock.now() * 1000;
}
