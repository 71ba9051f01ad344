import { beforeAll, describe, expect, test } from "vitest";
import { signedIn, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createOrganizationRows, type OrganizationRows } from "../organization-rows.ts";
import { shop } from "../../support/store.ts";

let rows: OrganizationRows;
let order_number: string;
let person: Client;
const invoiceNo = unique("INV").toUpperCase();
const mark = unique("Mark");

beforeAll(async () => {
  rows = await createOrganizationRows();
  person = (await signedIn({ org_id: rows.org_id, roles: ["buyer", "user"] })).client;
  const [order] = await query<{ order_number: string }>(
    "update orders set po_number = $2 where id = $1 returning order_number",
    [rows.order_id, `PO ${mark}`],
  );
  order_number = order?.order_number ?? "";
  await query("update invoices set stripe_invoice_no = $2 where id = $1", [rows.invoice_id, invoiceNo]);
  await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
    rows.org_id,
    rows.product_id,
    `S-${mark}`,
  ]);
  await shop.createProduct({ name: `Lamp ${mark}`, sku: `SKU-${mark}` });
});

const search = (client: Client, text: string) =>
  client.fetch(`/portal/search?${new URLSearchParams({ search: text })}`);
const locationOf = async (client: Client, text: string) => (await search(client, text)).headers.get("location");

describe("a number that is exactly one thing's leads straight to it", () => {
  test("an order's, the buyer's own, an invoice's, a SKU, whatever their case", async () => {
    expect(await locationOf(person, order_number.toLowerCase())).toBe(`/portal/orders/${rows.order_id}`);
    expect(await locationOf(person, `po ${mark}`)).toBe(`/portal/orders/${rows.order_id}`);
    expect(await locationOf(person, invoiceNo.toLowerCase())).toBe(`/portal/orders/${rows.order_id}`);
    expect(await locationOf(person, ` sku-${mark} `)).toMatch(/^\/store\/products\/[\w-]+$/);
    expect(await locationOf(person, `s-${mark}`)).toMatch(/^\/portal\/devices\/[\w-]+$/);
  });

  test("another organization's leads nowhere and shows nothing", async () => {
    const stranger = (await signedIn({ roles: ["org", "buyer", "user"] })).client;
    for (const number of [order_number, invoiceNo, `S-${mark}`, `PO ${mark}`]) {
      const answer = await search(stranger, number);
      expect([number, answer.status]).toEqual([number, 200]);
      expect(await answer.text()).toContain("0 results");
    }
  });
});

describe("part of a name or number finds every kind, by group", () => {
  test("each with its number and what it leads to", async () => {
    const html = await (await search(person, mark)).text();
    expect(html).toContain("3 results");
    expect(html).toContain(`href="/portal/orders/${rows.order_id}"`);
    expect(html).toContain(`S-${mark}`);
    expect(html).toContain(`Lamp ${mark}`);
  });

  test("a serial number finds the order that it came with", async () => {
    const serial = unique("SER").toUpperCase();
    await query(
      `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
       values ($1, $2, 0, 1, 'Device', 100, array[$3])`,
      [rows.order_id, rows.product_id, serial],
    );
    expect(await (await search(person, serial.toLowerCase())).text()).toContain(order_number);
  });

  test("a tracking number leads to the order whose package has it, a purchase order's to the subscription too", async () => {
    const [parcel, bought] = [unique("1Z").toUpperCase(), unique("PO")];
    await query(
      `update orders set shipping_data = jsonb_set(shipping_data, '{packages}', jsonb_build_array(jsonb_build_object(
         'tracking_id', $2::text, 'tracking_link', null, 'freight_carrier', 'UPS', 'freight_service', null
       ))) where id = $1`,
      [rows.order_id, parcel],
    );
    await query(
      `insert into invoices (org_id, reference_id, reference_type, billing_reason, amount, po_number)
       values ($1, $2, 'subscription', 'subscription_create', 4900, $3)`,
      [rows.org_id, rows.subscription_id, bought],
    );
    expect(await locationOf(person, parcel.toLowerCase())).toBe(`/portal/orders/${rows.order_id}`);
    expect(await locationOf(person, bought)).toBe(`/portal/subscriptions/${rows.subscription_id}`);
    expect(await (await search(person, parcel.slice(0, -1))).text()).toContain(order_number);
    const stranger = (await signedIn({ roles: ["org", "buyer", "user"] })).client;
    for (const number of [parcel, bought]) expect(await (await search(stranger, number)).text()).toContain("0 results");
  });

  test("a subscription is found by its product, also one that is no longer sold", async () => {
    const plan = await shop.createPlan({ name: unique("Plan"), is_published: false });
    const [made] = await query<{ id: string }>(
      `insert into subscriptions (org_id, product_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month')
       returning id`,
      [rows.org_id, plan.id],
    );
    const html = await (await search(person, plan.name.slice(0, -1))).text();
    expect(html).toContain("1 result");
    expect(html).toContain(`href="/portal/subscriptions/${made?.id}"`);
  });

  test("invoices are found by buyers and managers alone", async () => {
    const part = invoiceNo.slice(0, -1);
    expect(await (await search(person, part)).text()).toContain(invoiceNo);
    const member = (await signedIn({ org_id: rows.org_id })).client;
    const html = await (await search(member, part)).text();
    expect(html).toContain("0 results");
    expect(html).not.toContain(invoiceNo);
    expect(await locationOf(member, invoiceNo)).toBe(null);
  });

  test("more than five lead to the list that has them all", async () => {
    const word = unique("Many");
    for (let n = 0; n < 6; n += 1) await shop.createProduct({ name: `${word} ${n}` });
    const html = await (await search(person, word)).text();
    expect(html).toContain("6 results");
    expect(html).toContain(`href="/store/products?search=${word}"`);
  });
});

test("what is searched for stands in the box, and no text is markup or a pattern", async () => {
  const html = await (await search(person, '"><b>x%')).text();
  expect(html).not.toContain("<b>x%");
  expect(html).toContain("0 results");
  expect(html).toContain('value="&quot;>&lt;b>x%"');
  expect((await person.fetch("/portal/search")).status).toBe(200);
});

test("visitors search the products from the header, people everything", async () => {
  const form = (html: string) => /<form [^>]*role="search"[^>]*>/.exec(html)?.[0] ?? "";
  const { client } = await signedIn();
  expect(form(await (await client.fetch("/store")).text())).toContain('action="/portal/search"');
  expect(form(await (await visitor().fetch("/store")).text())).toContain('action="/store/products"');
});
