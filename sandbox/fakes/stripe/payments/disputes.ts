import type Stripe from "stripe";
import { z } from "zod";
import { moveBalance } from "./balance.ts";
import { daySeconds } from "../clock/clock.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, range, text } from "../wire/params.ts";
import type { World } from "../state.ts";

/**
 * `inquiry` precedes a withdrawal, and `warning_closed` ends the inquiry
 * (https://docs.stripe.com/disputes/how-disputes-work).
 */
export const disputeStages = [
  "inquiry",
  "warning_closed",
  "created",
  "funds_withdrawn",
  "funds_reinstated",
  "won",
  "lost",
] as const;
export type DisputeStage = (typeof disputeStages)[number];

const answerPeriodSeconds = 14 * daySeconds;

const listShape = params<Stripe.DisputeListParams>()({
  charge: text.optional(),
  payment_intent: text.optional(),
  created: range.optional(),
  ...paging,
  expand,
});

export function disputeEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/disputes", listShape, ({ world, input, path }) => {
      const { charge, payment_intent } = input;
      const rows = [...(charge ? world.disputes.by("charge", charge) : world.disputes.all())];
      return listPage(path, payment_intent ? rows.filter((row) => row.payment_intent === payment_intent) : rows, input);
    }),
    defineEndpoint("GET", "/v1/disputes/:id", z.strictObject({ expand }), ({ world, id }) => {
      const disputeRecord = world.disputes.find(id);
      if (!disputeRecord) throw createMissing("dispute", id);
      return disputeRecord;
    }),
  ];
}

export function blocksRefunds({ status, is_charge_refundable }: Stripe.Dispute): boolean {
  return status !== "won" && status !== "warning_closed" && !is_charge_refundable;
}

/** Moves a dispute through all stages up to `stage`. Throws if `stage` is past or unreachable. */
export function advanceDispute(world: World, charge: Stripe.Charge, stage: DisputeStage): Stripe.Dispute {
  const existing = world.disputes.by("charge", charge.id)[0];
  if (stage === "warning_closed") return closeInquiry(world, charge, existing);
  if (existing && determineStage(existing) >= stageOrder[stage])
    throw createInvalidRequest(`Charge ${charge.id} is at this stage already.`);
  if (stage === "inquiry") return openDispute(world, charge, "warning_needs_response");
  const current = existing ?? openDispute(world, charge, "needs_response");
  if (isInquiry(current)) escalate(world, current);
  if (stage === "created") return current;
  if (current.balance_transactions.length === 0) withdraw(world, current);
  if (stage === "funds_reinstated" || stage === "won") reinstate(world, current);
  if (stage === "lost") closeDispute(world, current, "lost");
  return current;
}

const stageOrder: Record<Exclude<DisputeStage, "warning_closed">, number> = {
  inquiry: 0,
  created: 1,
  funds_withdrawn: 2,
  funds_reinstated: 3,
  won: 3,
  lost: 3,
};

const isInquiry = ({ status }: Stripe.Dispute) => status.startsWith("warning_");

function determineStage(current: Stripe.Dispute): number {
  if (isInquiry(current)) return current.status === "warning_closed" ? stageOrder.lost : stageOrder.inquiry;
  if (current.status === "won" || current.status === "lost") return stageOrder.lost;
  return current.balance_transactions.length > 0 ? stageOrder.funds_withdrawn : stageOrder.created;
}

function closeInquiry(world: World, charge: Stripe.Charge, existing: Stripe.Dispute | undefined): Stripe.Dispute {
  if (existing?.status !== "warning_needs_response") {
    throw createInvalidRequest(`There is no open inquiry about charge ${charge.id}.`);
  }
  return closeDispute(world, existing, "warning_closed");
}

function closeDispute(
  world: World,
  current: Stripe.Dispute,
  status: "won" | "lost" | "warning_closed",
): Stripe.Dispute {
  current.status = status;
  world.disputes.save(current);
  world.emit("charge.dispute.closed", current);
  return current;
}

/** Makes an inquiry a dispute; the charge can no longer be refunded. */
function escalate(world: World, current: Stripe.Dispute): void {
  current.status = "needs_response";
  current.is_charge_refundable = false;
  world.disputes.save(current);
  world.emit("charge.dispute.updated", current);
}

function openDispute(
  world: World,
  charge: Stripe.Charge,
  status: "needs_response" | "warning_needs_response",
): Stripe.Dispute {
  if (charge.status !== "succeeded" || charge.refunded) {
    throw createInvalidRequest(`Charge ${charge.id} holds no money that could be disputed.`);
  }
  const createdDispute = buildDispute(world, charge, randomId("du"), status);
  charge.disputed = true;
  world.charges.save(charge);
  world.disputes.save(createdDispute);
  world.emit("charge.dispute.created", createdDispute);
  return createdDispute;
}

interface KnownDispute {
  id: string;
  amount: number;
  is_won: boolean;
}

/** An existing dispute, not saved: the money was withdrawn, and reinstated if `is_won`. */
export function buildKnownDispute(
  world: World,
  charge: Stripe.Charge,
  { id, amount, is_won }: KnownDispute,
): Stripe.Dispute {
  const withdrawn = moveBalance(world, "dispute", -amount, id);
  const reinstatements = is_won ? [moveBalance(world, "dispute_reversal", amount, id)] : [];
  return {
    ...buildDispute(world, charge, id, "needs_response"),
    amount,
    balance_transactions: [withdrawn, ...reinstatements],
    status: is_won ? "won" : "needs_response",
  };
}

function buildDispute(
  world: World,
  charge: Stripe.Charge,
  id: string,
  status: "needs_response" | "warning_needs_response",
): Stripe.Dispute {
  const now = world.clock.now();
  return {
    id,
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: buildEvidence(),
    evidence_details: {
      due_by: now + answerPeriodSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: status === "warning_needs_response",
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status,
  };
}

function withdraw(world: World, current: Stripe.Dispute): void {
  current.balance_transactions.push(moveBalance(world, "dispute", -current.amount, current.id));
  world.disputes.save(current);
  world.emit("charge.dispute.funds_withdrawn", current);
}

function reinstate(world: World, current: Stripe.Dispute): void {
  current.balance_transactions.push(moveBalance(world, "dispute_reversal", current.amount, current.id));
  current.status = "won";
  world.disputes.save(current);
  world.emit("charge.dispute.funds_reinstated", current);
  closeDispute(world, current, "won");
}

function buildEvidence(): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
