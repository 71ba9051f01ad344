// Orders on account: paid, overdue, paid in part, not yet due, and one with a PO number that is being processed.
import type { Client } from "pg";
import type { LedgerKind, OrderStatus } from "../../db/enums.ts";
import { demoOrganizations } from "./organizations.ts";
import { type Buyer, insertOrders, orderRows } from "./orders.ts";
import { daysAgo, seedId } from "./rows.ts";

type AccountOrder = {
  /** Days ago. */
  placed: number;
  status: OrderStatus;
  /** Quantities by the last digits of the product id. */
  lines: Record<number, number>;
  po_number?: string | null;
  /** Bank transfer, `days` ago; `cents` defaults to the whole amount. */
  transfer?: { days: number; cents?: number };
  /** Days until the next reminder; null: none. */
  remind_in: number | null;
  reminded?: number;
};

const { cascade } = demoOrganizations;
const termsDays = cascade.payment_terms_days;

const orders: AccountOrder[] = [
  { placed: 75, status: "received", lines: { 101: 1, 110: 4 }, transfer: { days: 47 }, remind_in: null },
  { placed: 40, status: "received", lines: { 108: 2, 109: 1 }, remind_in: 4, reminded: 3 },
  {
    placed: 25,
    status: "received",
    lines: { 106: 3, 111: 6 },
    transfer: { days: 6, cents: 1_500_00 },
    remind_in: 5,
    reminded: 2,
  },
  { placed: 12, status: "shipped", lines: { 105: 8 }, remind_in: 11 },
  { placed: 2, status: "processing", lines: { 104: 12, 111: 12 }, po_number: "CC-20418", remind_in: 21 },
];

/** Number of the first order on account, above those of seedOrders. */
const firstIndex = 31;

export async function seedAccountOrders(client: Client): Promise<void> {
  const found = await client.query("select 1 from orders where id = $1", [seedId(300 + firstIndex)]);
  if (found.rows.length > 0) return;
  const { rows: people } = await client.query<Buyer>(
    "select id, email, first_name, last_name from users where org_id = $1",
    [cascade.id],
  );
  await insertOrders(
    client,
    orders.map((order, place) => buildRows(order, firstIndex + place, people)),
  );
}

const toDay = (instant: string): string => instant.slice(0, 10);

function buildRows(
  { placed, status, lines, po_number = null, transfer, remind_in, reminded }: AccountOrder,
  index: number,
  people: Buyer[],
) {
  const number = 400 + index;
  const isPaid = transfer !== undefined && transfer.cents === undefined;
  const rows = orderRows(
    [
      placed,
      "buyer@cascade.test",
      cascade,
      ["Standard", 1500, "FEDEX_GROUND"],
      status,
      isPaid ? "paid" : "pending",
      lines,
    ],
    index,
    people,
  );
  const { amount } = rows.invoice;
  const receivedTransfer = transfer && {
    id: `py_seed_transfer_${number}`,
    amount: transfer.cents ?? amount,
    at: daysAgo(transfer.days),
  };
  const invoice = {
    ...rows.invoice,
    po_number,
    due_on: toDay(daysAgo(placed - termsDays)),
    remind_on: remind_in === null ? null : toDay(daysAgo(-remind_in)),
    reminder_sent_at: reminded === undefined ? null : daysAgo(reminded),
    is_processing: false,
    tries: receivedTransfer ? [{ ...receivedTransfer, status: "succeeded", method: null, decline: null }] : [],
  };
  return {
    ...rows,
    order: { ...rows.order, po_number, payment_terms_days: termsDays },
    invoice,
    ledger: receivedTransfer ? [ledgerRow(number, invoice, receivedTransfer)] : [],
    // The sale was reported when the invoice was issued.
    reports: [saleRow(number, invoice)],
  };
}

const ledgerRow = (
  number: number,
  { id, org_id }: { id: string; org_id: string },
  received: { id: string; amount: number; at: string },
) => ({
  id: seedId(number * 10),
  invoice_id: id,
  org_id,
  stripe_object_id: received.id,
  kind: "charge" satisfies LedgerKind as LedgerKind,
  amount_cents: received.amount,
  booked_at: received.at,
  created_at: received.at,
});

const saleRow = (number: number, { id, amount, created_at }: { id: string; amount: number; created_at: string }) => ({
  id: seedId(number * 10 + 9),
  invoice_id: id,
  kind: "sale",
  reference: `invoice_${id}`,
  amount,
  transaction_id: `tax_seed_${number}`,
  status: "done",
  created_at,
  done_at: created_at,
});
