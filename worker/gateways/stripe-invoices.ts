import type { Stripe } from "stripe";
import type { ChargeLine, PaymentOutcome, PaymentProvider, ProviderInvoice } from "./payment-provider.ts";
import { expand, withCharges, withNewCharges } from "./stripe-charges.ts";
import { toFault, isReplayed, undefinedIfMissing } from "./stripe-outcome.ts";
import { needsBuyer, toInvoice } from "./stripe-shapes.ts";

type PayInput = Parameters<PaymentProvider["payInvoice"]>[0];

type SendInput = Parameters<PaymentProvider["sendInvoice"]>[0];
type Draft = Pick<PayInput, "key" | "customer" | "lines" | "po_number" | "metadata">;

const sumLines = ({ lines }: Pick<Draft, "lines">): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Custom fields of an invoice: at most four, names of 40 and values of 140 characters
 * (https://docs.stripe.com/api/invoices/create).
 */
export const poNumberFields = (value: string) => [{ name: "PO number", value }];

type Collection = Pick<
  Stripe.InvoiceCreateParams,
  "collection_method" | "default_payment_method" | "due_date" | "payment_settings"
>;

const automaticCollection = ({ payment_method }: PayInput): Collection => ({
  collection_method: "charge_automatically",
  default_payment_method: payment_method,
});

/** https://docs.stripe.com/invoicing/bank-transfer, https://docs.stripe.com/api/invoices/create (`due_date`) */
const laterCollection = ({ due_at }: SendInput): Collection => ({
  collection_method: "send_invoice",
  due_date: Math.floor(Date.parse(due_at) / 1000),
  payment_settings: {
    payment_method_types: ["card", "us_bank_account", "customer_balance"],
    payment_method_options: {
      customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "us_bank_transfer" } },
    },
  },
});

/** If `is_new` is false, an earlier call with this key created the draft, and its current state must be read. */
async function createDraft(
  stripe: Stripe,
  input: Draft,
  collection: Collection,
): Promise<{ id: string; is_new: boolean }> {
  const { key, customer, metadata, po_number } = input;
  const invoice = await stripe.invoices.create(
    {
      customer,
      currency: "usd",
      ...collection,
      auto_advance: false,
      pending_invoice_items_behavior: "exclude",
      ...(po_number && { custom_fields: poNumberFields(po_number) }),
      metadata,
    },
    { idempotencyKey: `${key}_create` },
  );
  return { id: invoice.id ?? "", is_new: !isReplayed(invoice) };
}

/**
 * Adds all lines by one call, because the provider locks the invoice while a line is added
 * (https://docs.stripe.com/api/invoice-line-item/bulk).
 */
async function addLines(stripe: Stripe, id: string, { key, lines }: Draft): Promise<void> {
  const toLine = ({ amount, description, quantity }: ChargeLine) => ({
    amount,
    description: quantity > 1 ? `${description} × ${quantity}` : description,
  });
  await stripe.invoices.addLines(id, { lines: lines.map(toLine) }, { idempotencyKey: `${key}_lines` });
}

async function finalizeDraft(stripe: Stripe, id: string, input: Draft, isNew: boolean): Promise<Stripe.Invoice> {
  const existing = isNew ? undefined : await stripe.invoices.retrieve(id, { expand });
  if (existing && existing.status !== "draft") return existing;
  if (existing?.total !== sumLines(input)) await addLines(stripe, id, input);
  const finalizedInvoice = await stripe.invoices.finalizeInvoice(
    id,
    { auto_advance: false, expand },
    { idempotencyKey: `${input.key}_finalize` },
  );
  return isReplayed(finalizedInvoice) ? stripe.invoices.retrieve(id, { expand }) : finalizedInvoice;
}

/** Deletes the lines first, because leftover lines could join the customer's next invoice. */
async function deleteDraft(stripe: Stripe, id: string): Promise<boolean> {
  const lines = await stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: 250 });
  if (lines.length > 0) {
    const deletions = lines.map((line) => ({ id: line.id, behavior: "delete" as const }));
    await stripe.invoices.removeLines(id, { lines: deletions });
  }
  return (await stripe.invoices.del(id)).deleted;
}

/** Voids an open invoice or deletes a draft. True if it can no longer be paid; false also without a clear answer. */
export async function voidIfOpen(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.invoices.voidInvoice(id)).status === "void";
  } catch {
    try {
      const current = await undefinedIfMissing(stripe.invoices.retrieve(id));
      if (current?.status === "draft") return await deleteDraft(stripe, id);
      return current === undefined || current.status === "void";
    } catch {
      return false;
    }
  }
}

/** Resolves to `declined` only if the invoice can no longer be paid, otherwise to `unknown`. */
const voidAndDecline = async (stripe: Stripe, id: string, message: string): Promise<PaymentOutcome<ProviderInvoice>> =>
  (await voidIfOpen(stripe, id)) ? { outcome: "declined", message } : { outcome: "unknown" };

/** An invoice that stays payable remains open, to be paid on its page; others are voided. */
async function handleRefusal(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  { stays_payable }: PayInput,
  message: string,
): Promise<PaymentOutcome<ProviderInvoice>> {
  const url = invoice.hosted_invoice_url;
  if (stays_payable && url && invoice.status === "open")
    return { outcome: "action", value: await withCharges(stripe, invoice), url };
  return voidAndDecline(stripe, invoice.id ?? "", message);
}

async function findAction(
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<PaymentOutcome<ProviderInvoice> | undefined> {
  const url = invoice.hosted_invoice_url;
  if (!url || !needsBuyer(invoice)) return undefined;
  return { outcome: "action", value: await withCharges(stripe, invoice), url };
}

/** The provider pays an invoice once, so a new key for a later attempt cannot charge twice. */
async function payPrepared(
  stripe: Stripe,
  before: Stripe.Invoice,
  input: PayInput,
): Promise<PaymentOutcome<ProviderInvoice>> {
  const id = before.id ?? "";
  const currentInvoice = toInvoice(before, []);
  if (before.status === "void") return { outcome: "declined", message: "The payment was canceled." };
  // The lines were changed at the provider. The amount due may differ from their total by the customer's balance.
  if (before.status === "open" && before.total !== sumLines(input))
    return voidAndDecline(stripe, id, "The amount was changed at the payment provider.");
  // Another payment attempt would restart the pending confirmation.
  const pendingAction = await findAction(stripe, before);
  if (pendingAction) return pendingAction;
  if (currentInvoice.has_failed && before.status === "open")
    return handleRefusal(stripe, before, input, "The payment was declined.");
  if (before.status !== "open" || currentInvoice.is_processing) return toOutcome(stripe, before);
  let paidInvoice: Stripe.Response<Stripe.Invoice>;
  try {
    paidInvoice = await stripe.invoices.pay(
      id,
      // A retry job continues the buyer's own request, so every attempt is on session.
      { payment_method: input.payment_method, off_session: false, expand },
      { idempotencyKey: `${input.key}_pay_${before.attempt_count}` },
    );
  } catch (error) {
    const fault = toFault(error);
    if (fault.kind === "unknown") return { outcome: "unknown" };
    const after = await stripe.invoices.retrieve(id, { expand });
    const action = await findAction(stripe, after);
    if (action) return action;
    return after.status === "paid" ? toOutcome(stripe, after) : handleRefusal(stripe, after, input, fault.message);
  }
  const isAccepted = paidInvoice.status === "paid" || toInvoice(paidInvoice, []).is_processing;
  if (!isAccepted || isReplayed(paidInvoice)) return toOutcome(stripe, await stripe.invoices.retrieve(id, { expand }));
  return { outcome: "done", value: await withNewCharges(stripe, paidInvoice) };
}

async function toOutcome(stripe: Stripe, invoice: Stripe.Invoice): Promise<PaymentOutcome<ProviderInvoice>> {
  const value = await withCharges(stripe, invoice);
  return value.status === "paid" || value.is_processing ? { outcome: "done", value } : { outcome: "unknown" };
}

async function completePayment(
  stripe: Stripe,
  id: string,
  input: PayInput,
  isNew: boolean,
): Promise<PaymentOutcome<ProviderInvoice>> {
  try {
    return await payPrepared(stripe, await finalizeDraft(stripe, id, input, isNew), input);
  } catch (error) {
    const fault = toFault(error);
    return fault.kind === "refused" ? voidAndDecline(stripe, id, fault.message) : { outcome: "unknown" };
  }
}

export async function payInvoice(stripe: Stripe, input: PayInput): Promise<PaymentOutcome<ProviderInvoice>> {
  let draft: { id: string; is_new: boolean };
  try {
    draft = await createDraft(stripe, input, automaticCollection(input));
  } catch (error) {
    const fault = toFault(error);
    return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
  }
  return completePayment(stripe, draft.id, input, draft.is_new);
}

/** A repeated call may find the invoice already paid. An invoice whose lines were changed at the provider is voided. */
export async function sendInvoice(stripe: Stripe, input: SendInput): Promise<PaymentOutcome<ProviderInvoice>> {
  let draft: { id: string; is_new: boolean } | undefined;
  try {
    draft = input.existing
      ? { id: input.existing, is_new: false }
      : await createDraft(stripe, input, laterCollection(input));
    const invoice = await finalizeDraft(stripe, draft.id, input, draft.is_new);
    if (invoice.status === "void") return { outcome: "declined", message: "The invoice was canceled." };
    if (invoice.status === "open" && invoice.total !== sumLines(input))
      return voidAndDecline(stripe, draft.id, "The amount was changed at the payment provider.");
    return { outcome: "done", value: await withCharges(stripe, invoice) };
  } catch (error) {
    const fault = toFault(error);
    if (fault.kind !== "refused") return { outcome: "unknown" };
    return draft ? voidAndDecline(stripe, draft.id, fault.message) : { outcome: "declined", message: fault.message };
  }
}

export const resumeInvoice = (stripe: Stripe, id: string, input: PayInput): Promise<PaymentOutcome<ProviderInvoice>> =>
  completePayment(stripe, id, input, false);
