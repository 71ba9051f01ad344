import { Client } from "pg";
import { postRecords } from "./accounting.ts";

/**
 * Invoices to export. Fully refunded ones are left out, because the shop does not export an invoice that was refunded
 * in full before its first export.
 */
const salesSql = `
  select i.id, i.reference_id, i.reference_type, o.net_suite_id as customer, r.order_number, i.tax::int, i.shipping::int,
    to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    (
      select json_agg(json_build_object('item', p.net_suite_id, 'price', line.price, 'quantity', line.quantity))
      from jsonb_to_recordset(i.products) as line(id uuid, price int, quantity int) join products p on p.id = line.id
    ) as lines,
    coalesce((
      select json_agg(json_build_object('id', l.stripe_object_id, 'amount', -l.amount_cents))
      from payment_ledger l
      where l.invoice_id = i.id and l.kind = 'refund' and not exists (
        select 1 from payment_ledger f where f.stripe_object_id = l.stripe_object_id and f.kind = 'refund_failed'
      )
    ), '[]') as refunds,
    i.due_on::text as due_on, r.payment_terms_days as terms_days,
    coalesce((
      select json_agg(json_build_object(
        'id', l.id, 'amount', l.amount_cents, 'day', to_char(l.booked_at at time zone 'UTC', 'YYYY-MM-DD')
      ))
      from payment_ledger l where l.invoice_id = i.id and l.kind = 'charge'
    ), '[]') as parts
  from invoices i
    join organizations o on o.id = i.org_id
    left join orders r on i.reference_type = 'order' and r.id = i.reference_id
  where i.net_suite_id is null and i.id::text like '01900000-0000-7000-%' and o.net_suite_id is not null
    and (i.payment_status not in ('pending', 'declined', 'refunded')
      or i.due_on is not null and i.stripe_invoice_id is not null)
  order by i.created_at, i.id`;

type Sale = {
  id: string;
  reference_id: string;
  reference_type: "order" | "subscription";
  customer: string;
  order_number: string | null;
  day: string;
  tax: number;
  shipping: number;
  lines: { item: string; price: number; quantity: number }[];
  refunds: { id: string; amount: number }[];
  /** Due date of an order on account, which is exported before it is paid; otherwise null. */
  due_on: string | null;
  terms_days: number | null;
  /** Payments received; for an order on account, each becomes a record of its own. */
  parts: { id: string; amount: number; day: string }[];
};

/** Internal ids of the fake's terms. */
const terms: Record<number, string> = { 15: "31", 30: "32", 45: "33", 60: "34", 90: "35" };

/** Ids of the accounting system's built-in items. */
const [taxItem, shippingItem] = ["11", "12"];

/**
 * Creates the demo sales in the accounting system, which must have their customers and items, and saves the sales' ids.
 * Idempotent.
 */
export async function seedAccountingSales(databaseUrl: string, sandboxUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Sale>(salesSql);
    for (const sale of rows) {
      const createdFrom =
        sale.reference_type === "order" ? await createRecord("sales_order", `order-${sale.reference_id}`, sale) : null;
      const invoice = await createRecord("invoice", `invoice-${sale.id}`, {
        ...sale,
        ...(createdFrom && { createdFrom }),
      });
      for (const payment of toPayments(sale, invoice)) await postRecords(sandboxUrl, [payment]);
      for (const { id, amount } of sale.refunds) {
        const [memo = ""] = await postRecords(sandboxUrl, [toMemo(sale, invoice, id, amount)]);
        await postRecords(sandboxUrl, [toRepayment(sale, memo, id, amount)]);
      }
      await client.query("update invoices set net_suite_id = $1 where id = $2", [invoice, sale.id]);
    }
  } finally {
    await client.end();
  }
  async function createRecord(
    type: string,
    externalId: string,
    sale: Sale & { createdFrom?: string },
  ): Promise<string> {
    const { customer: entity, order_number: otherRefNum, createdFrom, day: tranDate, due_on, terms_days } = sale;
    const item = { items: toLines(sale) };
    const fields = {
      externalId,
      entity,
      tranDate,
      item,
      ...(otherRefNum && { otherRefNum }),
      ...(createdFrom && { createdFrom }),
      ...(due_on && { terms: { id: terms[terms_days ?? 0] } }),
      ...(due_on && type === "invoice" && { dueDate: due_on }),
    };
    const [id = ""] = await postRecords(sandboxUrl, [{ type, fields }]);
    return id;
  }
}

const toLines = ({ lines, tax, shipping }: Sale) => [
  ...lines.map(({ item, price, quantity }) => toLine(item, quantity, price)),
  ...(tax > 0 ? [toLine(taxItem ?? "", 1, tax)] : []),
  ...(shipping > 0 ? [toLine(shippingItem ?? "", 1, shipping)] : []),
];
const toLine = (id: string, quantity: number, cents: number) => ({ item: { id }, quantity, rate: cents / 100 });

const toMemo = ({ customer: entity, lines, day: tranDate }: Sale, createdFrom: string, id: string, amount: number) => ({
  type: "credit_memo",
  fields: {
    externalId: `refund-${id}`,
    entity,
    createdFrom,
    tranDate,
    item: { items: [toLine(lines[0]?.item ?? "", 1, amount)] },
  },
});

const dollars = (cents: number): string => (cents / 100).toFixed(2);

function toPayments({ id, customer: entity, due_on, parts, ...sale }: Sale, createdFrom: string) {
  const total = sale.lines.reduce((sum, { price, quantity }) => sum + price * quantity, sale.tax + sale.shipping);
  const payments = due_on === null ? [{ id, amount: total, day: sale.day }] : parts;
  return payments.map(({ id: paymentId, amount, day: tranDate }) => {
    const paid = dollars(amount);
    return {
      type: "customer_payment",
      fields: { externalId: `payment-${paymentId}`, entity, createdFrom, tranDate, total: paid, applied: paid },
    };
  });
}

const toRepayment = ({ customer: entity, day: tranDate }: Sale, createdFrom: string, id: string, amount: number) => ({
  type: "customer_refund",
  fields: { externalId: `repayment-${id}`, entity, createdFrom, tranDate, total: dollars(amount) },
});
