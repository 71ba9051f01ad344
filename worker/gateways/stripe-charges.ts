import type { Stripe } from "stripe";
import type { Charge, ProviderInvoice } from "./payment-provider.ts";
import { orMissing } from "./stripe-outcome.ts";
import { balanceAppliedTo, intentOf, toCharge, toInvoice } from "./stripe-shapes.ts";

/** What an invoice is read with; Stripe expands four levels deep, and tells what was paid elsewhere on request only (https://docs.stripe.com/changelog/dahlia/2026-05-27/invoice-object-amount-paid-off-stripe-property). */
export const expand = ["payments.data.payment.payment_intent", "amount_paid_off_stripe"];

export async function readCharge(stripe: Stripe, charge: Stripe.Charge): Promise<Charge> {
  // a refund that failed leaves no trace on the charge, so they are always listed
  const refunds = stripe.refunds.list({ charge: charge.id, limit: 100 });
  const disputes = charge.disputed ? stripe.disputes.list({ charge: charge.id, limit: 100 }) : undefined;
  return toCharge(charge, (await refunds).data, (await disputes)?.data ?? []);
}

async function takenBy(stripe: Stripe, paymentIntent: string): Promise<Stripe.Charge[]> {
  const { data } = await stripe.charges.list({ payment_intent: paymentIntent, limit: 100 });
  return data.filter((charge) => charge.status === "succeeded");
}

/** The charges of a payment that took money. */
export const chargesOf = async (stripe: Stripe, paymentIntent: string): Promise<Charge[]> =>
  Promise.all((await takenBy(stripe, paymentIntent)).map((charge) => readCharge(stripe, charge)));

const intentIdOf = (invoice: Stripe.Invoice): string | undefined => {
  const intent = intentOf(invoice);
  return (typeof intent === "string" ? intent : intent?.id) ?? undefined;
};

type CreditReturn = ProviderInvoice["credit_returned"][number];

/** What went back to the balance that had paid a part of the invoice (https://docs.stripe.com/billing/customer/balance). */
async function returnedTo(stripe: Stripe, invoice: Stripe.Invoice): Promise<CreditReturn[]> {
  const { customer } = invoice;
  const id = typeof customer === "string" ? customer : customer?.id;
  if (!id || balanceAppliedTo(invoice) <= 0) return [];
  const found: CreditReturn[] = [];
  for await (const move of stripe.customers.listBalanceTransactions(id, { limit: 100 }))
    if (move.metadata?.["stripe_invoice_id"] === invoice.id)
      found.push({ id: move.id, amount: -move.amount, metadata: move.metadata ?? {} });
  return found;
}

/** An invoice with its money, from the invoice that was just read. */
export async function withCharges(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const id = intentIdOf(invoice);
  const [charges, returned] = await Promise.all([id ? chargesOf(stripe, id) : [], returnedTo(stripe, invoice)]);
  return { ...toInvoice(invoice, charges), credit_returned: returned };
}

/** The same for one that was paid in this very moment: nothing of it can have gone back yet. */
export async function withNewCharges(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const id = invoice.status === "paid" ? intentIdOf(invoice) : undefined;
  const charges = id ? await takenBy(stripe, id) : [];
  return toInvoice(
    invoice,
    charges.map((charge) => toCharge(charge, [], [])),
  );
}

/** undefined when the provider does not know the invoice. */
export const readInvoice = async (stripe: Stripe, id: string): Promise<ProviderInvoice | undefined> => {
  const invoice = await orMissing(stripe.invoices.retrieve(id, { expand }));
  return invoice && withCharges(stripe, invoice);
};
