import type Stripe from "stripe";
import { z } from "zod";
import { moveBalance } from "./balance.ts";
import { daySeconds } from "../clock/clock.ts";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { invalidRequest, missing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, text } from "../wire/params.ts";
import type { World } from "../state.ts";

export type DisputeStage = "created" | "funds_withdrawn" | "funds_reinstated";

const answerWithinSeconds = 14 * daySeconds;

const listShape = params<Stripe.DisputeListParams>()({
  charge: text.optional(),
  payment_intent: text.optional(),
  ...paging,
  expand,
});

export function disputeEndpoints(): Endpoint[] {
  return [
    endpoint("GET", "/v1/disputes", listShape, ({ world, input, path }) => {
      const { charge, payment_intent } = input;
      const rows = [...(charge ? world.disputes.by("charge", charge) : world.disputes.all())];
      return listPage(path, payment_intent ? rows.filter((row) => row.payment_intent === payment_intent) : rows, input);
    }),
    endpoint("GET", "/v1/disputes/:id", z.strictObject({ expand }), ({ world, id }) => {
      const found = world.disputes.find(id);
      if (!found) throw missing("dispute", id);
      return found;
    }),
  ];
}

/** Brings the charge's dispute to `stage`, through the stages before it. Throws when it is there or beyond already. */
export function dispute(world: World, charge: Stripe.Charge, stage: DisputeStage): Stripe.Dispute {
  const there = world.disputes.by("charge", charge.id)[0];
  if (there && stageOf(there) >= order[stage]) throw invalidRequest(`Charge ${charge.id} is at this stage already.`);
  const current = there ?? open(world, charge);
  if (stage !== "created" && stageOf(current) < order.funds_withdrawn) withdraw(world, current);
  if (stage === "funds_reinstated") reinstate(world, current);
  return current;
}

const order: Record<DisputeStage, number> = { created: 0, funds_withdrawn: 1, funds_reinstated: 2 };

function stageOf({ balance_transactions }: Stripe.Dispute): number {
  return balance_transactions.length;
}

function open(world: World, charge: Stripe.Charge): Stripe.Dispute {
  if (charge.status !== "succeeded" || charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} holds no money that could be disputed.`);
  }
  const now = world.clock.now();
  const made: Stripe.Dispute = {
    id: randomId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: now + answerWithinSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  };
  charge.disputed = true;
  world.charges.save(charge);
  world.disputes.save(made);
  world.emit("charge.dispute.created", made);
  return made;
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
  world.emit("charge.dispute.closed", current);
}

function noEvidence(): Stripe.Dispute.Evidence {
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
