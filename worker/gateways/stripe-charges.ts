import type { Stripe } from "stripe";
import type { ProviderCharge, MovementSpan, ProviderInvoice, ProviderMovement } from "./payment-provider.ts";
import { orMissing } from "./stripe-outcome.ts";
import { balanceAppliedTo, idOf, intentOf, toCharge, toInvoice } from "./stripe-shapes.ts";

/** What an invoice is read with; Stripe expands four levels deep, and tells what was paid elsewhere on request only (https://docs.stripe.com/changelog/dahlia/2026-05-27/invoice-object-amount-paid-off-stripe-property). */
export const expand = ["payments.data.payment.payment_intent", "amount_paid_off_stripe"];

export async function readCharge(stripe: Stripe, charge: Stripe.Charge): Promise<ProviderCharge> {
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
export const chargesOf = async (stripe: Stripe, paymentIntent: string): Promise<ProviderCharge[]> =>
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

type Origin = Pick<ProviderMovement, "object_id" | "currency" | "payment_intent" | "metadata">;
const originOf = (object: Stripe.Charge | Stripe.Refund | Stripe.Dispute): Origin => ({
  object_id: object.id,
  currency: object.currency,
  payment_intent: idOf(object.payment_intent),
  metadata: object.metadata ?? {},
});

const moved = {
  charges: (charge: Stripe.Charge): ProviderMovement[] =>
    charge.status === "succeeded"
      ? [
          {
            ...originOf(charge),
            kind: "charge",
            amount: charge.amount,
            charge_id: null,
            customer: idOf(charge.customer),
          },
        ]
      : [],
  refunds(refund: Stripe.Refund): ProviderMovement[] {
    const shared = { ...originOf(refund), charge_id: idOf(refund.charge), customer: null };
    const back: ProviderMovement = { ...shared, kind: "refund", amount: -refund.amount };
    if (refund.status === "succeeded") return [back];
    return refund.status === "failed" ? [back, { ...shared, kind: "refund_failed", amount: refund.amount }] : [];
  },
  disputes(dispute: Stripe.Dispute): ProviderMovement[] {
    const shared = { ...originOf(dispute), charge_id: idOf(dispute.charge), customer: null };
    const amounts = dispute.balance_transactions.map(({ amount }) => amount);
    const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0);
    const withdrawn = sum(amounts.filter((amount) => amount < 0));
    const reinstated = sum(amounts.filter((amount) => amount > 0));
    return [
      ...(withdrawn < 0 ? [{ ...shared, kind: "dispute_withdrawn" as const, amount: withdrawn }] : []),
      ...(reinstated > 0 ? [{ ...shared, kind: "dispute_reinstated" as const, amount: reinstated }] : []),
    ];
  },
};

/**
 * One page of all charges, refunds or disputes of the account, newest first; what is made meanwhile stands before the pages
 * that follow, so that none is missed or met twice (https://docs.stripe.com/api/pagination,
 * https://docs.stripe.com/api/charges/list, https://docs.stripe.com/api/refunds/list, https://docs.stripe.com/api/disputes/list).
 */
export async function listMovements(
  stripe: Stripe,
  of: keyof typeof moved,
  { from_s, before_s, after }: MovementSpan,
): Promise<{ movements: ProviderMovement[]; next: string | null }> {
  const created = { ...(from_s !== null && { gte: from_s }), ...(before_s !== null && { lt: before_s }) };
  const asked = {
    limit: 100,
    ...(Object.keys(created).length > 0 && { created }),
    ...(after !== null && { starting_after: after }),
  };
  const nextOf = ({ has_more, data }: Stripe.ApiList<{ id: string }>) => (has_more && data.at(-1)?.id) || null;
  if (of === "charges") {
    const list = await stripe.charges.list(asked);
    return { movements: list.data.flatMap(moved.charges), next: nextOf(list) };
  }
  if (of === "refunds") {
    const list = await stripe.refunds.list(asked);
    return { movements: list.data.flatMap(moved.refunds), next: nextOf(list) };
  }
  const list = await stripe.disputes.list(asked);
  return { movements: list.data.flatMap(moved.disputes), next: nextOf(list) };
}
