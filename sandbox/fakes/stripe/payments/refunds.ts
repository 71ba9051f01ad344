import type Stripe from "stripe";
import { z } from "zod";
import { moveBalance } from "./balance.ts";
import { getCharge } from "./charges.ts";
import { blocksRefunds } from "./disputes.ts";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { type StripeFailure, invalidRequest, missing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { amount, expand, mergeMetadata, metadata, paging, params, range, text } from "../wire/params.ts";
import { getIntent } from "./payment-intents.ts";
import { type World, idOf } from "../state.ts";

const createShape = params<Stripe.RefundCreateParams>()({
  charge: text.optional(),
  payment_intent: text.optional(),
  amount: amount.optional(),
  metadata: metadata.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  expand,
});
const listShape = params<Stripe.RefundListParams>()({
  charge: text.optional(),
  payment_intent: text.optional(),
  created: range.optional(),
  ...paging,
});

export function refundEndpoints(): Endpoint[] {
  return [
    endpoint("POST", "/v1/refunds", createShape, ({ world, input }) => {
      const charge = chargeFor(world, input.charge, input.payment_intent);
      return refund(world, charge, { ...input, metadata: mergeMetadata({}, input.metadata) });
    }),
    endpoint("GET", "/v1/refunds", listShape, ({ world, input, path }) => {
      const { charge, payment_intent } = input;
      if (charge) return listPage(path, world.refunds.by("charge", charge), input);
      return listPage(
        path,
        payment_intent ? world.refunds.by("payment_intent", payment_intent) : world.refunds.all(),
        input,
      );
    }),
    endpoint("GET", "/v1/refunds/:id", z.strictObject({ expand }), ({ world, id }) => getRefund(world, id)),
  ];
}

export function getRefund(world: World, id: string): Stripe.Refund {
  const found = world.refunds.find(id);
  if (!found) throw missing("refund", id);
  return found;
}

export interface RefundInput {
  amount?: number | undefined;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | undefined;
  metadata?: Record<string, string>;
}

/**
 * Refunds to bank accounts stay pending for 4 to 5 business days
 * (https://support.stripe.com/questions/refunds-with-ach-payments).
 */
const bankRefundS = 5 * 86_400;

/** Default: the rest. Succeeds immediately, unless a control delays refunds or the money goes to a bank account. */
export function refund(world: World, charge: Stripe.Charge, input: RefundInput): Stripe.Refund {
  const reason = world.refundsWaitFor;
  if (reason) return createRefund(world, charge, input, "pending", reason);
  if (!isOfBankAccount(charge)) return createRefund(world, charge, input, "succeeded");
  const made = createRefund(world, charge, input, "pending", "processing");
  world.plan("end-refund", made.id, world.clock.now() + bankRefundS);
  return made;
}

export function endRefund(world: World, id: string): void {
  const waiting = getRefund(world, id);
  if (waiting.status === "pending") resolveRefund(world, waiting, "succeeded");
}

const isOfBankAccount = (charge: Stripe.Charge): boolean => charge.id.startsWith("py");

/** https://docs.stripe.com/changelog/basil/2025-04-30/refund-pending-reason */
export const pendingReasons = ["processing", "insufficient_funds", "charge_pending"] as const;
type PendingReason = (typeof pendingReasons)[number];

/** `resolveRefund` completes it. */
export function refundSlowly(
  world: World,
  charge: Stripe.Charge,
  input: RefundInput,
  reason: PendingReason,
): Stripe.Refund {
  return createRefund(world, charge, input, "pending", reason);
}

function createRefund(
  world: World,
  charge: Stripe.Charge,
  input: RefundInput,
  status: "succeeded" | "pending",
  pending_reason?: PendingReason,
): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  const cents = input.amount ?? left;
  const isWithdrawn = world.disputes.by("charge", charge.id).some(blocksRefunds);
  const reason = findRefusal(charge, cents, left, isWithdrawn);
  if (reason) throw reason;
  const id = randomId(isOfBankAccount(charge) ? "pyr" : "re");
  const refundRow = world.refunds.save(newRefund(world, charge, { ...input, id, amount: cents, status }));
  if (pending_reason) refundRow.pending_reason = pending_reason;
  world.emit("refund.created", refundRow);
  changeRefunded(world, charge, cents);
  world.emit("charge.refunded", charge);
  return refundRow;
}

interface KnownRefund extends RefundInput {
  id: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
}

/** Unsaved; its charge is already updated. */
export const knownRefund = (world: World, charge: Stripe.Charge, input: KnownRefund): Stripe.Refund => ({
  ...newRefund(world, charge, input),
  ...(input.status === "failed" && { failure_reason: "expired_or_canceled_card" }),
});

function newRefund(
  world: World,
  charge: Stripe.Charge,
  { id, amount: cents, status, ...input }: KnownRefund,
): Stripe.Refund {
  return {
    id,
    object: "refund",
    amount: cents,
    balance_transaction: moveBalance(world, "refund", -cents, id).id,
    charge: charge.id,
    created: world.clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer) ?? null,
    customer_account: null,
    destination_details: { type: isOfBankAccount(charge) ? "us_bank_transfer" : "card" },
    metadata: input.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

/** Events that report the end of a refund. */
export const refundEndings = ["refund.updated", "refund.failed", "charge.refund.updated"] as const;
type RefundEnding = (typeof refundEndings)[number];

/**
 * Failed money returns to our balance. charge.refund.updated exists for some payment methods only
 * (https://docs.stripe.com/api/events/types); `eventTypes` selects the events.
 */
export function resolveRefund(
  world: World,
  refundObject: Stripe.Refund,
  outcome: "succeeded" | "failed",
  eventTypes: readonly RefundEnding[] = refundEndings,
): Stripe.Refund {
  if (refundObject.status === "failed" || refundObject.status === outcome) {
    throw invalidRequest(`This refund is ${refundObject.status} already.`);
  }
  const charge = getCharge(world, idOf(refundObject.charge) ?? "");
  refundObject.status = outcome;
  delete refundObject.pending_reason;
  if (outcome === "failed") {
    refundObject.failure_reason = "expired_or_canceled_card";
    refundObject.failure_balance_transaction = moveBalance(
      world,
      "refund_failure",
      refundObject.amount,
      refundObject.id,
    ).id;
    changeRefunded(world, charge, -refundObject.amount);
  }
  world.refunds.save(refundObject);
  for (const type of eventTypes) if (type !== "refund.failed" || outcome === "failed") world.emit(type, refundObject);
  return refundObject;
}

function changeRefunded(world: World, charge: Stripe.Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.charges.save(charge);
}

function chargeFor(world: World, charge: string | undefined, intent: string | undefined): Stripe.Charge {
  if (charge) return getCharge(world, charge);
  if (!intent)
    throw invalidRequest("One of the following params should be provided for this request: payment_intent or charge.");
  const latest = idOf(getIntent(world, intent).latest_charge);
  if (!latest) throw invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
  return getCharge(world, latest);
}

function findRefusal(
  charge: Stripe.Charge,
  cents: number,
  left: number,
  isWithdrawn: boolean,
): StripeFailure | undefined {
  if (charge.status !== "succeeded")
    return invalidRequest(`Charge ${charge.id} has not succeeded and cannot be refunded.`);
  if (isWithdrawn) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    return invalidRequest(message, { code: "charge_disputed" });
  }
  if (charge.refunded) {
    return invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (cents < 1)
    return invalidRequest("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (cents <= left) return undefined;
  const message = `Refund amount (${dollars(cents)}) is greater than unrefunded amount on charge (${dollars(left)})`;
  return invalidRequest(message, { param: "amount" });
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
