import type { Stripe } from "stripe";
import { toDeclineCode, toFault } from "./stripe-outcome.ts";
import { toId } from "./stripe-shapes.ts";

type InvoiceAction = { key: string; invoice: string };

/**
 * Charges an open invoice. Without a chosen method the buyer is absent, so the charge is declined if the bank asks for
 * their confirmation (https://docs.stripe.com/api/invoices/pay, `off_session`). A lost response throws, because the
 * provider may have charged.
 */
export async function chargeInvoice(
  stripe: Stripe,
  { key, invoice, payment_method: chosenMethod }: InvoiceAction & { payment_method: string | null },
): Promise<{ decline: string | null }> {
  try {
    const method = chosenMethod ?? (await findDefaultMethod(stripe, invoice));
    await stripe.invoices.pay(
      invoice,
      { off_session: chosenMethod === null, ...(method && { payment_method: method }) },
      { idempotencyKey: key },
    );
    return { decline: null };
  } catch (error) {
    if (toFault(error).kind === "refused") return { decline: toDeclineCode(error) };
    throw error;
  }
}

/**
 * The customer's current default method, because the method of an order's invoice is the one that failed. Undefined
 * leaves the choice to the provider, for example for a plan's invoice, because the plan has its own method.
 */
async function findDefaultMethod(stripe: Stripe, id: string): Promise<string | undefined> {
  const { customer, parent } = await stripe.invoices.retrieve(id, { expand: ["customer"] });
  if (parent?.subscription_details || typeof customer !== "object" || !customer || customer.deleted) return undefined;
  return toId(customer.invoice_settings.default_payment_method) ?? undefined;
}

/**
 * Stripe allows this for open and uncollectible invoices, without a charge (https://docs.stripe.com/api/invoices/pay,
 * `paid_out_of_band`).
 */
export const markInvoicePaid = (stripe: Stripe, { key, invoice }: InvoiceAction): Promise<boolean> =>
  isAccepted(stripe.invoices.pay(invoice, { paid_out_of_band: true }, { idempotencyKey: key }));

/** The customer can still pay an uncollectible invoice (https://support.stripe.com/questions/invoice-states). */
export const writeOffInvoice = (stripe: Stripe, id: string): Promise<boolean> =>
  isAccepted(stripe.invoices.markUncollectible(id));

/**
 * Credits the open rest of an invoice, which thereby becomes paid (https://docs.stripe.com/api/credit_notes/create,
 * https://docs.stripe.com/invoicing/partial-payments). The invoice is read first, because a note above the rest is
 * refused and the provider may have forgotten the key of an earlier note.
 */
export async function creditRest(stripe: Stripe, { key, invoice }: InvoiceAction): Promise<boolean> {
  const { status, amount_remaining: amount } = await stripe.invoices.retrieve(invoice);
  if (status !== "open") return status !== "draft";
  const note = { invoice, amount, reason: "order_change" as const };
  return isAccepted(stripe.creditNotes.create(note, { idempotencyKey: `${key}_credit_${amount}` }));
}

/** False if the provider clearly refused. A lost answer is thrown, because the call may have had its effect. */
async function isAccepted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (toFault(error).kind === "refused") return false;
    throw error;
  }
}
