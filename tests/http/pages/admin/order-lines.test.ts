import { expect, test } from "vitest";
import { refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { readCsv } from "../../../support/csv/read-csv.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";
import { readWords } from "../words.ts";

const columns = [
  "Day",
  "Order",
  "Invoice",
  "PO number",
  "Organization",
  "Price level",
  "Status",
  "Payment",
  "SKU",
  "Item",
  "Quantity",
  "Unit price",
  "Amount",
  "Tax",
  "Shipping",
  "Total",
  "Refunded",
];

async function fetchLines(client: Client, filter: Record<string, string>) {
  const reply = await client.fetch(`/admin/orders/lines?${new URLSearchParams(filter)}`);
  expect([reply.status, reply.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="order-lines.csv"',
  ]);
  const { head, rows } = await readCsv(await reply.text());
  expect(head).toEqual(columns);
  return rows.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ""])));
}

const sumCents = (rows: Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

test("the file by order line sums to the order's total and to its refunds in the ledger", async () => {
  const [{ client: admin }, first, second] = [
    await signedInAdmin(),
    await shop.createProduct(),
    await shop.createProduct(),
  ];
  const { org_id, bought } = await shop.purchase([first, second]);
  const order_id = bought.order_id ?? "";
  await query("update orders set po_number = 'PO-77' where id = $1", [order_id]);
  const lines = await query<{ id: string; name: string; price: number; tax_amount: number }>(
    "select id, name, price::float, tax_amount::float from order_lines where order_id = $1 order by position",
    [order_id],
  );
  const refund = async (body: object) => {
    (await admin.call(refundOrder, { params: { order_id }, body })).reply();
    await shop.settled();
  };
  await refund({ lines: [{ line_id: lines[0]?.id, quantity: 1 }] });
  await refund({ amount: 123 });

  const [order] = await query<Record<string, string>>(
    `select o.order_number, i.stripe_invoice_no, g.name, (o.created_at at time zone s.time_zone)::date::text as day,
       coalesce(o.price_level_name, '') as level, o.total::float, o.tax::float, o.shipping::float
     from shop_settings s, orders o join invoices i on i.reference_id = o.id join organizations g on g.id = o.org_id
     where o.id = $1`,
    [order_id],
  );
  const rows = await fetchLines(admin, { org_id });
  const [sku] = await query<{ sku: string | null }>("select sku from products where id = $1", [first.id]);
  expect(rows[0]).toMatchObject({
    Day: order?.day,
    Order: order?.order_number,
    Invoice: order?.stripe_invoice_no,
    "PO number": "PO-77",
    Organization: order?.name,
    "Price level": order?.level,
    SKU: sku?.sku ?? "",
    Item: lines[0]?.name,
    Quantity: "1",
    "Unit price": String(Number(lines[0]?.price) / 100),
    Tax: String(Number(lines[0]?.tax_amount) / 100),
    Refunded: String((Number(lines[0]?.price) + Number(lines[0]?.tax_amount)) / 100),
  });
  expect(rows.map(({ Item }) => Item)).toEqual([...lines.map(({ name }) => name), "Not by line"]);
  expect([rows[1]?.Refunded, rows[2]?.Refunded]).toEqual(["0", "1.23"]);
  expect(["Total", "Tax", "Shipping"].map((column) => sumCents(rows, column))).toEqual([
    order?.total,
    order?.tax,
    order?.shipping,
  ]);
  const [ledgerRow] = await query<{ refunded: number }>(
    "select -sum(amount_cents)::float as refunded from payment_ledger where org_id = $1 and kind like 'refund%'",
    [org_id],
  );
  expect(sumCents(rows, "Refunded")).toBe(ledgerRow?.refunded);

  // A failed refund does not count.
  await query(
    `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
     select invoice_id, org_id, stripe_object_id, 'refund_failed', -amount_cents, now() from payment_ledger
     where org_id = $1 and kind = 'refund'`,
    [org_id],
  );
  expect((await fetchLines(admin, { org_id })).map(({ Refunded }) => Refunded)).not.toContain("1.23");
  expect(sumCents(await fetchLines(admin, { org_id }), "Refunded")).toBe(0);
});

test("the file follows the filters of the list, has days of the shop's zone and is linked by both pages", async () => {
  const { client: admin } = await signedInAdmin();
  const { org_id, bought } = await shop.purchase([await shop.createProduct()]);
  await query("update orders set created_at = '2019-03-02T00:30:00Z' where id = $1", [bought.order_id]);
  const count = async (filter: Record<string, string>) => (await fetchLines(admin, { org_id, ...filter })).length;
  const allCount = await count({});
  expect(allCount).toBeGreaterThan(0);
  expect(await count({ from: "2019-03-02", to: "2019-03-02" })).toBe(allCount);
  expect(await count({ from: "2019-03-03" })).toBe(0);
  expect(await count({ to: "2019-03-01" })).toBe(0);
  expect(await count({ status: "canceled" })).toBe(0);
  expect((await fetchLines(admin, { org_id }))[0]?.Day).toBe("2019-03-02");
  const orders = await (await admin.fetch(`/admin/orders?org_id=${org_id}&page=1`)).text();
  expect(orders).toContain(`href="/admin/orders/lines?org_id=${org_id}"`);
  const finance = await (await admin.fetch("/admin/finance?from=2019-03-01&to=2019-03-31")).text();
  expect(finance).toContain('href="/admin/orders/lines?from=2019-03-01&amp;to=2019-03-31"');
  expect(await readWords(admin, "/admin/finance")).toContain("Order lines as CSV");
});

test("the file is for staff who see orders", async () => {
  const { client } = await signedIn({ roles: ["org", "buyer", "user"] });
  expect((await client.fetch("/admin/orders/lines")).status).toBe(404);
});
