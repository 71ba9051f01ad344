import { unprocessable } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { refreshPayment, writeAsked } from "../payments/index.ts";
import { type Claim, releaseClaim } from "./claim-refund.ts";
import type { Refundable } from "./read-refundable.ts";

/** Where the money goes back to. */
type Source = Pick<Refundable, "charge" | "customer" | "stripe_invoice_id">;
type Back = { key: string; amount: number; metadata: Record<string, string> };

/**
 * Has the provider give back what was claimed, and books it. Safe to repeat: the key is the claim's, whoever sends it. What the
 * provider refuses is claimed no longer. Throws PAYMENT_FAILED.
 */
export async function askProvider(ctx: Ctx, from: Source, claim: Claim): Promise<void> {
  if (claim.status !== "asked") return;
  const metadata = { invoice_id: claim.invoice_id, refund_id: claim.id, ...writeAsked(claim) };
  const key = `refund_${claim.id}`;
  const { balance_amount } = claim;
  if (!(await refundCharge(ctx, from, { key, amount: claim.amount - balance_amount, metadata }))) {
    await releaseClaim(ctx, claim);
    throw unprocessable("PAYMENT_FAILED");
  }
  // what the card got is given; the sweep asks again for the rest
  if (!(await returnCredit(ctx, from, { key: `${key}_balance`, amount: balance_amount, metadata })))
    throw unprocessable("PAYMENT_FAILED");
  await refreshPayment(ctx, claim.invoice_id);
}

async function refundCharge(ctx: Ctx, { charge }: Source, back: Back): Promise<boolean> {
  return back.amount === 0 || (charge !== null && ctx.gateways.payments.refund({ charge, ...back }));
}

/** What a balance paid goes back to it: the provider refunds only charges. */
async function returnCredit(ctx: Ctx, { customer, stripe_invoice_id: invoice }: Source, back: Back): Promise<boolean> {
  if (back.amount === 0) return true;
  return customer !== null && invoice !== null && ctx.gateways.payments.returnCredit({ customer, invoice, ...back });
}
