import type { Stripe } from "stripe";
import type { ChargeLine, Paid, PaymentProvider, ProviderInvoice } from "./payment-provider.ts";
import { expand, withCharges, withNewCharges } from "./stripe-charges.ts";
import { faultOf, isReplayed, orMissing } from "./stripe-outcome.ts";
import { needsBuyer, toInvoice } from "./stripe-shapes.ts";

type PayInput = Parameters<PaymentProvider["payInvoice"]>[0];

const totalOf = ({ lines }: PayInput): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** How it stands on invoices: at most four fields, names of 40 and values of 140 characters (https://docs.stripe.com/api/invoices/create). */
export const poNumberFields = (value: string) => [{ name: "PO number", value }];

/** The draft of this key; `is_new` unless an earlier call made it, of which this answer then tells only how it began. */
async function createDraft(stripe: Stripe, input: PayInput): Promise<{ id: string; is_new: boolean }> {
  const { key, customer, payment_method, metadata, po_number } = input;
  const invoice = await stripe.invoices.create(
    {
      customer,
      currency: "usd",
      collection_method: "charge_automatically",
      auto_advance: false,
      default_payment_method: payment_method,
      pending_invoice_items_behavior: "exclude",
      ...(po_number && { custom_fields: poNumberFields(po_number) }),
      metadata,
    },
    { idempotencyKey: `${key}_create` },
  );
  return { id: invoice.id ?? "", is_new: !isReplayed(invoice) };
}

/** All lines in one call, in their order: the provider locks the invoice while one is added (https://docs.stripe.com/api/invoice-line-item/bulk). */
async function addLines(stripe: Stripe, id: string, { key, lines }: PayInput): Promise<void> {
  const toLine = ({ amount, description, quantity }: ChargeLine) => ({
    amount,
    description: quantity > 1 ? `${description} × ${quantity}` : description,
  });
  await stripe.invoices.addLines(id, { lines: lines.map(toLine) }, { idempotencyKey: `${key}_lines` });
}

/** The invoice as it stands now, filled and finalized if it was a draft. */
async function prepare(stripe: Stripe, id: string, input: PayInput, isNew: boolean): Promise<Stripe.Invoice> {
  const known = isNew ? undefined : await stripe.invoices.retrieve(id, { expand });
  if (known && known.status !== "draft") return known;
  if (known?.total !== totalOf(input)) await addLines(stripe, id, input);
  const finalized = await stripe.invoices.finalizeInvoice(
    id,
    { auto_advance: false, expand },
    { idempotencyKey: `${input.key}_finalize` },
  );
  return isReplayed(finalized) ? stripe.invoices.retrieve(id, { expand }) : finalized;
}

/** Whether it was deleted. Its lines go first: left on it, they might wait for the customer's next invoice. */
async function deleteDraft(stripe: Stripe, id: string): Promise<boolean> {
  const lines = await stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 250 });
  if (lines.length > 0) {
    const gone = lines.map((line) => ({ id: line.id, behavior: "delete" as const }));
    await stripe.invoices.removeLines(id, { lines: gone });
  }
  return (await stripe.invoices.del(id)).deleted;
}

/** Whether nobody can pay it any more: it is void, or was a draft and is gone. */
export async function voidIfOpen(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.invoices.voidInvoice(id)).status === "void";
  } catch {
    try {
      const now = await orMissing(stripe.invoices.retrieve(id));
      if (now?.status === "draft") return await deleteDraft(stripe, id);
      return now === undefined || now.status === "void";
    } catch {
      return false;
    }
  }
}

/** Declined only when nobody can pay it any more. */
const giveUp = async (stripe: Stripe, id: string, message: string): Promise<Paid<ProviderInvoice>> =>
  (await voidIfOpen(stripe, id)) ? { outcome: "declined", message } : { outcome: "unknown" };

/** The bank wants the buyer to confirm, who can do so at the invoice's page. */
async function askBuyer(stripe: Stripe, invoice: Stripe.Invoice): Promise<Paid<ProviderInvoice> | undefined> {
  const url = invoice.hosted_invoice_url;
  if (!url || !needsBuyer(invoice)) return undefined;
  return { outcome: "action", value: await withCharges(stripe, invoice), url };
}

/** Pays the prepared invoice. An invoice is paid at most once, so that a new key after a look at it cannot charge twice. */
async function payPrepared(stripe: Stripe, before: Stripe.Invoice, input: PayInput): Promise<Paid<ProviderInvoice>> {
  const id = before.id ?? "";
  const state = toInvoice(before, []);
  if (before.status === "void") return { outcome: "declined", message: "The payment was canceled." };
  // Nobody pays for other lines than the order's. How much of their sum is due is up to the customer's balance.
  if (before.status === "open" && before.total !== totalOf(input))
    return giveUp(stripe, id, "The amount was changed at the payment provider.");
  // The buyer was asked already: asking the card again would only start anew.
  const asked = await askBuyer(stripe, before);
  if (asked) return asked;
  if (state.has_failed && before.status === "open") return giveUp(stripe, id, "The payment was declined.");
  if (before.status !== "open" || state.is_processing) return conclude(stripe, before);
  let paid: Stripe.Response<Stripe.Invoice>;
  try {
    paid = await stripe.invoices.pay(
      id,
      // The buyer pressed the button: whoever goes on with it later goes on with what they asked for, under the same key.
      { payment_method: input.payment_method, off_session: false, expand },
      { idempotencyKey: `${input.key}_pay_${before.attempt_count}` },
    );
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === "unknown") return { outcome: "unknown" };
    const after = await stripe.invoices.retrieve(id, { expand });
    const action = await askBuyer(stripe, after);
    if (action) return action;
    return after.status === "paid" ? conclude(stripe, after) : giveUp(stripe, id, fault.message);
  }
  const isTaken = paid.status === "paid" || toInvoice(paid, []).is_processing;
  if (!isTaken || isReplayed(paid)) return conclude(stripe, await stripe.invoices.retrieve(id, { expand }));
  return { outcome: "done", value: await withNewCharges(stripe, paid) };
}

async function conclude(stripe: Stripe, invoice: Stripe.Invoice): Promise<Paid<ProviderInvoice>> {
  const value = await withCharges(stripe, invoice);
  return value.status === "paid" || value.is_processing ? { outcome: "done", value } : { outcome: "unknown" };
}

/**
 * Fills an invoice that is still a draft and pays it. What the provider certainly refuses ends as declined, with nothing left
 * to pay; any other failed call leaves the outcome unknown.
 */
async function complete(stripe: Stripe, id: string, input: PayInput, isNew: boolean): Promise<Paid<ProviderInvoice>> {
  try {
    return await payPrepared(stripe, await prepare(stripe, id, input, isNew), input);
  } catch (error) {
    const fault = faultOf(error);
    return fault.kind === "refused" ? giveUp(stripe, id, fault.message) : { outcome: "unknown" };
  }
}

export async function payInvoice(stripe: Stripe, input: PayInput): Promise<Paid<ProviderInvoice>> {
  let draft: { id: string; is_new: boolean };
  try {
    draft = await createDraft(stripe, input);
  } catch (error) {
    const fault = faultOf(error);
    return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
  }
  return complete(stripe, draft.id, input, draft.is_new);
}

/** Goes on with an invoice that an earlier call made. */
export const resumeInvoice = (stripe: Stripe, id: string, input: PayInput): Promise<Paid<ProviderInvoice>> =>
  complete(stripe, id, input, false);
