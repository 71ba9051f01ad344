import { z } from "zod";
import type { Shop } from "../../support/store.ts";

const id = z.string();
const metadata = z.record(z.string(), z.string()).nullish();
const shapes = {
  charge: z.object({
    id,
    amount: z.number(),
    currency: z.string(),
    status: z.string(),
    payment_intent: id,
    disputed: z.boolean(),
  }),
  refund: z.object({ id, charge: id, amount: z.number(), status: z.string() }),
  dispute: z.object({
    id,
    charge: id,
    status: z.string(),
    balance_transactions: z.array(z.object({ amount: z.number() })),
  }),
  customer_balance_transaction: z.object({
    id,
    type: z.string(),
    amount: z.number(),
    invoice: id.nullable(),
    metadata,
  }),
  invoice: z.object({
    id,
    status: z.string(),
    total: z.number(),
    billing_reason: z.string().nullable(),
    metadata,
    parent: z.object({ subscription_details: z.object({ subscription: id }).nullish() }).nullish(),
  }),
  invoice_payment: z.object({ invoice: id, payment: z.object({ payment_intent: id }) }),
  payment_intent: z.object({ id, status: z.string(), metadata, last_payment_error: z.unknown() }),
  subscription: z.object({ id, status: z.string(), metadata }),
  tax_calculation: z.object({ id, tax_amount_exclusive: z.number() }),
};
type Shapes = typeof shapes;
export type Charge = z.infer<Shapes["charge"]>;
export type Refund = z.infer<Shapes["refund"]>;
export type Dispute = z.infer<Shapes["dispute"]>;
export type ProviderRecords = {
  /** Charges that took money. */
  charges: Charge[];
  refunds: Refund[];
  disputes: Dispute[];
  /** Changes of the customer's balance. */
  balance: z.infer<Shapes["customer_balance_transaction"]>[];
  invoices: z.infer<Shapes["invoice"]>[];
  payments: z.infer<Shapes["invoice_payment"]>[];
  intents: z.infer<Shapes["payment_intent"]>[];
  subscriptions: z.infer<Shapes["subscription"]>[];
  taxes: z.infer<Shapes["tax_calculation"]>[];
};

export async function readProviderRecords(shop: Shop, customer: string, taxIds: string[]): Promise<ProviderRecords> {
  const fetchObjects = async <T extends keyof Shapes>(type: T, fields: Record<string, string>) =>
    // `as`: TypeScript does not connect `shapes[type]` with `Shapes[T]`.
    z.array(shapes[type]).parse(await shop.objects(type, fields)) as z.infer<Shapes[T]>[];
  const readEach = async <T extends keyof Shapes>(type: T, field: string, values: string[]) =>
    (await Promise.all(values.map((value) => fetchObjects(type, { [field]: value })))).flat();
  const [charges, balance, refunds, invoices, intents, subscriptions, taxes] = await Promise.all([
    fetchObjects("charge", { customer }),
    fetchObjects("customer_balance_transaction", { customer }),
    fetchObjects("refund", { customer }),
    fetchObjects("invoice", { customer }),
    fetchObjects("payment_intent", { customer }),
    fetchObjects("subscription", { customer }),
    readEach("tax_calculation", "id", taxIds),
  ]);
  const disputedIds = charges.filter((charge) => charge.disputed).map((charge) => charge.id);
  const invoiceIds = invoices.map((invoice) => invoice.id);
  const [disputes, payments] = await Promise.all([
    readEach("dispute", "charge", disputedIds),
    readEach("invoice_payment", "invoice", invoiceIds),
  ]);
  const successfulCharges = charges.filter(({ status }) => status === "succeeded");
  return { charges: successfulCharges, balance, refunds, disputes, invoices, payments, intents, subscriptions, taxes };
}

/** Signed cents of one invoice that the customer's balance paid, and that went back to the balance. */
export function balanceEntriesOf(
  { balance, invoices }: ProviderRecords,
  invoiceId: string | null,
): { id: string; kind: string; amount: number }[] {
  const invoice = invoices.find(({ id: candidateId }) => candidateId === invoiceId);
  if (invoice?.status !== "paid") return [];
  const appliedCents = balance
    .filter((move) => move.invoice === invoice.id)
    .reduce((sum, { amount }) => sum + amount, 0);
  const returnedEntries = balance
    .filter((move) => move.type === "adjustment" && move.metadata?.["stripe_invoice_id"] === invoice.id)
    .map(({ id: moveId, amount }) => ({ id: moveId, kind: "refund", amount }));
  if (appliedCents === 0) return returnedEntries;
  return [
    { id: invoice.id, kind: appliedCents > 0 ? "balance" : "balance_owed", amount: appliedCents },
    ...returnedEntries,
  ];
}

/** Signed cents of one charge in the provider's ledger: taken, refunded, and lost to disputes. */
export function entriesOf(records: ProviderRecords, charge: Charge): { id: string; kind: string; amount: number }[] {
  const refunds = records.refunds
    .filter((refund) => refund.charge === charge.id && ["succeeded", "failed"].includes(refund.status))
    .flatMap(({ id: refundId, amount, status }) => [
      { id: refundId, kind: "refund", amount: -amount },
      ...(status === "failed" ? [{ id: refundId, kind: "refund_failed", amount }] : []),
    ]);
  const disputes = records.disputes
    .filter((dispute) => dispute.charge === charge.id)
    .flatMap((dispute) =>
      dispute.balance_transactions.map(({ amount }) => ({
        id: dispute.id,
        kind: amount < 0 ? "dispute_withdrawn" : "dispute_reinstated",
        amount,
      })),
    );
  return [{ id: charge.id, kind: "charge", amount: charge.amount }, ...refunds, ...disputes];
}
