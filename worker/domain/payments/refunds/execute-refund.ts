import { sql } from "drizzle-orm";
import { refundIncomplete, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { ownBooking, recordPayment } from "../invoices/record-payment.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { refundMetadata } from "../record-invoice.ts";
import { type Claim, releaseClaim } from "./claim-refund.ts";
import type { Refundable } from "./read-refundable.ts";

type RefundDestination = Pick<Refundable, "charge" | "customer" | "stripe_invoice_id">;
type PartialRefund = { key: string; amount: number; metadata: Record<string, string> };

/** Keeps a claim that the provider refused to pay, for an administrator. */
export const failRefund = async (ctx: Ctx, { id }: Claim): Promise<void> => {
  await ctx.db.execute(sql`
    with r as (
      update refunds set status = 'failed', given_amount = coalesce(given_amount, 0), updated_at = now()
      where id = ${id} and status = 'asked'
      returning invoice_id
    )
    update invoices set needs_review = true where id in (select invoice_id from r)`);
};

/**
 * Has the provider pay a claimed refund, and records it. Idempotent: the claim is the key. A refused claim is released;
 * or what `release` does instead; if only the balance part is refused, the card part stands. Throws PAYMENT_FAILED, with its own message for a partial
 * refund.
 */
export async function executeRefund(
  ctx: Ctx,
  destination: RefundDestination,
  claim: Claim,
  release: (ctx: Ctx, claim: Claim, paidCents?: number) => Promise<void> = releaseClaim,
): Promise<void> {
  const { status, given_amount } = claim;
  if (status === "succeeded" && given_amount !== null && given_amount < claim.amount) throw refundIncomplete();
  if (status !== "asked") return;
  if (claim.reference !== null) return bookOwnRefund(ctx, claim);
  const metadata = { invoice_id: claim.invoice_id, refund_id: claim.id, ...refundMetadata(claim) };
  const key = `refund_${claim.id}`;
  const { balance_amount } = claim;
  const of_charge = claim.amount - balance_amount;
  if (!(await refundCharge(ctx, destination, { key, amount: of_charge, metadata }))) {
    await release(ctx, claim);
    throw unprocessable("PAYMENT_FAILED");
  }
  const isWhole = await returnCredit(ctx, destination, { key: `${key}_balance`, amount: balance_amount, metadata });
  if (isWhole || of_charge > 0) await refreshPayment(ctx, claim.invoice_id);
  if (isWhole) return;
  await release(ctx, claim, of_charge);
  throw of_charge > 0 ? refundIncomplete() : unprocessable("PAYMENT_FAILED");
}

async function refundCharge(ctx: Ctx, { charge }: RefundDestination, refund: PartialRefund): Promise<boolean> {
  return refund.amount === 0 || (charge !== null && ctx.gateways.payments.refund({ charge, ...refund }));
}

/** The provider refunds charges only; the part paid from the balance returns as credit. */
async function returnCredit(
  ctx: Ctx,
  { customer, stripe_invoice_id: invoice }: RefundDestination,
  refund: PartialRefund,
): Promise<boolean> {
  if (refund.amount === 0) return true;
  return customer !== null && invoice !== null && ctx.gateways.payments.returnCredit({ customer, invoice, ...refund });
}

/** A refund by wire or cheque: the provider moves no money, and only our ledger records it. */
async function bookOwnRefund(ctx: Ctx, claim: Claim): Promise<void> {
  const { id: refund_id, invoice_id, amount, actor_id, impersonator_id, action } = claim;
  const object_id = `own_${refund_id}`;
  const requested_by = { actor_id, impersonator_id, action, refund_id };
  await recordPayment(ctx, {
    invoice_id,
    ...ownBooking,
    closed_as: undefined,
    entries: [{ object_id, kind: "refund", amount_cents: -amount, booked_at: null, requested_by }],
    claims: [{ refund_id, object_id, status: "succeeded", given_amount: amount }],
  });
}
