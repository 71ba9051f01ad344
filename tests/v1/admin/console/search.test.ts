import { beforeAll, describe, expect, test } from "vitest";
import { searchConsole } from "../../../../worker/contract/v1/admin/console/search.ts";
import { signedInAdmin } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { query } from "../../../support/database.ts";
import { createAccountRequest, createUser, type TestUser, unique } from "../../../support/factories.ts";
import { shop } from "../../../support/store.ts";
import { createOrganizationRows, type OrganizationRows } from "../../../http/organization-rows.ts";

/** What an organization has under numbers that nothing else has, each with small letters, too. */
const number = (prefix: string) => unique(prefix).toUpperCase();
const known = {
  invoice: number("CGX"),
  provider_invoice: unique("in"),
  payment: unique("pi"),
  charge: unique("ch"),
  customer: unique("cus"),
  plan: unique("sub"),
  page: unique("cs"),
  po: number("PO"),
  plan_po: number("PO"),
  tracking: number("1Z"),
  label: number("1Z"),
  serial: number("SER"),
  packed: number("SER"),
  sku: number("SKU"),
  item: unique("item"),
  account: unique("account"),
};
let admin: Client;
let rows: OrganizationRows;
let person: TestUser;
let order: { order_number: string };
let plan_invoice_id: string;
let request_id: string;
let names: { organization: string; product: string };

beforeAll(async () => {
  admin = (await signedInAdmin()).client;
  rows = await createOrganizationRows();
  person = await createUser({ org_id: rows.org_id });
  const one = async <R extends object>(sql: string, values: unknown[]): Promise<R> => {
    const [row] = await query<R>(sql, values);
    if (!row) throw new Error(`no row came back from: ${sql}`);
    return row;
  };
  order = await one(
    `update orders set po_number = $2, cart_no = $3, stripe_id = $4, shipping_data = jsonb_set(shipping_data, '{packages}',
       jsonb_build_array(jsonb_build_object('tracking_id', $5::text, 'tracking_link', null, 'freight_carrier', 'UPS', 'freight_service', null)))
     where id = $1 returning order_number`,
    [rows.order_id, known.po, rows.cart_no, known.page, known.tracking],
  );
  const { id: line_id } = await one<{ id: string }>(
    `insert into order_lines (order_id, product_id, position, quantity, name, price, serial_number)
     values ($1, $2, 0, 2, 'Device', 100, array[$3]) returning id`,
    [rows.order_id, rows.product_id, known.serial],
  );
  await query("update packages set tracking_id = $2 where id = $1", [rows.package_id, known.label]);
  await query("insert into package_serials (package_id, line_id, serial) values ($1, $2, $3)", [
    rows.package_id,
    line_id,
    known.packed,
  ]);
  await query(
    "update invoices set stripe_invoice_no = $2, stripe_invoice_id = $3, stripe_payment_id = $4, po_number = $5 where id = $1",
    [rows.invoice_id, known.invoice, known.provider_invoice, known.payment, known.po],
  );
  await query(
    "insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents) values ($1, $2, $3, 'charge', 1)",
    [rows.invoice_id, rows.org_id, known.charge],
  );
  plan_invoice_id = (
    await one<{ id: string }>(
      `insert into invoices (org_id, reference_id, reference_type, billing_reason, amount, po_number)
       values ($1, $2, 'subscription', 'subscription_create', 4900, $3) returning id`,
      [rows.org_id, rows.subscription_id, known.plan_po],
    )
  ).id;
  await query("update subscriptions set stripe_id = $2 where id = $1", [rows.subscription_id, known.plan]);
  const organization = await one<{ name: string }>(
    "update organizations set stripe_customer_id = $2, net_suite_id = $3 where id = $1 returning name",
    [rows.org_id, known.customer, known.account],
  );
  const product = await one<{ name: string }>(
    "update products set sku = $2, net_suite_id = $3 where id = $1 returning name",
    [rows.product_id, known.sku, known.item],
  );
  names = { organization: organization.name, product: product.name };
  request_id = (await createAccountRequest({ email: person.email.replace("@", "@asks.") })).id;
});

const search = async (text: string) => (await admin.call(searchConsole, { query: { q: text } })).reply().groups;

/** What a text is exactly of: kind, id and by what it was found. */
const exactOf = async (text: string): Promise<string[]> =>
  (await search(text))
    .flatMap(({ kind, rows: hits }) =>
      hits.filter(({ is_exact }) => is_exact).map(({ id, found_by }) => `${kind} ${id} ${found_by}`),
    )
    .toSorted();

describe("a whole number finds what has it, whatever the case", () => {
  test("the numbers of an order: its own, the buyer's, the cart's, a package's, a device's, the provider's page", async () => {
    const found = (by: string) => [`orders ${rows.order_id} ${by}`];
    expect(await exactOf(order.order_number.toLowerCase())).toEqual(found("number"));
    expect(await exactOf(known.po.toLowerCase())).toEqual(found("purchase_order"));
    expect(await exactOf(known.tracking.toLowerCase())).toEqual(found("tracking"));
    expect(await exactOf(known.label.toLowerCase())).toEqual(found("tracking"));
    expect(await exactOf(known.serial.toLowerCase())).toEqual(found("serial"));
    expect(await exactOf(known.packed.toLowerCase())).toEqual(found("serial"));
    expect(await exactOf(known.page)).toEqual(found("provider"));
  });

  test("a cart's number finds the cart, which leads to its order, and the order itself", async () => {
    const groups = await search(rows.cart_no.toLowerCase());
    expect(groups.map(({ kind }) => kind)).toEqual(["orders", "carts"]);
    const [ordered, cart] = groups.map(({ rows: [hit] }) => hit);
    expect(ordered).toMatchObject({ id: rows.order_id, found_by: "cart", is_exact: true });
    expect(cart).toMatchObject({
      title: rows.cart_no,
      is_exact: true,
      leads_to: { kind: "order", id: rows.order_id },
    });
  });

  test("a cart that nobody bought leads to itself", async () => {
    const { id } = await createUser({ org_id: rows.org_id });
    const [open] = await query<{ id: string; cart_no: string }>(
      "insert into carts (org_id, user_id) values ($1, $2) returning id, cart_no",
      [rows.org_id, id],
    );
    const [group, ...others] = await search(open?.cart_no ?? "");
    expect(others).toEqual([]);
    expect(group?.rows).toMatchObject([
      {
        ...{ title: open?.cart_no, organization: names.organization, status: "open" },
        leads_to: { kind: "cart", id: open?.id },
      },
    ]);
  });

  test("a cart with plans alone leads to the subscription", async () => {
    const { bought } = await shop.purchase([await shop.createPlan()]);
    const [group, ...others] = await search(bought.cart_no);
    expect(others).toEqual([]);
    expect(group?.rows).toMatchObject([
      { title: bought.cart_no, status: "bought", leads_to: { kind: "subscription", id: bought.subscription_ids[0] } },
    ]);
  });

  test("what both an order and its invoice have of the provider leads to the invoice alone", async () => {
    const others = await createOrganizationRows();
    const id = `in_${unique("both")}`;
    await query("update orders set stripe_id = $2 where id = $1", [others.order_id, id]);
    await query("update invoices set stripe_invoice_id = $2 where id = $1", [others.invoice_id, id]);
    expect(await exactOf(id)).toEqual([`invoices ${others.invoice_id} provider`]);
  });

  test("a package whose label was canceled is no package", async () => {
    const others = await createOrganizationRows();
    const tracking = number("1Z");
    await query("update packages set tracking_id = $2, status = 'canceled' where id = $1", [
      others.package_id,
      tracking,
    ]);
    expect(await search(tracking)).toEqual([]);
  });

  test("an invoice's: ours, the provider's and the number on the paper, the payment's and the charge's", async () => {
    for (const [text, by] of [
      [rows.invoice_id.toUpperCase(), "id"],
      [known.invoice.toLowerCase(), "number"],
      [known.provider_invoice, "provider"],
      [known.payment, "provider"],
      [known.charge, "provider"],
    ] as const)
      expect(await exactOf(text), text).toEqual([`invoices ${rows.invoice_id} ${by}`]);
    expect(await exactOf(known.plan_po)).toEqual([`invoices ${plan_invoice_id} purchase_order`]);
    const [group] = await search(known.invoice);
    expect(group?.rows[0]?.leads_to).toEqual({ kind: "invoice", id: rows.invoice_id });
  });

  test("a subscription's, an organization's, a device's, a product's and a person's", async () => {
    expect(await exactOf(known.plan)).toEqual([`subscriptions ${rows.subscription_id} provider`]);
    expect(await exactOf(known.customer)).toEqual([`organizations ${rows.org_id} provider`]);
    expect(await exactOf(known.account)).toEqual([`organizations ${rows.org_id} accounting`]);
    expect(await exactOf(names.organization.toLowerCase())).toEqual([`organizations ${rows.org_id} name`]);
    expect(await exactOf(rows.serial_number.toLowerCase())).toEqual([`devices ${rows.device_id} serial`]);
    expect(await exactOf(known.sku.toLowerCase())).toEqual([`products ${rows.product_id} sku`]);
    expect(await exactOf(known.item)).toEqual([`products ${rows.product_id} accounting`]);
    expect(await exactOf(person.email.toUpperCase())).toEqual([`people ${person.id} email`]);
    expect(await exactOf(`${person.first_name} ${person.last_name}`.toLowerCase())).toEqual([
      `people ${person.id} text`,
    ]);
    expect(await exactOf(person.id)).toEqual([`people ${person.id} id`]);
    expect(await exactOf(person.email.replace("@", "@asks."))).toEqual([`requests ${request_id} email`]);
  });
});

describe("part of a number or a name finds it", () => {
  test.each([
    ["orders", () => order.order_number.slice(2)],
    ["orders", () => known.po.slice(0, -2)],
    ["invoices", () => known.invoice.slice(2)],
    ["devices", () => rows.serial_number.slice(3)],
    ["organizations", () => names.organization.slice(1)],
    ["people", () => person.email.slice(1, -3)],
    ["people", () => person.last_name.slice(1)],
    ["products", () => names.product.slice(1)],
  ] as const)("%s", async (kind, text) => {
    const group = (await search(text())).find((each) => each.kind === kind);
    expect(group?.count).toBeGreaterThan(0);
    expect(group?.rows.some(({ title }) => title.length > 0)).toBe(true);
  });

  test("five are told with how many there are, what begins like it first, and what is exactly it before all", async () => {
    const word = unique("Zed").replaceAll("-", "");
    const names_of = ["x", "y", "z", "v", "w"].map((each) => `${each} ${word}`);
    for (const name of [word, `${word} begins`, ...names_of])
      await query("insert into organizations (name) values ($1)", [name]);
    const [group, ...others] = await search(word.toLowerCase());
    expect(others).toEqual([]);
    expect([group?.kind, group?.count, group?.has_more, group?.rows.length]).toEqual(["organizations", 7, false, 5]);
    expect(group?.rows.slice(0, 2).map(({ title, is_exact }) => [title, is_exact])).toEqual([
      [word, true],
      [`${word} begins`, false],
    ]);
    // the newest first
    expect(group?.rows.slice(2).map(({ title }) => title)).toEqual([`w ${word}`, `v ${word}`, `z ${word}`]);
  });

  test("kinds in which something is exactly it come before those that only hold it", async () => {
    const word = unique("Yak").replaceAll("-", "");
    await query("insert into organizations (name) values ($1)", [`${word} Laboratories`]);
    await query("insert into products (name) values ($1)", [word]);
    expect((await search(word)).map(({ kind }) => kind)).toEqual(["products", "organizations"]);
  });

  test("a device that was removed is not found by its serial number", async () => {
    const serial = number("GONE");
    await query("insert into devices (org_id, product_id, serial, is_deleted) values ($1, $2, $3, true)", [
      rows.org_id,
      rows.product_id,
      serial,
    ]);
    expect(await search(serial)).toEqual([]);
  });

  test("a part of an id of the provider finds nothing", async () => {
    for (const id of [known.plan, known.charge, known.customer]) expect(await search(id.slice(0, -2)), id).toEqual([]);
  });

  test("a text of one or two letters finds what is exactly it, and no parts", async () => {
    const [made] = await query<{ id: string }>(
      "insert into organizations (name) values ('ʘz') on conflict do nothing returning id",
    );
    expect(await exactOf("ʘZ")).toEqual([`organizations ${made?.id} name`]);
    expect(await search("ʘ")).toEqual([]);
    expect(await search("or")).toEqual([]);
    expect(await search("---")).toEqual([]);
  });

  test.each(["%%%", "___", "abc%", "\\", "' or 1=1 --"])("takes %j literally", async (text) => {
    expect(await search(`${text}${unique("no")}`)).toEqual([]);
  });
});

test("without a text it is refused, and so is one that is too long", async () => {
  for (const text of ["", "  ", "x".repeat(129)])
    expect((await admin.call(searchConsole, { query: { q: text } })).status, text).toBe(400);
});
