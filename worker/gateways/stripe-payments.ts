import type { Stripe } from "stripe";
import type { Charge, ChargeLine, Paid, PaymentProvider, ProviderInvoice } from "./payment-provider.ts";
import { faultOf, isKeyTaken, orMissing } from "./stripe-outcome.ts";
import { intentOf, toCharge, toInvoice } from "./stripe-shapes.ts";

type Payments = Pick<
  PaymentProvider,
  | "payInvoice"
  | "resumeInvoice"
  | "voidInvoice"
  | "getInvoice"
  | "findInvoiceByMetadata"
  | "findInvoiceOfPayment"
  | "getCharge"
  | "getPayment"
  | "refund"
>;

const expand = ["payments.data.payment.payment_intent"];
/** Cloudflare allows six connections at once. */
const parallelMax = 4;

async function readCharge(stripe: Stripe, charge: Stripe.Charge): Promise<Charge> {
  // a refund that failed leaves no trace on the charge, so they are always listed
  const refunds = stripe.refunds.list({ charge: charge.id, limit: 100 });
  const disputes = charge.disputed ? stripe.disputes.list({ charge: charge.id, limit: 100 }) : undefined;
  return toCharge(charge, (await refunds).data, (await disputes)?.data ?? []);
}

async function chargesOf(stripe: Stripe, paymentIntent: string): Promise<Charge[]> {
  const { data } = await stripe.charges.list({ payment_intent: paymentIntent, limit: 100 });
  return Promise.all(
    data.filter((charge) => charge.status === "succeeded").map((charge) => readCharge(stripe, charge)),
  );
}

/** An invoice with its money, from the invoice that was just read. */
export async function withCharges(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const intent = intentOf(invoice);
  const id = typeof intent === "string" ? intent : intent?.id;
  return toInvoice(invoice, id ? await chargesOf(stripe, id) : []);
}

const readInvoice = async (stripe: Stripe, id: string): Promise<ProviderInvoice | undefined> => {
  const invoice = await orMissing(stripe.invoices.retrieve(id, { expand }));
  return invoice && withCharges(stripe, invoice);
};

type PayInput = Parameters<PaymentProvider["payInvoice"]>[0];

/** The invoice of this key; every step answers the same when it is repeated. */
async function createInvoice(stripe: Stripe, input: PayInput): Promise<string> {
  const { key, customer, payment_method, metadata } = input;
  const invoice = await stripe.invoices.create(
    {
      customer,
      currency: "usd",
      collection_method: "charge_automatically",
      auto_advance: false,
      default_payment_method: payment_method,
      pending_invoice_items_behavior: "exclude",
      metadata,
    },
    { idempotencyKey: `${key}_create` },
  );
  return invoice.id ?? "";
}

async function fillInvoice(stripe: Stripe, id: string, { key, customer, lines }: PayInput): Promise<void> {
  const add = (line: ChargeLine, position: number) =>
    stripe.invoiceItems.create(
      {
        customer,
        invoice: id,
        currency: "usd",
        amount: line.amount,
        description: line.quantity > 1 ? `${line.description} × ${line.quantity}` : line.description,
      },
      { idempotencyKey: `${key}_line_${position}` },
    );
  for (let start = 0; start < lines.length; start += parallelMax) {
    await Promise.all(lines.slice(start, start + parallelMax).map((line, offset) => add(line, start + offset)));
  }
  await stripe.invoices.finalizeInvoice(id, { auto_advance: false }, { idempotencyKey: `${key}_finalize` });
}

async function voidIfOpen(stripe: Stripe, id: string): Promise<boolean> {
  try {
    return (await stripe.invoices.voidInvoice(id)).status === "void";
  } catch {
    const now = await orMissing(stripe.invoices.retrieve(id)).catch(() => undefined);
    // A draft cannot be voided, and nobody can pay what is deleted.
    if (now?.status === "draft") return (await stripe.invoices.del(id).catch(() => undefined))?.deleted === true;
    return now?.status === "void";
  }
}

/** Declined only when nobody can pay it any more. */
const giveUp = async (stripe: Stripe, id: string, message: string): Promise<Paid<ProviderInvoice>> =>
  (await voidIfOpen(stripe, id)) ? { outcome: "declined", message } : { outcome: "unknown" };

/** Pays the prepared invoice. An invoice is paid at most once, so that a new key after a look at it cannot charge twice. */
async function payPrepared(stripe: Stripe, id: string, input: PayInput): Promise<Paid<ProviderInvoice>> {
  const before = await stripe.invoices.retrieve(id, { expand });
  const total = input.lines.reduce((sum, line) => sum + line.amount, 0);
  if (before.status === "void") return { outcome: "declined", message: "The payment was canceled." };
  if (before.status === "open" && before.amount_due !== total) return { outcome: "unknown" };
  const state = toInvoice(before, []);
  // The buyer was asked already: asking the card again would only start anew.
  if (state.needs_action && before.hosted_invoice_url)
    return { outcome: "action", value: await withCharges(stripe, before), url: before.hosted_invoice_url };
  if (state.has_failed && before.status === "open") return giveUp(stripe, id, "The payment was declined.");
  try {
    if (before.status === "open" && !state.is_processing) {
      await stripe.invoices.pay(
        id,
        { payment_method: input.payment_method },
        { idempotencyKey: `${input.key}_pay_${before.attempt_count}` },
      );
    }
  } catch (error) {
    const fault = faultOf(error);
    if (fault.kind === "unknown") return { outcome: "unknown" };
    const after = await stripe.invoices.retrieve(id, { expand });
    if (toInvoice(after, []).needs_action && after.hosted_invoice_url)
      return { outcome: "action", value: await withCharges(stripe, after), url: after.hosted_invoice_url };
    if (after.status !== "paid") return giveUp(stripe, id, fault.message);
  }
  const paid = await readInvoice(stripe, id);
  return paid && (paid.status === "paid" || paid.is_processing)
    ? { outcome: "done", value: paid }
    : { outcome: "unknown" };
}

/** Fills an invoice that is still a draft and pays it; from here on a failed call leaves the outcome unknown. */
async function complete(stripe: Stripe, id: string, input: PayInput): Promise<Paid<ProviderInvoice>> {
  try {
    if ((await stripe.invoices.retrieve(id)).status === "draft") await fillInvoice(stripe, id, input);
    return await payPrepared(stripe, id, input);
  } catch {
    return { outcome: "unknown" };
  }
}

/** Invoices, charges and refunds. */
export const stripePayments = (stripe: Stripe): Payments => ({
  async payInvoice(input) {
    let id: string;
    try {
      id = await createInvoice(stripe, input);
    } catch (error) {
      const fault = faultOf(error);
      return fault.kind === "refused" ? { outcome: "declined", message: fault.message } : { outcome: "unknown" };
    }
    return complete(stripe, id, input);
  },
  resumeInvoice: (id, input) => complete(stripe, id, input),
  voidInvoice: (id) => voidIfOpen(stripe, id),
  getInvoice: (id) => readInvoice(stripe, id),
  async findInvoiceByMetadata(customer, name, value) {
    for await (const invoice of stripe.invoices.list({ customer, limit: 100 })) {
      if (invoice.metadata?.[name] === value) return readInvoice(stripe, invoice.id ?? "");
    }
    return undefined;
  },
  async findInvoiceOfPayment(paymentIntent) {
    const { data } = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntent },
      limit: 1,
    });
    const invoice = data[0]?.invoice;
    return invoice ? readInvoice(stripe, typeof invoice === "string" ? invoice : (invoice.id ?? "")) : undefined;
  },
  async getCharge(id) {
    const charge = await orMissing(stripe.charges.retrieve(id));
    return charge && readCharge(stripe, charge);
  },
  async getPayment(id) {
    const intent = await orMissing(stripe.paymentIntents.retrieve(id));
    if (!intent) return undefined;
    const has_failed = intent.status === "requires_payment_method" && intent.last_payment_error !== null;
    return { charges: await chargesOf(stripe, id), has_failed, metadata: intent.metadata };
  },
  async refund({ key, charge, amount, metadata }) {
    try {
      await stripe.refunds.create({ charge, amount, metadata: { ...metadata, key } }, { idempotencyKey: key });
      return true;
    } catch (error) {
      // Somebody else's metadata came with this key first.
      if (isKeyTaken(error)) {
        const { data } = await stripe.refunds.list({ charge, limit: 100 });
        if (data.some((refund) => refund.metadata?.["key"] === key)) return true;
      }
      if (faultOf(error).kind === "refused") return false;
      throw error;
    }
  },
});
