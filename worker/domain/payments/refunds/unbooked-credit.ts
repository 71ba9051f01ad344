import type { Ctx } from "../../context.ts";
import type { Refundable } from "./read-refundable.ts";

/**
 * US cents that the customer's balance paid of an open invoice on account, less the part that claimed refunds return.
 * The ledger records this credit only once the invoice is paid, which includes a credit note for its rest, so a refund
 * that closes the invoice returns the credit, too. An invoice without a charge is voided, and the provider returns its
 * credit.
 */
export async function fetchUnbookedCredit(
  ctx: Ctx,
  { is_on_account, charge, stripe_invoice_id, balance_cents }: Refundable,
): Promise<number> {
  if (!is_on_account || charge === null || stripe_invoice_id === null) return 0;
  const invoice = await ctx.gateways.payments.getInvoice(stripe_invoice_id);
  // The credit is not booked yet, so `balance_cents` is only the claimed part, as a negative number.
  return Math.max(0, (invoice?.balance_held ?? 0) + Math.min(0, balance_cents));
}
