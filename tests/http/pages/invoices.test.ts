// An invoice's page and PDF, and the list's search for it.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { fetchPdf } from "../../support/pdf-text.ts";
import { shop } from "../../support/store.ts";
import { readWords } from "./words.ts";

type Row = { id: string; order_number: string; number: string; amount: number; day: string };

async function buyInvoice(products = [shop.createProduct()]) {
  const buyer = await shop.purchase(await Promise.all(products));
  await shop.settled();
  const [row] = await shop.query<Row>(
    `select i.id, o.order_number, i.stripe_invoice_no as number, i.amount::int as amount,
      to_char(i.created_at at time zone 'UTC', 'FMDD Mon YYYY') as day
     from invoices i join orders o on o.id = i.reference_id where o.id = $1`,
    [buyer.bought.order_id],
  );
  if (!row) throw new Error("nothing was bought");
  return { ...buyer, ...row };
}

const dollars = (cents: number) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;

test("an invoice has a page: bill-to, PO, order, lines, tax, payments, refunds and what remains", async () => {
  const { client, customer, id, order_number, number, amount, org_id } = await buyInvoice();
  await shop.query("update invoices set po_number = '4500099887' where id = $1", [id]);
  const [charge] = await shop.charges(customer);
  await shop.control("/refunds", { charge: charge?.id, amount: 500 });
  await shop.settled();
  const text = await readWords(client, `/portal/invoices/${id}`);
  for (const part of [`Invoice ${number}`, "Bill to", "1 Main Street", "PO number 4500099887", order_number])
    expect(text).toContain(part);
  expect(text).toContain(`Total ${dollars(amount)} Paid ${dollars(amount)} Refunded $5.00 Remaining $0.00`);
  expect(text).toMatch(/Tax, TX, US \$[\d.]+/);
  expect(text).toMatch(/Paid \d+ \w+ \d{4} ?, Visa ending in 4242/);
  expect(text).toMatch(/Refunded \d+ \w+ \d{4} \$5\.00/);
  const html = await (await client.fetch(`/portal/invoices/${id}`)).text();
  expect(html).toContain(`href="/portal/invoices/${id}/pdf"`);
  expect(html).not.toContain("/portal/invoices/pay?");
  const stranger = (await shop.buyer()).client;
  const member = (await signedIn({ org_id })).client;
  for (const path of [`/portal/invoices/${id}`, `/portal/invoices/${id}/pdf`])
    expect([path, (await stranger.fetch(path)).status, (await member.fetch(path)).status]).toEqual([path, 404, 403]);
  expect((await client.fetch("/portal/invoices/not-an-id")).status).toBe(404);
});

test("its PDF is tagged, has language and title, and prints every Latin, Greek and Cyrillic name right", async () => {
  const names = ["Łukasz Žižka-Ångström GmbH", "Ελένη Παπαδοπούλου Α.Ε.", "Юлія Щербак ТОВ", "Nguyễn Thị Hồng Ånd Şğ"];
  const { client, id, number, amount, org_id } = await buyInvoice(names.map((name) => shop.createProduct({ name })));
  await shop.query("update organizations set name = $2 where id = $1", [org_id, names[2]]);
  await shop.query("update invoices set po_number = '4500099887' where id = $1", [id]);
  const pdf = await fetchPdf(client, `/portal/invoices/${id}/pdf`);
  expect(pdf).toMatchObject({ title: `Invoice ${number}`, language: "(en-US)", is_tagged: true });
  expect(pdf.tags).toEqual(["Document", "H1", "H2", "P", "Sect", "TD", "TH", "TR", "Table"]);
  const texts = pdf.pages.flat();
  for (const text of [
    ...names,
    `Invoice ${number}`,
    "Bill to",
    "PO number: 4500099887",
    "Tax, TX, US, products",
    "Tax, TX, US, shipping",
    "Remaining",
    "$0.00",
    dollars(amount),
    "Payments and refunds",
    "Paid, Visa ending in 4242",
    "Page 1 of 1",
  ])
    expect(texts).toContain(text);
  expect(texts.filter((text) => text === names[2])).toHaveLength(2);
});

test("a page of the PDF has 25 lines, and each page says which it is", async () => {
  const { client, id } = await buyInvoice();
  const lines = Array.from({ length: 60 }, (_, index) => ({
    id: randomUUID(),
    name: `Line ${index + 1}`,
    price: 100,
    quantity: 1,
    tax_amount: 0,
  }));
  await shop.query("update invoices set products = $2 where id = $1", [id, JSON.stringify(lines)]);
  const { pages } = await fetchPdf(client, `/portal/invoices/${id}/pdf`);
  expect(pages.map((texts) => texts.filter((text) => text.startsWith("Line ")).length)).toEqual([25, 25, 10]);
  for (const [index, texts] of pages.entries()) expect(texts).toContain(`Page ${index + 1} of 3`);
});

test("the list finds an invoice by number, amount, day, PO, order and product, and none of another organization", async () => {
  const product = await shop.createProduct();
  const { client, id, order_number, number, day } = await buyInvoice([Promise.resolve(product)]);
  const other = await shop.purchase([await shop.createProduct()]);
  await shop.settled();
  await shop.query("update invoices set po_number = 'PO-4711', amount = 469790 where id = $1", [id]);
  await shop.query("update invoices set po_number = 'PO-4711', amount = 469790 where org_id = $1", [other.org_id]);
  const searchInvoices = async (search: string) =>
    (await client.call(listInvoices, { query: { search } })).reply().data.map((each) => each.id);
  for (const search of [
    number,
    "4697.90",
    "$4,697.90",
    "4,697.90",
    "4697",
    day,
    "PO-4711",
    order_number,
    product.name,
    `Invoice for ${order_number}`,
  ])
    expect([search, await searchInvoices(search)]).toEqual([search, [id]]);
  for (const search of ["4697.91", "469.79", "20 Nov 1999", "Invoice for O99999999"])
    expect([search, await searchInvoices(search)]).toEqual([search, []]);
  const pageText = await readWords(client, "/portal/invoices?search=%244%2C697.90");
  expect(pageText).toContain(`${number} ${day} ${order_number} PO-4711 $4,697.90`);
});

test("without any invoice the list offers nothing to print and no statement, though a filter that hides all does", async () => {
  const { client } = await shop.buyer();
  const readOffers = async (path: string) => {
    const text = await readWords(client, path);
    return { prints: text.includes("Print"), has_statement: text.includes("Statement") };
  };
  expect(await readOffers("/portal/invoices")).toEqual({ prints: false, has_statement: false });
  expect(await readOffers("/portal/invoices?search=nothing")).toEqual({ prints: true, has_statement: true });
});

test("an invoice without a number of the provider has ours, and is found by it", async () => {
  const { client, id, order_number } = await buyInvoice();
  await shop.query("update invoices set stripe_invoice_no = null where id = $1", [id]);
  const title = `Invoice for ${order_number}`;
  expect(await readWords(client, `/portal/invoices?search=${encodeURIComponent(title)}`)).toContain(title);
  expect(await readWords(client, `/portal/invoices/${id}`)).toContain(title);
  expect((await fetchPdf(client, `/portal/invoices/${id}/pdf`)).title).toBe(title);
});

test("days and amounts narrow the list; an amount that is none is left out", async () => {
  const { client, id } = await buyInvoice();
  await shop.query("update invoices set created_at = '2026-03-10T12:00:00Z', amount = 469790 where id = $1", [id]);
  const isListed = async (query: string) =>
    (await (await client.fetch(`/portal/invoices?${query}`)).text()).includes(id);
  expect(await isListed("from=2026-03-10&to=2026-03-10")).toBe(true);
  expect(await isListed("from=2026-03-11")).toBe(false);
  expect(await isListed("to=2026-03-09")).toBe(false);
  expect(await isListed("amount_from=4697.90&amount_to=%244%2C697.90")).toBe(true);
  expect(await isListed("amount_from=4697.91")).toBe(false);
  expect(await isListed("amount_to=4697.89")).toBe(false);
  expect(await isListed("amount_from=much")).toBe(true);
  expect(await readWords(client, "/portal/invoices")).toContain("Last month");
});

const findLink = async (client: Client, path: string, label: RegExp) => {
  const html = (await (await client.fetch(path)).text()).replaceAll("&amp;", "&");
  const links = [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = "", text = ""]) => ({
    href: /href="([^"]*)"/.exec(attributes)?.[1],
    is_main: /class="button"/.test(attributes),
    text: text.replaceAll(/<[^>]*>/g, ""),
  }));
  return links.find(({ text }) => label.test(text));
};

test("an order's main action is what its state needs, and ordering again is never it", async () => {
  const { client, id, bought: placed } = await buyInvoice();
  const order = `/portal/orders/${placed.order_id}`;
  const setStatus = async (payment: string, status: string) => {
    await shop.query("update orders set payment_status = $2, status = $3 where id = $1", [
      placed.order_id,
      payment,
      status,
    ]);
    await shop.query("update invoices set payment_status = $2 where id = $1", [id, payment]);
  };
  const isOrderAgainMain = async () => (await findLink(client, order, /^Order again$/))?.is_main;
  await setStatus("declined", "new");
  expect(await findLink(client, order, /^Pay \$/)).toMatchObject({
    href: `/portal/invoices/pay?id=${id}`,
    is_main: true,
  });
  expect(await isOrderAgainMain()).toBe(false);
  await setStatus("paid", "shipped");
  await shop.query(`update orders set shipping_data = jsonb_set(shipping_data, '{packages}', $2) where id = $1`, [
    placed.order_id,
    JSON.stringify([
      {
        tracking_id: "1Z1",
        tracking_link: "https://ups.example.test/1Z1",
        freight_carrier: "UPS",
        freight_service: null,
      },
    ]),
  ]);
  expect(await findLink(client, order, /^Track package$/)).toMatchObject({
    href: "https://ups.example.test/1Z1",
    is_main: true,
  });
  for (const [payment, status] of [
    ["paid", "received"],
    ["disputed", "processing"],
    ["declined", "canceled"],
  ] as const) {
    await setStatus(payment, status);
    expect([
      payment,
      status,
      await isOrderAgainMain(),
      await findLink(client, order, /^(Pay \$|Track package)/),
    ]).toEqual([payment, status, false, undefined]);
  }
});

test("a refund that failed says why and how to get the money, and is one event of the timeline", async () => {
  const { client, id, org_id, bought: placed } = await buyInvoice();
  await shop.query(
    `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
     values ($1, $2, $3, 'refund', -500), ($1, $2, $3, 'refund_failed', 500)`,
    [id, org_id, `re_${id}`],
  );
  await shop.query(`update invoices set payment_status = 'refund_failed', refunds = $2 where id = $1`, [
    id,
    JSON.stringify([
      {
        id: `re_${id}`,
        amount: 500,
        is_pending: false,
        since: new Date().toISOString(),
        failure_reason: "expired_or_canceled_card",
      },
    ]),
  ]);
  await shop.query("update orders set payment_status = 'refund_failed' where id = $1", [placed.order_id]);
  const path = `/portal/orders/${placed.order_id}`;
  const pageText = await readWords(client, path);
  expect(pageText).toContain("We could not return $5.00: the card has expired or was canceled.");
  expect(pageText).toContain("Refund did not go through: $5.00");
  expect(pageText).not.toContain("Refunded: $5.00");
  expect((await findLink(client, path, /^Tell us where to refund$/))?.href).toBe(`${path}/refund`);
});

test("home tells a declined payment, which can be paid, from a bank debit under way, which cannot", async () => {
  const { client, id, order_number } = await buyInvoice();
  // the purchase itself was paid, so its amount does not count as left to pay
  await shop.query("update invoices set payment_status = 'declined', amount = amount + 475604 where id = $1", [id]);
  expect(await readWords(client, "/portal")).toContain("1 payment declined $4,756.04 Pay");
  expect((await findLink(client, "/portal", /^Pay$/))?.href).toBe(`/portal/invoices/pay?id=${id}`);
  await shop.query(
    "update invoices set payment_status = 'pending', is_processing = true, created_at = '2026-11-20T12:00:00Z' where id = $1",
    [id],
  );
  expect(await readWords(client, "/portal")).toContain(
    "On its way from your bank, usually by 26 Nov 2026 $4,756.04 See it",
  );
  expect(await findLink(client, "/portal", /^Pay$/)).toBeUndefined();
  expect(await findLink(client, `/portal/invoices/${id}`, /^Pay \$/)).toBeUndefined();
  await shop.query("update orders set payment_status = 'pending' where order_number = $1", [order_number]);
  const [order] = await shop.query<{ id: string }>("select id from orders where order_number = $1", [order_number]);
  expect(await readWords(client, `/portal/orders/${order?.id}`)).toContain(
    "A bank transfer takes up to 4 business days; nothing ships until it arrives.",
  );
});

test("an invoice names its parties line by line, and beside the quantity the price that phones leave out", async () => {
  const { client, id } = await buyInvoice();
  const html = await (await client.fetch(`/portal/invoices/${id}`)).text();
  expect(html).toContain("<dt>Bill to</dt><dd>");
  expect(html).toMatch(/<dt>Ship to<\/dt><dd>[^<]+<\/dd><dd>/);
  expect(html).toMatch(/1<span class="phone-words"> × \$[\d,.]+<\/span>/);
});

test("a month's statement is a PDF as well, with its sums, and so are several invoices in one file", async () => {
  const buyer = await buyInvoice();
  const { client, number, amount, order_number, id, customer } = buyer;
  const [charge] = await shop.charges(customer);
  await shop.control("/refunds", { charge: charge?.id, amount: 500 });
  await shop.settled();
  const statement = await fetchPdf(client, "/portal/invoices/statement/pdf");
  expect(statement.title).toMatch(/^Statement \w{3} \d{4}$/);
  const texts = statement.pages.flat();
  for (const text of [
    `${number}, ${order_number}`,
    "Invoice",
    "Paid",
    "Refunded",
    "$5.00",
    "Total for the month",
    "Page 1 of 1",
  ])
    expect(texts).toContain(text);
  expect(texts.filter((text) => text === dollars(amount))).toHaveLength(4);
  const pastStatement = await fetchPdf(client, "/portal/invoices/statement/pdf?month=2020-02");
  expect(pastStatement.title).toBe("Statement Feb 2020");
  expect(pastStatement.pages.flat()).not.toContain(dollars(amount));
  await shop.fillCart(buyer, [await shop.createProduct()]);
  (await shop.checkout(buyer)).reply();
  await shop.settled();
  const [other] = await shop.query<{ id: string }>("select id from invoices where org_id = $1 and id <> $2", [
    buyer.org_id,
    id,
  ]);
  const bothInvoices = await fetchPdf(client, `/portal/invoices/pdf?id=${id}&id=${other?.id}`);
  expect(bothInvoices.title).toBe("2 invoices");
  expect(bothInvoices.pages.map((page) => page.filter((text) => text === "Page 1 of 1").length)).toEqual([1, 1]);
  const stranger = (await shop.buyer()).client;
  for (const path of [`/portal/invoices/pdf?id=${id}`, "/portal/invoices/pdf", "/portal/invoices/pdf?id=x"])
    expect([path, (await stranger.fetch(path)).status]).toEqual([path, 404]);
});
