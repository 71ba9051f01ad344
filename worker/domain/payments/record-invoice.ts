import { refundActions } from "../../../db/enums.ts";
import { isUuid } from "../../contract/fields.ts";
import type { ProviderCharge, ProviderInvoice } from "../../gateways/payment-provider.ts";
import type { Ctx } from "../context.ts";
import {
  type RefundActor,
  type LedgerEntry,
  type RecordedPayment,
  recordPayment,
  type RefundClaim,
} from "./invoices/record-payment.ts";

/** A webhook may book the refund, so the provider's metadata carries the actor for the audit entry. */
export const refundMetadata = ({
  actor_id,
  impersonator_id,
  action,
}: Record<"actor_id" | "action", string> & { impersonator_id: string | null }): Record<string, string> => ({
  actor_id,
  ...(impersonator_id ? { impersonator_id } : {}),
  action,
});

function readRefundActor(metadata: Record<string, string>): RefundActor | undefined {
  const { actor_id = "", impersonator_id = "" } = metadata;
  const action = refundActions.find((each) => each === metadata["action"]);
  if (!isUuid(actor_id) || !action) return undefined;
  const refund_id = findRefundId(metadata) ?? null;
  return { actor_id, impersonator_id: isUuid(impersonator_id) ? impersonator_id : null, action, refund_id };
}

const findRefundId = ({ refund_id = "" }: Record<string, string>): string | undefined =>
  isUuid(refund_id) ? refund_id : undefined;

function toLedgerEntries(charge: ProviderCharge): LedgerEntry[] {
  const refunds = charge.refunds.flatMap((refund): LedgerEntry[] => {
    const { id: object_id, booked_at } = refund;
    const refundEntry = { object_id, kind: "refund", amount_cents: -refund.amount, booked_at } as const;
    const requested_by = readRefundActor(refund.metadata);
    if (refund.status === "succeeded") return [{ ...refundEntry, requested_by }];
    if (refund.status !== "failed") return [];
    // The money of a failed refund left and came back, so both entries are booked, in whatever order the webhooks
    // arrive.
    return [
      { ...refundEntry, requested_by },
      { object_id, kind: "refund_failed", amount_cents: refund.amount, booked_at: refund.failed_at },
    ];
  });
  const disputes = charge.disputes.flatMap((dispute): LedgerEntry[] => [
    ...(dispute.withdrawn > 0
      ? [
          {
            object_id: dispute.id,
            kind: "dispute_withdrawn" as const,
            amount_cents: -dispute.withdrawn,
            booked_at: dispute.withdrawn_at,
          },
        ]
      : []),
    ...(dispute.reinstated > 0
      ? [
          {
            object_id: dispute.id,
            kind: "dispute_reinstated" as const,
            amount_cents: dispute.reinstated,
            booked_at: dispute.reinstated_at,
          },
        ]
      : []),
  ]);
  const { id: object_id, amount: amount_cents, booked_at } = charge;
  return [{ object_id, kind: "charge", amount_cents, booked_at }, ...refunds, ...disputes];
}

export function balanceEntries(invoice: ProviderInvoice): LedgerEntry[] {
  const { id, balance_applied: applied, credit_returned, paid_at } = invoice;
  if (applied === 0) return [];
  const refundEntries = credit_returned.map((move): LedgerEntry => ({
    object_id: move.id,
    kind: "refund",
    amount_cents: -move.amount,
    booked_at: move.booked_at,
    requested_by: readRefundActor(move.metadata),
  }));
  return [
    { object_id: id, kind: applied > 0 ? "balance" : "balance_owed", amount_cents: applied, booked_at: paid_at },
    ...refundEntries,
  ];
}

const filterUsd = (charges: ProviderCharge[]) => charges.filter((charge) => charge.currency === "usd");

/**
 * A refund of an invoice that was paid in parts has one provider refund for each charge; `given_amount` sums those that
 * neither failed nor were canceled.
 */
function collectClaims(charges: ProviderCharge[]): RefundClaim[] {
  const claims = new Map<string, RefundClaim>();
  for (const { id: object_id, status, metadata, amount } of charges.flatMap(({ refunds }) => refunds)) {
    const refund_id = findRefundId(metadata);
    if (refund_id === undefined) continue;
    const given_amount = status === "failed" || status === "canceled" ? 0 : amount;
    const partClaim = { refund_id, object_id, status, given_amount };
    const earlier = claims.get(refund_id);
    claims.set(refund_id, earlier ? mergeClaims(earlier, partClaim) : partClaim);
  }
  return [...claims.values()];
}

/** A merged claim is pending until all parts have ended, and failed only if no part succeeded. */
function mergeClaims(earlier: RefundClaim, partClaim: RefundClaim): RefundClaim {
  const order: RefundClaim["status"][] = ["pending", "requires_action", "succeeded", "failed", "canceled"];
  const { status } = order.indexOf(partClaim.status) < order.indexOf(earlier.status) ? partClaim : earlier;
  return { ...earlier, status, given_amount: earlier.given_amount + partClaim.given_amount };
}

export const summarizeCharges = (charges: ProviderCharge[]) => ({
  entries: filterUsd(charges).flatMap(toLedgerEntries),
  refunds: filterUsd(charges).flatMap(({ refunds }) =>
    refunds.map(({ id, amount, status, failure_reason }) => ({
      id,
      amount,
      is_pending: status === "pending" || status === "requires_action",
      failure_reason,
    })),
  ),
  disputes: filterUsd(charges).flatMap(({ disputes }) =>
    disputes.map(({ id, amount, status, reason, is_open, due_by }) => ({
      id,
      amount,
      status,
      reason,
      is_open,
      due_by,
    })),
  ),
  claims: collectClaims(filterUsd(charges)),
  is_disputed: charges.some((charge) => charge.disputes.some((dispute) => dispute.is_open)),
});

function withCredit(chargeClaims: readonly RefundClaim[], { credit_returned }: ProviderInvoice): RefundClaim[] {
  const claims = new Map(chargeClaims.map((claim) => [claim.refund_id, claim]));
  for (const { id: object_id, amount, metadata } of credit_returned) {
    const refund_id = findRefundId(metadata);
    if (refund_id === undefined) continue;
    const { given_amount, ...claim } = claims.get(refund_id) ?? {
      refund_id,
      object_id,
      status: "succeeded",
      given_amount: 0,
    };
    claims.set(refund_id, { ...claim, given_amount: given_amount + amount });
  }
  return [...claims.values()];
}

/** Payments outside the provider have no charge, so their entry uses the invoice's id. */
export const outOfBandEntries = ({ id, paid_out_of_band: amount_cents, paid_at }: ProviderInvoice): LedgerEntry[] =>
  amount_cents > 0 ? [{ object_id: id, kind: "paid_out_of_band", amount_cents, booked_at: paid_at }] : [];

export const recordInvoice = (
  ctx: Ctx,
  invoiceId: string,
  seq: number,
  invoice: ProviderInvoice,
): Promise<RecordedPayment | undefined> => {
  const { entries, claims, ...money } = summarizeCharges(invoice.charges);
  const { status, tries, is_processing } = invoice;
  const isCredited = invoice.credited > 0 && invoice.credited === invoice.total;
  const closed_as = status === "void" || isCredited ? "void" : status === "uncollectible" ? "written_off" : null;
  return recordPayment(ctx, {
    claims: withCredit(claims, invoice),
    invoice_id: invoiceId,
    seq,
    entries: [...balanceEntries(invoice), ...entries, ...outOfBandEntries(invoice)],
    is_sum_final: status !== "draft" && status !== "open",
    ...money,
    tries,
    is_processing,
    closed_as,
    credited_amount: invoice.credited,
    applied_balance: status === "paid" ? 0 : invoice.balance_held,
    has_failed: invoice.has_failed && invoice.status !== "paid" && !invoice.is_processing,
    needs_action: invoice.needs_action && invoice.status === "open",
    next_attempt_at: invoice.next_attempt_at,
    stripe_payment_id: invoice.payment_intent,
    stripe_invoice_id: invoice.id,
    stripe_invoice_url: invoice.url,
    stripe_invoice_no: invoice.number,
  });
};
