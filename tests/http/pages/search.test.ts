// All tests of this file search the rows of one organization, which are created once.
import { beforeAll, describe, expect, test } from "vitest";
import { signedIn, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createOrganizationRows, type OrganizationRows } from "../organization-rows.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { shop } from "../../support/store.ts";

let rows: OrganizationRows;
let order_number: string;
let buyerClient: Client;
const invoiceNo = unique("INV").toUpperCase();
const mark = unique("Mark");

beforeAll(async () => {
  rows = await createOrganizationRows();
  buyerClient = (await signedIn({ org_id: rows.org_id, roles: ["buyer", "user"] })).client;
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
const fetchLocation = async (client: Client, text: string) => (await search(client, text)).headers.get("location");

describe("a number that is exactly one thing's leads straight to it", () => {
  test("an order's, the buyer's own, an invoice's, a SKU, whatever their case", async () => {
    expect(await fetchLocation(buyerClient, order_number.toLowerCase())).toBe(`/portal/orders/${rows.order_id}`);
    expect(await fetchLocation(buyerClient, `po ${mark}`)).toBe(`/portal/orders/${rows.order_id}`);
    expect(await fetchLocation(buyerClient, invoiceNo.toLowerCase())).toBe(`/portal/invoices/${rows.invoice_id}`);
    expect(await fetchLocation(buyerClient, ` sku-${mark} `)).toMatch(/^\/store\/products\/[\w-]+$/);
    expect(await fetchLocation(buyerClient, `s-${mark}`)).toMatch(/^\/portal\/devices\/[\w-]+$/);
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
    const html = await (await search(buyerClient, mark)).text();
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
    expect(await (await search(buyerClient, serial.toLowerCase())).text()).toContain(order_number);
  });

  test("a tracking number leads to the order whose package has it, a purchase order's to the subscription too", async () => {
    const [parcel, poNumber] = [unique("1Z").toUpperCase(), unique("PO")];
    await query(
      `update orders set shipping_data = jsonb_set(shipping_data, '{packages}', jsonb_build_array(jsonb_build_object(
         'tracking_id', $2::text, 'tracking_link', null, 'freight_carrier', 'UPS', 'freight_service', null
       ))) where id = $1`,
      [rows.order_id, parcel],
    );
    await query(
      `insert into invoices (org_id, reference_id, reference_type, billing_reason, amount, po_number)
       values ($1, $2, 'subscription', 'subscription_create', 4900, $3)`,
      [rows.org_id, rows.subscription_id, poNumber],
    );
    expect(await fetchLocation(buyerClient, parcel.toLowerCase())).toBe(`/portal/orders/${rows.order_id}`);
    expect(await fetchLocation(buyerClient, poNumber)).toBe(`/portal/subscriptions/${rows.subscription_id}`);
    expect(await (await search(buyerClient, parcel.slice(0, -1))).text()).toContain(order_number);
    const stranger = (await signedIn({ roles: ["org", "buyer", "user"] })).client;
    for (const number of [parcel, poNumber])
      expect(await (await search(stranger, number)).text()).toContain("0 results");
  });

  test("a subscription is found by its product, also one that is no longer sold", async () => {
    const plan = await shop.createPlan({ name: unique("Plan"), is_published: false });
    const [made] = await query<{ id: string }>(
      `insert into subscriptions (org_id, product_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month')
       returning id`,
      [rows.org_id, plan.id],
    );
    const html = await (await search(buyerClient, plan.name.slice(0, -1))).text();
    expect(html).toContain("1 result");
    expect(html).toContain(`href="/portal/subscriptions/${made?.id}"`);
  });

  test("invoices are found by buyers and managers alone", async () => {
    const partialNumber = invoiceNo.slice(0, -1);
    expect(await (await search(buyerClient, partialNumber)).text()).toContain(invoiceNo);
    const member = (await signedIn({ org_id: rows.org_id })).client;
    const html = await (await search(member, partialNumber)).text();
    expect(html).toContain("0 results");
    expect(html).not.toContain(invoiceNo);
    expect(await fetchLocation(member, invoiceNo)).toBe(null);
  });

  test("more than five lead to the list that has them all", async () => {
    const word = unique("Many");
    for (let n = 0; n < 6; n += 1) await shop.createProduct({ name: `${word} ${n}` });
    const html = await (await search(buyerClient, word)).text();
    expect(html).toContain("6 results");
    expect(html).toContain(`href="/store/products?search=${word}"`);
  });
});

describe("what people know of a thing finds it", () => {
  test("an order by its shortened number, by its sum and by what was bought, an invoice by its amount", async () => {
    const name = unique("Sphere");
    const cents = 100_000_000 + Math.floor(Math.random() * 800_000_000);
    const text = (cents / 100).toFixed(2);
    await query("update orders set total = $2 where id = $1", [rows.order_id, cents]);
    await query("update invoices set amount = $2 where id = $1", [rows.invoice_id, cents]);
    await query(
      `insert into order_lines (order_id, product_id, position, quantity, name, price)
       values ($1, $2, 1, 1, $3, 100)`,
      [rows.order_id, rows.product_id, name],
    );
    const shortNumber = `O${Number(order_number.slice(1))}`;
    expect(await fetchLocation(buyerClient, shortNumber)).toBe(`/portal/orders/${rows.order_id}`);
    expect(await (await search(buyerClient, name.slice(0, -1))).text()).toContain(order_number);
    const groupedAmount = `$${Number(text).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
    for (const amount of [text, groupedAmount, groupedAmount.slice(1), text.slice(0, -3)]) {
      const html = await (await search(buyerClient, amount)).text();
      expect([amount, html.includes("2 results")]).toEqual([amount, true]);
      expect(html).toContain(order_number);
      expect(html).toContain(invoiceNo);
    }
    const stranger = (await signedIn({ roles: ["org", "buyer", "user"] })).client;
    for (const each of [shortNumber, name, text])
      expect(await (await search(stranger, each)).text(), each).toContain("0 results");
  });

  test("a device by its name, site and tag", async () => {
    const [name, site, tag] = [unique("Line scale"), unique("Hall"), unique("tag")];
    await query("update devices set name = $2, site = $3, tags = array[$4] where serial = $1", [
      `S-${mark}`,
      name,
      site,
      tag,
    ]);
    for (const word of [name, site, tag]) {
      const html = await (await search(buyerClient, word)).text();
      expect([word, html.includes(`S-${mark}`), html.includes(name)]).toEqual([word, true, true]);
    }
  });

  test("software by its title and by its kind, once a version is offered", async () => {
    const made = await createSoftware({ kind: "software", fits: [rows.product_id] });
    const { title } = made;
    expect(await (await search(buyerClient, title)).text()).toContain("0 results");
    await createVersion(made);
    expect(await (await search(buyerClient, title)).text()).toContain(`/portal/downloads/of/${made.name}`);
    expect(await (await search(buyerClient, "firmware")).text()).toContain("<h2>Software</h2>");
  });

  test("people for who manages them, nobody of another organization, and pages that the role opens", async () => {
    const word = unique("Wanda").replaceAll(/[^A-Za-z]/g, "");
    const { user } = await signedIn({ org_id: rows.org_id });
    await query("update users set first_name = $2 where id = $1", [user.id, word]);
    const manager = (await signedIn({ org_id: rows.org_id, roles: ["org", "user"] })).client;
    expect(await (await search(manager, word)).text()).toContain(`href="/portal/people/${user.id}"`);
    expect(await (await search(buyerClient, word)).text()).toContain("0 results");
    const other = (await signedIn({ roles: ["org", "user"] })).client;
    expect(await (await search(other, word)).text()).toContain("0 results");
    expect(await (await search(buyerClient, "card")).text()).toContain('href="/portal/payment-methods"');
    const member = (await signedIn({ org_id: rows.org_id })).client;
    expect(await (await search(member, "card")).text()).not.toContain('href="/portal/payment-methods"');
  });

  test("a mistyped word is answered with the catalogue's, and what was searched", async () => {
    await shop.createProduct({ name: "Xylospectrometer Bench" });
    const html = await (await search(buyerClient, "xylospectrometre")).text();
    expect(html).toContain("0 results");
    expect(html).toContain('href="/portal/search?search=xylospectrometer"');
    expect(await (await search(buyerClient, "xylospectrometer")).text()).toContain("Xylospectrometer Bench");
    const noMatchHtml = await (await search(buyerClient, "qqqqwwww")).text();
    expect(noMatchHtml).toContain(
      "We searched devices, orders, invoices, subscriptions, products, software and pages.",
    );
    const member = (await signedIn({ org_id: rows.org_id })).client;
    expect(await (await search(member, "qqqqwwww")).text()).toContain(
      "We searched devices, orders, subscriptions, products, software and pages.",
    );
    const manager = (await signedIn({ org_id: rows.org_id, roles: ["org", "user"] })).client;
    expect(await (await search(manager, "qqqqwwww")).text()).toContain(
      "We searched devices, orders, invoices, subscriptions, products, software, people and pages.",
    );
    expect(await (await buyerClient.fetch("/portal/search")).text()).toContain("a device or an invoice.");
    expect(await (await member.fetch("/portal/search")).text()).toContain("a package or a device.");
    expect(noMatchHtml).not.toContain("Did you mean");
  });
});

describe("the store's own search", () => {
  const find = async (text: string, filter = {}) =>
    (await visitor().fetch(`/store/products?${new URLSearchParams({ search: text, ...filter })}`)).text();

  test("answers a mistyped word or SKU with the catalogue's, within the filters", async () => {
    const sku = `QVX-${unique("9").replaceAll(/\D/g, "")}`;
    await shop.createProduct({ name: "Yttrofluorometer Bench", sku });
    const html = await find("yttrofluorometre", { type: "hardware" });
    expect(html).toContain("No product is called “yttrofluorometre”.");
    expect(html).toContain('href="/store/products?type=hardware&amp;search=yttrofluorometer"');
    expect(await find("yttrofluorometer")).toContain("Yttrofluorometer Bench");
    expect(await find(sku.replace("QVX", "QXV"))).toContain(`search=${sku.toLowerCase()}"`);
  });

  test("suggests nothing without a similar word, nor where a filter alone excludes the products", async () => {
    expect(await find("qqqqwwww")).not.toContain("Did you mean");
    const { name } = await shop.createProduct();
    const filteredHtml = await find(name, { type: "software" });
    expect(filteredHtml).toContain("No product matches all of these filters.");
    expect(filteredHtml).not.toContain("Did you mean");
  });
});

describe("suggestions are the same groups, as data", () => {
  type Reply = {
    groups: { kind: string; count: number; rows: { title: string; label: string | null; href: string }[] }[];
  };
  const suggest = async (client: Client, text: string): Promise<Reply> =>
    (await client.fetch(`/v1/client/search?${new URLSearchParams({ search: text })}`)).json();

  test("five of each kind, with the address of its page", async () => {
    const { groups } = await suggest(buyerClient, mark);
    expect(groups.map(({ kind, count }) => [kind, count])).toEqual([
      ["devices", 1],
      ["orders", 1],
      ["products", 1],
    ]);
    expect(groups[1]?.rows[0]).toMatchObject({ title: order_number, href: `/portal/orders/${rows.order_id}` });
  });

  test("an order and a subscription have the state that their lists show", async () => {
    const fetchLabel = async (text: string) => (await suggest(buyerClient, text)).groups[0]?.rows[0]?.label;
    const states = [
      ["canceled", "refunded", "Canceled"],
      ["canceled", "refund_failed", "Refund failed"],
      ["shipped", "paid", "Shipped"],
      ["new", "pending", "Payment pending"],
    ] as const;
    for (const [status, payment_status, label] of states) {
      await query("update orders set status = $2, payment_status = $3 where id = $1", [
        rows.order_id,
        status,
        payment_status,
      ]);
      expect(await fetchLabel(order_number)).toBe(label);
      const list = await (await buyerClient.fetch("/portal/orders")).text();
      expect(list).toContain(`${label}</`);
    }
    await query("update orders set status = 'new', payment_status = 'paid' where id = $1", [rows.order_id]);
    const plan = await shop.createPlan({ name: unique("Plan") });
    await query(
      `insert into subscriptions (org_id, product_id, status, amount, interval, cancel_at)
       values ($1, $2, 'active', 4900, 'month', now() - interval '1 day')`,
      [rows.org_id, plan.id],
    );
    const { groups } = await suggest(buyerClient, plan.name);
    expect(groups.find(({ kind }) => kind === "subscriptions")?.rows[0]?.label).toBe("Ended");
  });

  test("what a page hides from a role or another organization is no suggestion", async () => {
    const member = (await signedIn({ org_id: rows.org_id })).client;
    expect((await suggest(buyerClient, invoiceNo)).groups.map(({ kind }) => kind)).toContain("invoices");
    expect((await suggest(member, invoiceNo)).groups).toEqual([]);
    const stranger = (await signedIn({ roles: ["org", "buyer", "user"] })).client;
    expect((await suggest(stranger, `S-${mark}`)).groups).toEqual([]);
    expect((await visitor().fetch("/v1/client/search?search=a")).status).toBe(401);
    expect((await buyerClient.fetch("/v1/client/search?search=")).status).toBe(400);
  });
});

test("what is searched for stands in the box, and no text is markup or a pattern", async () => {
  const html = await (await search(buyerClient, '"><b>x%')).text();
  expect(html).not.toContain("<b>x%");
  expect(html).toContain("0 results");
  expect(html).toContain('value="&quot;>&lt;b>x%"');
  expect((await buyerClient.fetch("/portal/search")).status).toBe(200);
});

test("visitors search the products from the header, people everything", async () => {
  const searchForm = (html: string) => /<form [^>]*role="search"[^>]*>/.exec(html)?.[0] ?? "";
  const { client } = await signedIn();
  const userHtml = await (await client.fetch("/store")).text();
  expect(searchForm(userHtml)).toContain('action="/portal/search"');
  expect(userHtml).toContain('placeholder="Products, orders, serials"');
  expect(await (await buyerClient.fetch("/store")).text()).toContain(
    'placeholder="Products, orders, serials, invoices"',
  );
  expect(searchForm(await (await visitor().fetch("/store")).text())).toContain('action="/store/products"');
});
