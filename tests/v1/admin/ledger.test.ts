// The list of ledger entries, compared with the figures that add them up.
import { beforeAll, expect, test } from "vitest";
import { formatMoney } from "../../../worker/contract/buying/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { listLedger } from "../../../worker/contract/v1/admin/ledger.ts";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { overviewShape } from "../../../worker/contract/entities/overview.ts";
import { getOverview } from "../../../worker/contract/v1/admin/overview.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { patienceMs } from "../../support/patience.ts";
import { shop } from "../../support/store.ts";

let admin: Client;
beforeAll(async () => {
  admin = (await signedInAdmin()).client;
});

const list = async (filter: Record<string, string>) =>
  (await admin.call(listLedger, { query: { limit: "100", ...filter } })).reply().data;
const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0);

type Booking = [kind: string, amount: number, booked_at: string];

async function createBookedInvoice(bookings: Booking[], products: object[] = []): Promise<string> {
  const { id: org_id } = await createOrganization();
  const [invoice] = await query<{ id: string }>(
    `insert into invoices (org_id, reference_id, reference_type, amount, products, tax_address)
     values ($1, gen_random_uuid(), 'order', 10000, $2, '{"state": "TX"}') returning id`,
    [org_id, JSON.stringify(products)],
  );
  for (const [kind, amount, booked_at] of bookings)
    await query(
      `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [invoice?.id, org_id, unique("obj"), kind, amount, booked_at],
    );
  return org_id;
}

test("a purchase and the refund of one cent are two bookings, and one cent is missing from their sum", async () => {
  const { org_id, bought } = await shop.purchase([await shop.createProduct()]);
  const [charge] = await list({ org_id });
  expect(charge).toMatchObject({
    line: "gross",
    kind: "charge",
    order: { id: bought.order_id },
    subscription: null,
    organization: { id: org_id },
  });
  (await admin.call(refundOrder, { params: { order_id: bought.order_id ?? "" }, body: { amount: 1 } })).reply();
  await shop.settled();
  const rows = await list({ org_id });
  expect(rows.map(({ line, amount }) => [line, amount])).toEqual([
    ["refunds", -1],
    ["gross", charge?.amount],
  ]);
  expect(sum(rows)).toBe((charge?.amount ?? 0) - 1);
});

test("parts follow the day of a payment that was recorded late, and a refund whose id was recorded late", async () => {
  const [lamp, cable] = ["01900000-0000-7000-8000-00000000f011", "01900000-0000-7000-8000-00000000f012"];
  const org_id = await createBookedInvoice(
    [
      ["charge", 6667, "2019-05-02T12:00:00Z"],
      ["balance", 3333, "2019-05-01T12:00:00Z"],
    ],
    [
      { id: lamp, name: "Lamp", price: 5001, quantity: 1, tax_amount: 0 },
      { id: cable, name: "Cable", price: 1000, quantity: 3, tax_amount: 499 },
    ],
  );
  const listParts = async (filter: Record<string, string>) =>
    (await list({ org_id, sort: "booked_at", ...filter })).map(({ part }) => part);
  // Of 10,000 cents, the lamp is 5001 and the cable 3499; shipping is the rest. The earlier third of the payment
  // contains the rounded share of each line, and the later payment the remaining cents.
  expect(await listParts({ product_id: lamp })).toEqual([1667, 3334]);
  expect(await listParts({ product_id: cable })).toEqual([1166, 2333]);
  expect(await listParts({ is_not_by_line: "true" })).toEqual([500, 1000]);

  const { bought } = await shop.purchase([await shop.createProduct()]);
  const [order] = await query<{ id: string; org_id: string; line_id: string; product_id: string; invoice_id: string }>(
    `select o.id, o.org_id, l.id as line_id, l.product_id, i.id as invoice_id
     from orders o join order_lines l on l.order_id = o.id join invoices i on i.reference_id = o.id where o.id = $1`,
    [bought.order_id],
  );
  const refundId = unique("re");
  await query(
    `with r as (
       insert into refunds (key, asked_for, org_id, order_id, invoice_id, amount, action, actor_id, next_at)
       values ($1, '100', $2, $3, $4, 100, 'refundOrder', gen_random_uuid(), now() + interval '1 day') returning id
     )
     insert into refund_lines (refund_id, line_id, quantity, amount, tax) select id, $5, 1, 100, 0 from r`,
    [refundId, order?.org_id, order?.id, order?.invoice_id, order?.line_id],
  );
  await query(
    `insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents) values ($1, $2, $3, 'refund', -100)`,
    [order?.invoice_id, order?.org_id, refundId],
  );
  const refunds = { org_id: order?.org_id ?? "", line: "refunds" };
  const listRefundParts = async (filter: Record<string, string>) =>
    (await list({ ...refunds, ...filter })).map(({ part }) => part);
  expect(await listRefundParts({ is_not_by_line: "true" })).toEqual([-100]);
  await query("update refunds set stripe_refund_id = $1, status = 'succeeded' where key = $1", [refundId]);
  expect(await listRefundParts({ is_not_by_line: "true" })).toEqual([]);
  expect(await listRefundParts({ product_id: order?.product_id ?? "" })).toEqual([-100]);
});

test("each booking stands on its own day, and is found by day, line, kind, product and state", async () => {
  const product_id = "01900000-0000-7000-8000-00000000f001";
  const org_id = await createBookedInvoice(
    [
      ["charge", 10_000, "2019-03-01T23:59:59.999Z"],
      ["refund", -700, "2019-03-02T00:00:00Z"],
      ["refund_failed", 700, "2019-03-05T12:00:00Z"],
      ["dispute_withdrawn", -9300, "2019-03-09T00:00:00Z"],
      ["dispute_reinstated", 9300, "2019-04-09T00:00:00Z"],
    ],
    [{ id: product_id, name: "Lamp", price: 10_000, quantity: 1, tax_amount: 0 }],
  );
  const days = (await list({ org_id, sort: "booked_at" })).map(({ day, line }) => [day, line]);
  expect(days).toEqual([
    ["2019-03-01", "gross"],
    ["2019-03-02", "refunds"],
    ["2019-03-05", "refunds"],
    ["2019-03-09", "disputes"],
    ["2019-04-09", "disputes"],
  ]);
  const listAmounts = async (filter: Record<string, string>) =>
    (await list({ org_id, sort: "booked_at", ...filter })).map(({ amount }) => amount);
  expect(await listAmounts({ from: "2019-03-02", to: "2019-03-05" })).toEqual([-700, 700]);
  expect(await listAmounts({ line: "disputes" })).toEqual([-9300, 9300]);
  expect(await listAmounts({ kind: "refund_failed" })).toEqual([700]);
  expect(await listAmounts({ product_id, line: "gross" })).toEqual([10_000]);
  expect(await listAmounts({ product_id: "01900000-0000-7000-8000-00000000f002" })).toEqual([]);
  expect(await listAmounts({ state: "TX", line: "gross" })).toEqual([10_000]);
  expect(await listAmounts({ state: "NY" })).toEqual([]);
});

test("a product's bookings are what was charged and refunded for its lines, and the rest belongs to no line", async () => {
  const price_levels = { "Base Price": 3_00 };
  const [lamp, cable] = [await shop.createProduct(), await shop.createProduct({ price_levels })];
  const { org_id, bought } = await shop.purchase([lamp, cable]);
  const [order] = await query<{ id: string; lines: { id: string; product_id: string; total: number }[] }>(
    `select o.id, json_agg(json_build_object(
       'id', l.id, 'product_id', l.product_id, 'total', l.price * l.quantity + l.tax_amount
     )) as lines
     from orders o join order_lines l on l.order_id = o.id where o.id = $1 group by o.id`,
    [bought.order_id],
  );
  const findLine = ({ id }: { id: string }) => order?.lines.find(({ product_id }) => product_id === id);
  const refund = async (body: object) =>
    (await admin.call(refundOrder, { params: { order_id: order?.id ?? "" }, body })).reply();
  await refund({ lines: [{ line_id: findLine(cable)?.id, quantity: 1 }] });
  await refund({ amount: 1 });
  await shop.settled();
  const readLedger = async (filter: Record<string, string>) =>
    (await admin.call(listLedger, { query: { org_id, sort: "booked_at", ...filter } })).reply();
  const [charge = { amount: 0 }] = await list({ org_id, line: "gross" });
  const [lampTotal = 0, cableTotal = 0] = [findLine(lamp)?.total, findLine(cable)?.total];
  const readShares = async (filter: Record<string, string>) => {
    const { data, meta } = await readLedger(filter);
    return [data.map(({ line, part }) => [line, part]), meta.amount];
  };
  expect(await readShares({ product_id: lamp.id })).toEqual([[["gross", lampTotal]], lampTotal]);
  expect(await readShares({ product_id: cable.id })).toEqual([
    [
      ["gross", cableTotal],
      ["refunds", -cableTotal],
    ],
    0,
  ]);
  const shipping = charge.amount - lampTotal - cableTotal;
  expect(shipping).toBeGreaterThan(0);
  expect(await readShares({ is_not_by_line: "true" })).toEqual([
    [
      ["gross", shipping],
      ["refunds", -1],
    ],
    shipping - 1,
  ]);
  expect(await readShares({})).toEqual([
    [
      ["gross", null],
      ["refunds", null],
      ["refunds", null],
    ],
    expect.any(Number),
  ]);
  const page = await (await admin.fetch(hrefOf(pages.ledger, {}, { org_id, product_id: lamp.id }))).text();
  const text = page.replaceAll(/<!--.*?-->/g, "");
  expect(text).toContain(`Product: ${lamp.name}`);
  expect(text).toContain(`<small>of ${formatMoney(charge.amount)}</small>`);
});

test("a filtered list of money says what its rows come to, beyond the page, and the whole list does not", async () => {
  const org_id = await createBookedInvoice([
    ["charge", 10_000, "2026-06-01T00:00:00Z"],
    ["refund", -2_500, "2026-06-01T00:00:00Z"],
  ]);
  for (const limit of ["1", "100"])
    expect((await admin.call(listLedger, { query: { org_id, limit } })).reply().meta).toMatchObject({
      count: 2,
      amount: 7_500,
    });
  expect((await admin.call(listLedger, { query: { org_id, search: "nobody's" } })).reply().meta.amount).toBe(0);
  expect((await admin.call(listLedger)).reply().meta).not.toHaveProperty("amount");
  const meta = (await admin.call(listAdminInvoices, { query: { org_id } })).reply().meta;
  expect(meta).toMatchObject({ count: 1, amount: 10_000 });
  const page = await (await admin.fetch(hrefOf(pages.ledger, {}, { org_id }))).text();
  expect(page.replaceAll(/<!--.*?-->/g, "")).toContain(" · $75.00");
});

test("the table of a range has the days with bookings, and counts the others", async () => {
  await createBookedInvoice([["charge", 10_000, "1999-03-05T12:00:00Z"]]);
  const page = await (await admin.fetch(hrefOf(pages.finance, {}, { from: "1999-03-01", to: "1999-03-31" }))).text();
  const rows = page.match(/<tr[^>]*>(?:(?!<\/tr>).)*Mar 1999(?:(?!<\/tr>).)*<\/tr>/gs) ?? [];
  expect(rows.filter((row) => row.includes('href="/admin/finance/ledger?from=1999-03'))).toHaveLength(1);
  expect(page.replaceAll(/<!--.*?-->/g, "")).toContain("30 days without bookings are left out below.");
});

test("the week of the overview is the sum of its bookings, line by line", async () => {
  const readWeek = async () => (await admin.call(getOverview)).reply().weeks?.at(-1);
  const day = new Date().toISOString().slice(0, 10);
  await createBookedInvoice([
    ["charge", 10_000, `${day}T00:00:00Z`],
    ["refund", -1, `${day}T00:00:01Z`],
    ["dispute_withdrawn", -2000, `${day}T00:00:02Z`],
  ]);
  // Other tests book meanwhile, so the loop repeats until the overview is equal before and after the ledger is read.
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    const weekBefore = await readWeek();
    const { from = "", to = "" } = weekBefore ?? {};
    const lines = await Promise.all(
      (["gross", "refunds", "disputes"] as const).map(async (line) => {
        const reply = (await admin.call(listLedger, { query: { line, from, to, limit: "1" } })).reply();
        return reply.meta.amount ?? 0;
      }),
    );
    const [gross = 0, refunds = 0, disputes = 0] = lines;
    const weekAfter = await readWeek();
    if (JSON.stringify(weekBefore) !== JSON.stringify(weekAfter) && Date.now() < endsAt) continue;
    expect(weekBefore).toMatchObject({ gross, refunds, disputes, net: gross + refunds + disputes });
    expect([gross > 0, refunds < 0, disputes < 0]).toEqual([true, true, true]);
    return;
  }
});

test("the card of failed refunds tells what did not go through, and not what was paid", async () => {
  const readCard = async () =>
    overviewShape.invoices.parse((await admin.call(getOverview)).reply().invoices).refund_failed;
  const org_id = await createBookedInvoice([
    ["charge", 10_000, "2019-05-01T00:00:00Z"],
    ["refund", -1149, "2019-05-02T00:00:00Z"],
    ["refund_failed", 1149, "2019-05-03T00:00:00Z"],
  ]);
  for (let attemptsLeft = 20; ; attemptsLeft -= 1) {
    const cardBefore = await readCard();
    await query("update invoices set payment_status = 'refund_failed' where org_id = $1", [org_id]);
    const cardAfter = await readCard();
    await query("update invoices set payment_status = 'paid' where org_id = $1", [org_id]);
    const cardAgain = await readCard();
    if (JSON.stringify(cardBefore) !== JSON.stringify(cardAgain) && attemptsLeft > 0) continue;
    expect(cardAfter).toEqual({ count: cardBefore.count + 1, amount: cardBefore.amount + 1149 });
    return;
  }
});
