import type { Stripe } from "stripe";
import type { PaymentProvider } from "./payment-provider.ts";
import { chargeExpand, fetchCharges, listMovements, fetchChargeDetails, fetchInvoice } from "./stripe-charges.ts";
import { chargeInvoice, creditRest, markInvoicePaid, writeOffInvoice } from "./stripe-invoice-actions.ts";
import { payInvoice, resumeInvoice, sendInvoice, voidIfOpen } from "./stripe-invoices.ts";
import { toFault, isKeyTaken, undefinedIfMissing } from "./stripe-outcome.ts";

type Payments = Pick<
  PaymentProvider,
  | "payInvoice"
  | "sendInvoice"
  | "resumeInvoice"
  | "chargeInvoice"
  | "markInvoicePaid"
  | "writeOffInvoice"
  | "voidInvoice"
  | "creditRest"
  | "getInvoice"
  | "findInvoiceByMetadata"
  | "findInvoiceOfPayment"
  | "getCharge"
  | "getPayment"
  | "listMovements"
  | "refund"
  | "returnCredit"
>;

export const stripePayments = (stripe: Stripe): Payments => ({
  payInvoice: (input) => payInvoice(stripe, input),
  sendInvoice: (input) => sendInvoice(stripe, input),
  resumeInvoice: (id, input) => resumeInvoice(stripe, id, input),
  chargeInvoice: (input) => chargeInvoice(stripe, input),
  markInvoicePaid: (input) => markInvoicePaid(stripe, input),
  writeOffInvoice: (id) => writeOffInvoice(stripe, id),
  voidInvoice: (id) => voidIfOpen(stripe, id),
  creditRest: (input) => creditRest(stripe, input),
  getInvoice: (id) => fetchInvoice(stripe, id),
  async findInvoiceByMetadata(customer, name, value) {
    for await (const invoice of stripe.invoices.list({ customer, limit: 100 })) {
      if (invoice.metadata?.[name] === value) return fetchInvoice(stripe, invoice.id ?? "");
    }
    return undefined;
  },
  async findInvoiceOfPayment(paymentIntent) {
    const { data } = await stripe.invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: paymentIntent },
      limit: 1,
    });
    const invoice = data[0]?.invoice;
    return invoice ? fetchInvoice(stripe, typeof invoice === "string" ? invoice : (invoice.id ?? "")) : undefined;
  },
  async getCharge(id) {
    const charge = await undefinedIfMissing(stripe.charges.retrieve(id, { expand: chargeExpand }));
    return charge && fetchChargeDetails(stripe, charge);
  },
  async getPayment(id) {
    const intent = await undefinedIfMissing(stripe.paymentIntents.retrieve(id));
    if (!intent) return undefined;
    const has_failed = intent.status === "requires_payment_method" && intent.last_payment_error !== null;
    const is_processing = intent.status === "processing";
    return { ...(await fetchCharges(stripe, id)), has_failed, is_processing, metadata: intent.metadata };
  },
  listMovements: (of, span) => listMovements(stripe, of, span),
  async refund({ key, charge, amount, metadata }) {
    try {
      await stripe.refunds.create({ charge, amount, metadata: { ...metadata, key } }, { idempotencyKey: key });
      return true;
    } catch (error) {
      // The key was used with another requester's metadata, so the refund may exist.
      if (isKeyTaken(error)) {
        const { data } = await stripe.refunds.list({ charge, limit: 100 });
        if (data.some((refund) => refund.metadata?.["key"] === key)) return true;
      }
      if (toFault(error).kind === "refused") return false;
      throw error;
    }
  },
  async returnCredit({ key, customer, invoice, amount, metadata }) {
    try {
      await stripe.customers.createBalanceTransaction(
        customer,
        {
          amount: -amount,
          currency: "usd",
          description: "Refund of what was paid from the balance",
          metadata: { ...metadata, stripe_invoice_id: invoice },
        },
        { idempotencyKey: key },
      );
      return true;
    } catch (error) {
      // The key was used with another requester's metadata: the credit is returned already.
      if (isKeyTaken(error)) return true;
      if (toFault(error).kind === "refused") return false;
      throw error;
    }
  },
});
