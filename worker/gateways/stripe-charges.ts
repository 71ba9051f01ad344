import type { Stripe } from "stripe";
import type {
  MovementSpan,
  ProviderCharge,
  ProviderInvoice,
  ProviderMovement,
  ProviderTry,
} from "./payment-provider.ts";
import { undefinedIfMissing } from "./stripe-outcome.ts";
import { balanceAppliedTo, toId, toInstant, findIntent, toCharge, toInvoice, toTry } from "./stripe-shapes.ts";

/**
 * Stripe expands at most four levels, and sends `amount_paid_off_stripe` only on request
 * (https://docs.stripe.com/changelog/dahlia/2026-05-27/invoice-object-amount-paid-off-stripe-property).
 */
export const expand = ["payments.data.payment.payment_intent", "amount_paid_off_stripe"];

/** Balance transactions have the time at which the money moved. */
export const chargeExpand = ["balance_transaction"];
const refundExpand = ["data.balance_transaction", "data.failure_balance_transaction"];

export async function fetchChargeDetails(stripe: Stripe, charge: Stripe.Charge): Promise<ProviderCharge> {
  // The charge itself does not show failed refunds.
  const refunds = stripe.refunds.list({ charge: charge.id, limit: 100, expand: refundExpand });
  const disputes = charge.disputed ? stripe.disputes.list({ charge: charge.id, limit: 100 }) : undefined;
  return toCharge(charge, (await refunds).data, (await disputes)?.data ?? []);
}

type PaymentCharges = { charges: ProviderCharge[]; tries: ProviderTry[] };

/** Only successful charges move money; `tries` lists all charges, oldest first. */
async function listCharges(stripe: Stripe, paymentIntent: string) {
  const { data } = await stripe.charges.list({
    payment_intent: paymentIntent,
    limit: 100,
    expand: chargeExpand.map((field) => `data.${field}`),
  });
  return { succeeded: data.filter(({ status }) => status === "succeeded"), tries: data.map(toTry).toReversed() };
}

export async function fetchCharges(stripe: Stripe, paymentIntent: string): Promise<PaymentCharges> {
  const { succeeded, tries } = await listCharges(stripe, paymentIntent);
  return { charges: await Promise.all(succeeded.map((charge) => fetchChargeDetails(stripe, charge))), tries };
}

/** Payment intents of all payments of the invoice; the default payment's intent is first. */
async function fetchIntentIds(stripe: Stripe, invoice: Stripe.Invoice): Promise<string[]> {
  const payments =
    invoice.payments?.has_more === true && invoice.id
      ? await stripe.invoicePayments.list({ invoice: invoice.id, limit: 100 }).autoPagingToArray({ limit: 1000 })
      : (invoice.payments?.data ?? []);
  const ids = payments.flatMap(({ payment }) => toId(payment.payment_intent) ?? []);
  const first = findIntentId(invoice);
  return [...new Set([...(first === undefined ? [] : [first]), ...ids])];
}

const findIntentId = (invoice: Stripe.Invoice): string | undefined => {
  const intent = findIntent(invoice);
  return (typeof intent === "string" ? intent : intent?.id) ?? undefined;
};

type CreditReturn = ProviderInvoice["credit_returned"][number];

/** Refunds to the balance that had paid part of the invoice (https://docs.stripe.com/billing/customer/balance). */
async function listCreditReturns(stripe: Stripe, invoice: Stripe.Invoice): Promise<CreditReturn[]> {
  const { customer } = invoice;
  const id = typeof customer === "string" ? customer : customer?.id;
  if (!id || balanceAppliedTo(invoice) <= 0) return [];
  const returns: CreditReturn[] = [];
  for await (const move of stripe.customers.listBalanceTransactions(id, { limit: 100 }))
    if (move.metadata?.["stripe_invoice_id"] === invoice.id)
      returns.push({
        id: move.id,
        amount: -move.amount,
        booked_at: toInstant(move.created),
        metadata: move.metadata ?? {},
      });
  return returns;
}

export async function withCharges(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const [payments, credit_returned] = await Promise.all([
    fetchIntentIds(stripe, invoice).then((ids) => Promise.all(ids.map((id) => fetchCharges(stripe, id)))),
    listCreditReturns(stripe, invoice),
  ]);
  const charges = payments.flatMap((payment) => payment.charges);
  const tries = payments.flatMap((payment) => payment.tries).toSorted((a, b) => a.at.localeCompare(b.at));
  return { ...toInvoice(invoice, charges, tries), credit_returned };
}

/** For an invoice that this request has just paid: refunds cannot exist yet and are not read. */
export async function withNewCharges(stripe: Stripe, invoice: Stripe.Invoice): Promise<ProviderInvoice> {
  const id = invoice.status === "paid" ? findIntentId(invoice) : undefined;
  const { succeeded, tries } = id ? await listCharges(stripe, id) : { succeeded: [], tries: [] };
  return toInvoice(
    invoice,
    succeeded.map((charge) => toCharge(charge, [], [])),
    tries,
  );
}

export const fetchInvoice = async (stripe: Stripe, id: string): Promise<ProviderInvoice | undefined> => {
  const invoice = await undefinedIfMissing(stripe.invoices.retrieve(id, { expand }));
  return invoice && withCharges(stripe, invoice);
};

type Origin = Pick<ProviderMovement, "object_id" | "currency" | "payment_intent" | "metadata">;
const buildOrigin = (object: Stripe.Charge | Stripe.Refund | Stripe.Dispute): Origin => ({
  object_id: object.id,
  currency: object.currency,
  payment_intent: toId(object.payment_intent),
  metadata: object.metadata ?? {},
});

const toMovements = {
  charges: (charge: Stripe.Charge): ProviderMovement[] =>
    charge.status === "succeeded"
      ? [
          {
            ...buildOrigin(charge),
            kind: "charge",
            amount: charge.amount,
            charge_id: null,
            customer: toId(charge.customer),
          },
        ]
      : [],
  refunds(refund: Stripe.Refund): ProviderMovement[] {
    const shared = { ...buildOrigin(refund), charge_id: toId(refund.charge), customer: null };
    const refundMovement: ProviderMovement = { ...shared, kind: "refund", amount: -refund.amount };
    if (refund.status === "succeeded") return [refundMovement];
    return refund.status === "failed"
      ? [refundMovement, { ...shared, kind: "refund_failed", amount: refund.amount }]
      : [];
  },
  disputes(dispute: Stripe.Dispute): ProviderMovement[] {
    const shared = { ...buildOrigin(dispute), charge_id: toId(dispute.charge), customer: null };
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
 * One page of the account's charges, refunds or disputes, newest first. Objects created meanwhile precede the pages
 * that follow, so none is missed or read twice (https://docs.stripe.com/api/pagination,
 * https://docs.stripe.com/api/charges/list, https://docs.stripe.com/api/refunds/list,
 * https://docs.stripe.com/api/disputes/list).
 */
export async function listMovements(
  stripe: Stripe,
  objectType: keyof typeof toMovements,
  { from_s, before_s, after }: MovementSpan,
): Promise<{ movements: ProviderMovement[]; next: string | null }> {
  const created = { ...(from_s !== null && { gte: from_s }), ...(before_s !== null && { lt: before_s }) };
  const params = {
    limit: 100,
    ...(Object.keys(created).length > 0 && { created }),
    ...(after !== null && { starting_after: after }),
  };
  const nextCursor = ({ has_more, data }: Stripe.ApiList<{ id: string }>) => (has_more && data.at(-1)?.id) || null;
  if (objectType === "charges") {
    const list = await stripe.charges.list(params);
    return { movements: list.data.flatMap(toMovements.charges), next: nextCursor(list) };
  }
  if (objectType === "refunds") {
    const list = await stripe.refunds.list(params);
    return { movements: list.data.flatMap(toMovements.refunds), next: nextCursor(list) };
  }
  const list = await stripe.disputes.list(params);
  return { movements: list.data.flatMap(toMovements.disputes), next: nextCursor(list) };
}
