import type { Ctx } from "../../context.ts";
import type { Refundable } from "./read-refundable.ts";

/**
 * US cents that the customer's balance paid of an open invoice on account, without what claimed refunds return of them.
 * The ledger has them only once the invoice is paid, also by a credit note for its rest. A refund that closes such an
 * invoice returns them, too. Without a charge the invoice is voided, and the provider returns them.
 */
export async function fetchUnbookedCredit(
  ctx: Ctx,
  { is_on_account, charge, stripe_invoice_id, balance_cents }: Refundable,
): Promise<number> {
  if (!is_on_account || charge === null || stripe_invoice_id === null) return 0;
  const invoice = await ctx.gateways.payments.getInvoice(stripe_invoice_id);
  // Nothing of it is booked, so `balance_cents` only has what is claimed, as a negative number.
  return Math.max(0, (invoice?.balance_held ?? 0) + Math.min(0, balance_cents));
}
