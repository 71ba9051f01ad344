import { sql } from "drizzle-orm";
import { refundIncomplete, unprocessable } from "../../../contract/errors.ts";
import type { ProviderCharge } from "../../../gateways/payment-provider.ts";
import type { Ctx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { localBooking, recordPayment } from "../invoices/record-payment.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { refundMetadata } from "../record-invoice.ts";
import { type Claim, releaseClaim } from "./claim-refund.ts";
import type { Refundable } from "./read-refundable.ts";

type RefundDestination = Pick<Refundable, "charge" | "charges" | "customer" | "stripe_invoice_id" | "is_on_account">;
type PartialRefund = { key: string; amount: number; metadata: Record<string, string> };

export const failRefund = async (ctx: Ctx, { id }: Claim): Promise<void> => {
  await ctx.db.execute(sql`
    with r as (
      update refunds set status = 'failed', given_amount = coalesce(given_amount, 0), updated_at = now()
      where id = ${id} and status = 'asked'
      returning invoice_id
    )
    update invoices set needs_review = true, updated_at = now() where id in (select invoice_id from r)`);
};

/**
 * Idempotent, because the idempotency key is made of the claim's id. `release` ends a claim that the provider refuses;
 * if the provider refuses the balance part only, the card part remains refunded. @throws PAYMENT_FAILED, with its own
 * message for a partial refund
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
  if (claim.reference !== null) return recordOutsideRefund(ctx, claim);
  const metadata = { invoice_id: claim.invoice_id, refund_id: claim.id, ...refundMetadata(claim) };
  const key = `refund_${claim.id}`;
  const { balance_amount } = claim;
  const of_charge = claim.amount - balance_amount;
  if (!(await creditUnpaidRest(ctx, destination, claim, key))) {
    await release(ctx, claim);
    throw unprocessable("PAYMENT_FAILED");
  }
  const refundedCents = await refundCharges(ctx, destination, { key, amount: of_charge, metadata });
  if (refundedCents < of_charge) {
    if (refundedCents > 0) await refreshPayment(ctx, claim.invoice_id);
    await release(ctx, claim, refundedCents);
    throw refundedCents > 0 ? refundIncomplete() : unprocessable("PAYMENT_FAILED");
  }
  const isFullyReturned = await returnCredit(ctx, destination, {
    key: `${key}_balance`,
    amount: balance_amount,
    metadata,
  });
  if (isFullyReturned || of_charge > 0) await refreshPayment(ctx, claim.invoice_id);
  if (isFullyReturned) return;
  await release(ctx, claim, of_charge);
  throw of_charge > 0 ? refundIncomplete() : unprocessable("PAYMENT_FAILED");
}

/**
 * Credits the unpaid rest of an invoice on account if its order is canceled or all its payments are refunded. The
 * credit precedes the refund, so that no payment arrives after it. False if the provider refuses.
 */
async function creditUnpaidRest(
  ctx: Ctx,
  { is_on_account, stripe_invoice_id: invoice }: RefundDestination,
  { action, invoice_id }: Claim,
  key: string,
): Promise<boolean> {
  if (!is_on_account || invoice === null) return true;
  if (action !== "cancelOrder" && !(await isAllClaimed(ctx, invoice_id))) return true;
  return ctx.gateways.payments.creditRest({ key, invoice });
}

/** Claims and pending refunds cover all money of the invoice. */
const isAllClaimed = (ctx: Ctx, invoiceId: string): Promise<boolean> =>
  exists(
    ctx,
    sql`
    select 1
    from invoices i
    where i.id = ${invoiceId} and (
      select coalesce(sum(l.amount_cents), 0) from payment_ledger l where l.invoice_id = i.id
    ) <= (
      select coalesce(sum(reported.amount), 0)
      from jsonb_to_recordset(i.refunds) as reported(amount bigint, is_pending boolean)
      where reported.is_pending
    ) + (
      select coalesce(sum(r.amount - coalesce(r.given_amount, 0)), 0) from refunds r
      where r.invoice_id = i.id and r.status = 'asked'
    )`,
  );

/** Returns the refunded US cents. */
async function refundCharges(ctx: Ctx, destination: RefundDestination, refund: PartialRefund): Promise<number> {
  const { charge, charges, stripe_invoice_id } = destination;
  if (refund.amount === 0 || charge === null) return 0;
  if (charges <= 1 || stripe_invoice_id === null)
    return (await ctx.gateways.payments.refund({ charge, ...refund })) ? refund.amount : 0;
  const invoice = await ctx.gateways.payments.getInvoice(stripe_invoice_id);
  let leftCents = refund.amount;
  for (const share of divideRefund(invoice?.charges ?? [], refund)) {
    const key = `${refund.key}_${share.charge}`;
    if (!share.is_given && !(await ctx.gateways.payments.refund({ ...refund, ...share, key }))) break;
    leftCents -= share.amount;
  }
  return refund.amount - leftCents;
}

type RefundShare = { charge: string; amount: number; is_given: boolean };

const withdrawnCents = ({ disputes }: Pick<ProviderCharge, "disputes">): number =>
  disputes.reduce((sum, { withdrawn, reinstated }) => sum + withdrawn - reinstated, 0);

/**
 * Shares that an earlier run has refunded come first. Disputed charges come last, because the provider refuses to
 * refund them (https://docs.stripe.com/error-codes, `charge_disputed`).
 */
function divideRefund(charges: readonly ProviderCharge[], { amount, metadata }: PartialRefund): RefundShare[] {
  const liveCharges = charges.map(({ refunds, ...charge }) => ({
    ...charge,
    refunds: refunds.filter(({ status }) => status !== "failed" && status !== "canceled"),
  }));
  const isOwn = (refund: { metadata: Record<string, string> }) =>
    refund.metadata["refund_id"] === metadata["refund_id"];
  const refundedShares = liveCharges.flatMap(({ id, refunds }) =>
    refunds.filter(isOwn).map((refund): RefundShare => ({ charge: id, amount: refund.amount, is_given: true })),
  );
  let leftCents = amount - refundedShares.reduce((sum, share) => sum + share.amount, 0);
  const shares = [...refundedShares];
  const isDisputed = ({ disputes }: Pick<ProviderCharge, "disputes">) => disputes.length > 0;
  const disputedLast = [...liveCharges.filter((each) => !isDisputed(each)), ...liveCharges.filter(isDisputed)];
  for (const { id, refunds, ...charge } of disputedLast) {
    if (refundedShares.some((share) => share.charge === id)) continue;
    const free = charge.amount - withdrawnCents(charge) - refunds.reduce((sum, refund) => sum + refund.amount, 0);
    const share = Math.min(free, leftCents);
    if (share > 0) shares.push({ charge: id, amount: share, is_given: false });
    leftCents -= Math.max(share, 0);
  }
  return shares;
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

/** The provider moves no money for a refund by wire or cheque; only our ledger records it. */
async function recordOutsideRefund(ctx: Ctx, claim: Claim): Promise<void> {
  const { id: refund_id, invoice_id, amount, actor_id, impersonator_id, action } = claim;
  const object_id = `own_${refund_id}`;
  const requested_by = { actor_id, impersonator_id, action, refund_id };
  await recordPayment(ctx, {
    invoice_id,
    ...localBooking,
    closed_as: undefined,
    entries: [{ object_id, kind: "refund", amount_cents: -amount, booked_at: null, requested_by }],
    claims: [{ refund_id, object_id, status: "succeeded", given_amount: amount }],
  });
}
