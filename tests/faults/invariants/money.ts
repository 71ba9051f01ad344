import type { Records, Invariant } from "./records.ts";
import type { Invoice } from "./our-records.ts";
import { balanceEntriesOf, type Charge, entriesOf } from "./provider-records.ts";
import { sum } from "../../support/sum.ts";

/** Our invoice of a provider's charge, according to the provider's data. */
function findInvoice({ ours, theirs }: Records, charge: Charge): Invoice | undefined {
  const payment = theirs.payments.find((one) => one.payment.payment_intent === charge.payment_intent);
  const invoice = theirs.invoices.find(({ id }) => id === payment?.invoice);
  const intent = theirs.intents.find(({ id }) => id === charge.payment_intent);
  const namedId = invoice?.metadata?.["invoice_id"] ?? intent?.metadata?.["invoice_id"];
  if (namedId) return ours.invoices.find(({ id }) => id === namedId);
  const plan = theirs.subscriptions.find(({ id }) => id === invoice?.parent?.subscription_details?.subscription);
  return ours.invoices.find(
    (one) => one.stripe_invoice_id === invoice?.id && one.reference_id === plan?.metadata?.["subscription_id"],
  );
}

type LedgerEntries = { id: string; kind: string; amount: number }[];

const listLedger = ({ ours }: Records, invoice: Invoice): LedgerEntries =>
  ours.ledger
    .filter(({ invoice_id }) => invoice_id === invoice.id)
    .map(({ stripe_object_id, kind, amount_cents }) => ({ id: stripe_object_id, kind, amount: amount_cents }));

const billedAmount = ({ amount, credited_amount }: Invoice): number => amount - credited_amount;

/**
 * The payment status required by M4 and O-086. `amount` is billed; payments from the customer's balance count as
 * charges.
 */
export function expectedStatus(
  amount: number,
  entries: LedgerEntries,
  open: { has_failed: boolean; is_disputed: boolean },
): string {
  const totalOfKind = (kind: string) =>
    Math.abs(sum(entries.filter((entry) => entry.kind === kind).map((entry) => entry.amount)));
  const paid = sum(
    entries.filter(({ kind }) => ["charge", "balance", "balance_owed"].includes(kind)).map((entry) => entry.amount),
  );
  if (paid === 0) return open.has_failed ? "declined" : "pending";
  if (paid !== amount) return "pending";
  if (open.is_disputed || totalOfKind("dispute_withdrawn") > totalOfKind("dispute_reinstated")) return "disputed";
  const net = paid - totalOfKind("refund") + totalOfKind("refund_failed");
  if (net <= 0) return "refunded";
  if (net < amount) return "partially_refunded";
  return totalOfKind("refund_failed") > 0 ? "refund_failed" : "paid";
}

function findOpenState({ theirs }: Records, invoice: Invoice, charges: Charge[]) {
  const payment = theirs.payments.find((one) => one.invoice === invoice.stripe_invoice_id);
  const intent = theirs.intents.find(
    ({ id }) => id === (payment?.payment.payment_intent ?? invoice.stripe_payment_id ?? ""),
  );
  const ids = charges.map(({ id }) => id);
  return {
    has_failed: intent?.status === "requires_payment_method" && Boolean(intent.last_payment_error),
    is_disputed: theirs.disputes.some(
      ({ charge, status }) => ids.includes(charge) && !["won", "lost", "warning_closed"].includes(status),
    ),
  };
}

/** Cents of an invoice paid by charges and from the customer's balance. */
function paidCents({ theirs }: Records, invoice: Invoice, charges: Charge[]): number {
  const balanceEntries = balanceEntriesOf(theirs, invoice.stripe_invoice_id).filter(({ kind }) => kind !== "refund");
  return sum([...charges.filter(({ currency }) => currency === "usd"), ...balanceEntries].map(({ amount }) => amount));
}

const key = (entry: LedgerEntries[number]) => `${entry.kind} ${entry.id} ${entry.amount}`;
const keys = (side: LedgerEntries) => side.map(key).toSorted().join(", ");

function groupCharges(records: Records): Map<Invoice, Charge[]> {
  const chargesByInvoice = new Map<Invoice, Charge[]>(records.ours.invoices.map((invoice) => [invoice, []]));
  for (const charge of records.theirs.charges) {
    const invoice = findInvoice(records, charge);
    if (invoice) chargesByInvoice.get(invoice)?.push(charge);
  }
  return chargesByInvoice;
}

export const moneyInvariants: Record<string, Invariant> = {
  "M2 conservation": (records) => {
    const chargeEntries = records.theirs.charges.flatMap((charge) => entriesOf(records.theirs, charge));
    const balanceEntries = records.ours.invoices.flatMap((one) =>
      balanceEntriesOf(records.theirs, one.stripe_invoice_id),
    );
    const theirs = [...chargeEntries, ...balanceEntries].map(({ amount }) => amount);
    const ours = records.ours.ledger.map(({ amount_cents }) => amount_cents);
    return sum(theirs) === sum(ours) ? [] : [`the provider holds ${sum(theirs)} cents, our ledger ${sum(ours)}`];
  },
  "M2 entry by entry": (records) =>
    [...groupCharges(records)].flatMap(([invoice, charges]) => {
      const balanceEntries = balanceEntriesOf(records.theirs, invoice.stripe_invoice_id);
      const providerKeys = keys([...charges.flatMap((charge) => entriesOf(records.theirs, charge)), ...balanceEntries]);
      const ledgerKeys = keys(listLedger(records, invoice));
      return providerKeys === ledgerKeys
        ? []
        : [`invoice ${invoice.id} has ${ledgerKeys || "nothing"} instead of ${providerKeys || "nothing"}`];
    }),
  "M3 one charge": (records) =>
    [...groupCharges(records)]
      .filter(([{ due_on }, charges]) => due_on === null && charges.length > 1)
      .map(([invoice, charges]) => `invoice ${invoice.id} was charged ${charges.length} times`),
  "M3 parts of an invoice on account": (records) =>
    [...groupCharges(records)]
      .filter(([invoice, charges]) => paidCents(records, invoice, charges) > billedAmount(invoice))
      .map(([invoice]) => `more was paid than the ${billedAmount(invoice)} cents of invoice ${invoice.id}`),
  "M4 status": (records) =>
    [...groupCharges(records)].flatMap(([invoice, charges]) => {
      const isFree = invoice.amount === 0 && invoice.stripe_invoice_id !== null;
      const expected = isFree
        ? "paid"
        : expectedStatus(billedAmount(invoice), listLedger(records, invoice), findOpenState(records, invoice, charges));
      const order = records.ours.orders.find(({ id }) => id === invoice.reference_id);
      const statuses = [invoice.payment_status, ...(order ? [order.payment_status] : [])];
      return statuses.every((status) => status === expected)
        ? []
        : [`invoice ${invoice.id} is ${statuses.join(" and its order ")}, not ${expected}`];
    }),
  "M5 no orphan money": (records) =>
    records.theirs.charges
      .filter((charge) => !findInvoice(records, charge))
      .map(({ id, amount }) => `charge ${id} of ${amount} cents is for none of our invoices`),
  "M5 no phantom paid": (records) =>
    [...groupCharges(records)]
      .filter(([invoice]) => invoice.payment_status === "paid")
      .filter(([invoice, charges]) => paidCents(records, invoice, charges) !== billedAmount(invoice))
      .map(([invoice]) => `invoice ${invoice.id} is paid without money of its amount`),
  "M5 nobody can pay for nothing": ({ ours, theirs }) => {
    const knownIds = new Set([...ours.invoices, ...ours.subscriptions].map(({ id }) => id));
    const isUnknown = (named: string | undefined) => named !== undefined && !knownIds.has(named);
    const liveStatuses = ["active", "past_due", "incomplete", "trialing"];
    return [
      ...theirs.invoices.filter((one) => one.status === "open" && isUnknown(one.metadata?.["invoice_id"])),
      ...theirs.subscriptions.filter(
        (one) => liveStatuses.includes(one.status) && isUnknown(one.metadata?.["subscription_id"]),
      ),
    ].map(({ id, status }) => `${id} is ${status} and for nothing of ours`);
  },
  "M5 nobody can pay for a canceled order": ({ ours, theirs }) =>
    ours.orders
      .filter(({ status }) => status === "canceled")
      .flatMap((order) => ours.invoices.filter(({ reference_id }) => reference_id === order.id))
      .filter((invoice) => theirs.invoices.some((one) => one.id === invoice.stripe_invoice_id && one.status === "open"))
      .map(({ id }) => `invoice ${id} of a canceled order can still be paid`),
  "M6 refunds": (records) =>
    records.theirs.charges.flatMap((charge) => {
      const refundedCents = -sum(
        entriesOf(records.theirs, charge)
          .filter(({ kind }) => kind.startsWith("refund"))
          .map(({ amount }) => amount),
      );
      return refundedCents >= 0 && refundedCents <= charge.amount
        ? []
        : [`${refundedCents} cents of charge ${charge.id} were given back`];
    }),
  "M6 refunds by lines": ({ ours }) => {
    const liveRefunds = ours.refunds.filter(({ status }) => status !== "failed" && status !== "canceled");
    const refundLines = (lineId: string) =>
      liveRefunds.flatMap(({ lines }) => lines.filter(({ line_id }) => line_id === lineId));
    const lines = ours.orders.flatMap((order) => order.lines);
    return [
      ...ours.refunds.filter(({ status }) => status === "asked").map(({ id }) => `refund ${id} is still asked for`),
      ...liveRefunds
        .filter((one) => one.lines.length > 0 && sum(one.lines.map((line) => line.amount + line.tax)) !== one.amount)
        .map(({ id }) => `refund ${id} is not the sum of its lines`),
      ...lines
        .filter(({ id, quantity }) => sum(refundLines(id).map((line) => line.quantity)) > quantity)
        .map(({ id }) => `more of line ${id} was given back than was bought`),
      ...lines
        .filter(({ id, tax_amount }) => sum(refundLines(id).map(({ tax }) => tax)) > tax_amount)
        .map(({ id }) => `more tax of line ${id} was given back than was collected`),
    ];
  },
  "M21 parts of the ledger": ({ ours }) =>
    ours.ledger
      .filter(({ amount_cents, parts }) => sum(parts.map((part) => part.amount_cents)) !== amount_cents)
      .map(({ stripe_object_id, kind }) => `the parts of ${kind} ${stripe_object_id} are not its amount`),
  "M12 accounting": ({ ours }) =>
    ours.invoices
      .filter((one) => !["pending", "declined"].includes(one.payment_status))
      .filter((one) => ours.ledger.some(({ invoice_id }) => invoice_id === one.id))
      .filter((one) => !one.is_net_suite_sync_needed && one.net_suite_id === null)
      .map(({ id }) => `paid invoice ${id} is not on its way to accounting`),
  "M19 entitlement": ({ ours, theirs }) =>
    ours.subscriptions.flatMap((one) => {
      const providerStatus = theirs.subscriptions.find(({ id }) => id === one.stripe_id)?.status;
      return one.stripe_id === null || providerStatus === one.status
        ? []
        : [`subscription ${one.id} is ${one.status}, not ${providerStatus}`];
    }),
  // a debit under way when an administrator ends its plan still arrives, and is to be reviewed
  "M5 nothing to review": ({ ours }) =>
    ours.invoices
      .filter(({ needs_review }) => needs_review)
      .filter(({ reference_id }) => !ours.subscriptions.some((s) => s.id === reference_id && s.status === "canceled"))
      .map(({ id }) => `invoice ${id} needs review`),
};
