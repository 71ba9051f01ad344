import type Stripe from "stripe";
import { z } from "zod";
import { moveBalance } from "./balance.ts";
import { getCharge } from "./charges.ts";
import { blocksRefunds } from "./disputes.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { type StripeFailure, createInvalidRequest, createMissing } from "../wire/failure.ts";
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
    defineEndpoint("POST", "/v1/refunds", createShape, ({ world, input }) => {
      const charge = findCharge(world, input.charge, input.payment_intent);
      return refundCharge(world, charge, { ...input, metadata: mergeMetadata({}, input.metadata) });
    }),
    defineEndpoint("GET", "/v1/refunds", listShape, ({ world, input, path }) => {
      const { charge, payment_intent } = input;
      if (charge) return listPage(path, world.refunds.by("charge", charge), input);
      return listPage(
        path,
        payment_intent ? world.refunds.by("payment_intent", payment_intent) : world.refunds.all(),
        input,
      );
    }),
    defineEndpoint("GET", "/v1/refunds/:id", z.strictObject({ expand }), ({ world, id }) => getRefund(world, id)),
  ];
}

export function getRefund(world: World, id: string): Stripe.Refund {
  const refundRecord = world.refunds.find(id);
  if (!refundRecord) throw createMissing("refund", id);
  return refundRecord;
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
const bankRefundSeconds = 5 * 86_400;

/**
 * Refunds a charge, by default all that is left. A refund of a bank debit (in this fake, of any charge that is not by
 * card), or one that a control delays, stays pending.
 */
export function refundCharge(world: World, charge: Stripe.Charge, input: RefundInput): Stripe.Refund {
  const reason = world.refundsWaitFor;
  if (reason) return createRefund(world, charge, input, "pending", reason);
  if (!isOfBankAccount(charge)) return createRefund(world, charge, input, "succeeded");
  const pendingRefund = createRefund(world, charge, input, "pending", "processing");
  world.plan("end-refund", pendingRefund.id, world.clock.now() + bankRefundSeconds);
  return pendingRefund;
}

export function endRefund(world: World, id: string): void {
  const waiting = getRefund(world, id);
  if (waiting.status === "pending") resolveRefund(world, waiting, "succeeded");
}

const isOfBankAccount = (charge: Stripe.Charge): boolean => charge.id.startsWith("py");

/** Reasons of https://docs.stripe.com/changelog/basil/2025-04-30/refund-pending-reason. */
export const pendingReasons = ["processing", "insufficient_funds", "charge_pending"] as const;
type PendingReason = (typeof pendingReasons)[number];

/** Creates a pending refund, which `resolveRefund` ends. */
export function createPendingRefund(
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
  const remainingCents = charge.amount - charge.amount_refunded;
  const cents = input.amount ?? remainingCents;
  const isWithdrawn = world.disputes.by("charge", charge.id).some(blocksRefunds);
  const reason = findRefusal(charge, cents, remainingCents, isWithdrawn);
  if (reason) throw reason;
  const id = randomId(isOfBankAccount(charge) ? "pyr" : "re");
  const refundRow = world.refunds.save(buildRefund(world, charge, { ...input, id, amount: cents, status }));
  if (pending_reason) refundRow.pending_reason = pending_reason;
  world.emit("refund.created", refundRow);
  addRefundedCents(world, charge, cents);
  world.emit("charge.refunded", charge);
  return refundRow;
}

interface KnownRefund extends RefundInput {
  id: string;
  amount: number;
  status: "succeeded" | "pending" | "failed";
}

/** An existing refund, not saved; `amount_refunded` of its charge is not changed. */
export const buildKnownRefund = (world: World, charge: Stripe.Charge, input: KnownRefund): Stripe.Refund => ({
  ...buildRefund(world, charge, input),
  ...(input.status === "failed" && { failure_reason: "expired_or_canceled_card" }),
});

function buildRefund(
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
 * Ends a refund; the money of a failed one returns to our balance. charge.refund.updated exists only for some payment
 * methods (https://docs.stripe.com/api/events/types); `eventTypes` selects the events.
 */
export function resolveRefund(
  world: World,
  refundObject: Stripe.Refund,
  outcome: "succeeded" | "failed",
  eventTypes: readonly RefundEnding[] = refundEndings,
): Stripe.Refund {
  if (refundObject.status === "failed" || refundObject.status === outcome) {
    throw createInvalidRequest(`This refund is ${refundObject.status} already.`);
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
    addRefundedCents(world, charge, -refundObject.amount);
  }
  world.refunds.save(refundObject);
  for (const type of eventTypes) if (type !== "refund.failed" || outcome === "failed") world.emit(type, refundObject);
  return refundObject;
}

function addRefundedCents(world: World, charge: Stripe.Charge, cents: number): void {
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.charges.save(charge);
}

function findCharge(world: World, charge: string | undefined, intent: string | undefined): Stripe.Charge {
  if (charge) return getCharge(world, charge);
  if (!intent)
    throw createInvalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const latestChargeId = idOf(getIntent(world, intent).latest_charge);
  if (!latestChargeId)
    throw createInvalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`);
  return getCharge(world, latestChargeId);
}

function findRefusal(
  charge: Stripe.Charge,
  cents: number,
  left: number,
  isWithdrawn: boolean,
): StripeFailure | undefined {
  if (charge.status !== "succeeded")
    return createInvalidRequest(`Charge ${charge.id} has not succeeded and cannot be refunded.`);
  if (isWithdrawn) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    return createInvalidRequest(message, { code: "charge_disputed" });
  }
  if (charge.refunded) {
    return createInvalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  if (cents < 1)
    return createInvalidRequest("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (cents <= left) return undefined;
  const message = `Refund amount (${formatDollars(cents)}) is greater than unrefunded amount on charge (${formatDollars(left)})`;
  return createInvalidRequest(message, { param: "amount" });
}

function formatDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
