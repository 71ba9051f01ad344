import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { calculateCartTax, getCart } from "../../../worker/contract/v1/store/cart.ts";
import { secretKey } from "../../sandbox/partners/stripe/wire/keys.ts";
import type { Actor } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { cards, type Shop, shopOf } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
let account: Stripe;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
  admin = await shop.signedInAdmin();
  const { hostname: host, port } = new URL(app.sandbox.url);
  account = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

type Invoice = { id: string; amount: number; tax: number; billing_reason: string };
const invoicesOf = (orgId: string) =>
  shop.query<Invoice>(
    "select id, amount::int, tax::int, billing_reason from invoices where org_id = $1 order by created_at, id",
    [orgId],
  );
const transactions = async (reference: string) => shop.objects("tax_transaction", { reference });
/** What the provider was told that was sold or, below zero, given back under a name: with and of tax. */
async function reported(reference: string) {
  const [found, ...others] = await transactions(reference);
  expect(others).toEqual([]);
  if (!found) return undefined;
  const [total] = await shop.objects("tax_total", { id: found.id });
  return { type: found["type"], left: total?.["left"], tax: total?.["tax"] };
}

/** Lets the reports that wait be made. */
async function report(): Promise<void> {
  await shop.settled();
  await shop.query("update tax_reports set next_at = now() where status = 'waiting'");
  await shop.sandbox.runJob("sweep-payments");
}

describe("what was collected is reported", () => {
  test("from the calculation that the buyer saw, once, however often it is told", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(invoice?.tax).toBeGreaterThan(0);
    const wanted = { type: "transaction", left: invoice?.amount, tax: invoice?.tax };
    expect(await reported(`invoice_${invoice?.id}`)).toEqual(wanted);
    const calculations = (await shop.objects("tax_calculation")).length;
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await report();
    expect(await reported(`invoice_${invoice?.id}`)).toEqual(wanted);
    expect(await shop.objects("tax_calculation")).toHaveLength(calculations);
  });

  test("apart for a device and a plan of one cart, and again for the renewal", async () => {
    const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
    await report();
    await shop.advance(32);
    await report();
    const invoices = await invoicesOf(buyer.org_id);
    expect(invoices.map(({ billing_reason }) => billing_reason).toSorted()).toEqual([
      "manual",
      "subscription_create",
      "subscription_cycle",
    ]);
    for (const { id, amount, tax } of invoices)
      expect(await reported(`invoice_${id}`)).toEqual({ type: "transaction", left: amount, tax });
  });

  test("when the money has come, not when it was asked for", async () => {
    const buyer = await shop.purchase([await shop.createProduct()], cards.bank);
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(await reported(`invoice_${invoice?.id}`)).toBeUndefined();
    await shop.advance(5);
    await report();
    expect(await reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount });
  });

  test.each([
    ["does not answer", { kind: "status", value: 500, times: 4 }],
    ["did, but its answer was lost", { kind: "lost-answer", times: 4 }],
  ] as const)("later when the provider %s, and once", async (_, fault) => {
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/tax/transactions", ...fault });
    const buyer = await shop.purchase([await shop.createProduct()]);
    await report();
    await shop.sandbox.clearFaults();
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(await reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount });
    const rows = await shop.query(
      "select status, transaction_id is not null as is_named from tax_reports where invoice_id = $1",
      [invoice?.id],
    );
    expect(rows).toEqual([{ status: "done", is_named: true }]);
  });

  test("from a new calculation when the one that was shown is too old", async () => {
    await shop.sandbox.addFault({
      service: "stripe",
      path: "/v1/tax/transactions",
      kind: "status",
      value: 500,
      times: 2,
    });
    const buyer = await shop.purchase([await shop.createProduct()]);
    await report();
    await shop.advance(91);
    await report();
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(await reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount, tax: invoice?.tax });
  });
});

describe("what is given back is taken back", () => {
  async function paid() {
    const buyer = await shop.purchase([await shop.createProduct()]);
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    const [charge] = await shop.charges(buyer.customer);
    return { ...buyer, charge: charge?.id ?? "", total: charge?.amount ?? 0, reference: `invoice_${invoice?.id}` };
  }
  const refundIds = async (charge: string) => (await shop.objects("refund", { charge })).map(({ id }) => id);

  test("in part and then the rest", async () => {
    const { bought, charge, total, reference } = await paid();
    const params = { order_id: bought.order_id ?? "" };
    (await admin.client.call(refundOrder, { params, body: { amount: 700 } })).reply();
    await report();
    expect(await reported(reference)).toMatchObject({ left: total - 700 });
    const [first = ""] = await refundIds(charge);
    expect(await reported(`refund_${first}`)).toMatchObject({ type: "reversal", left: -700 });
    (await admin.client.call(refundOrder, { params, body: { amount: total - 700 } })).reply();
    await report();
    expect(await reported(reference)).toMatchObject({ left: 0 });
  });

  test("line by line, as it was refunded", async () => {
    const { bought, charge, total, reference, client } = await paid();
    const params = { order_id: bought.order_id ?? "" };
    const [line] = (await client.call(getOrder, { params })).reply().lines;
    (
      await admin.client.call(refundOrder, { params, body: { lines: [{ line_id: line?.id ?? "", quantity: 1 }] } })
    ).reply();
    await report();
    const [first = ""] = await refundIds(charge);
    const [{ amount } = { amount: 0 }] = await shop.query<{ amount: number }>(
      "select -amount_cents::int as amount from payment_ledger where stripe_object_id = $1",
      [first],
    );
    // the price of one, and the tax that the stand-in took for it
    expect(await reported(`refund_${first}`)).toEqual({ type: "reversal", left: -amount, tax: -(amount - 100_00) });
    expect(await reported(reference)).toMatchObject({ left: total - amount });
    (await admin.client.call(refundOrder, { params, body: { lines: [{ line_id: "shipping", quantity: 1 }] } })).reply();
    await report();
    expect(await reported(reference)).toMatchObject({ left: 0 });
    const bodies = (await shop.sandbox.callsTo("stripe")).filter(({ path }) => path.endsWith("/create_reversal"));
    expect(
      bodies.map(({ body }) => Object.keys(Object(body)).filter((key) => /line_items|shipping_cost|flat/.test(key))),
    ).toEqual(expect.arrayContaining([["line_items"], ["shipping_cost"]]));
  });

  test("in full, after the sale was reported", async () => {
    await shop.sandbox.addFault({
      service: "stripe",
      path: "/v1/tax/transactions",
      kind: "status",
      value: 500,
      times: 2,
    });
    const buyer = await shop.purchase([await shop.createProduct()]);
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/refunds", { charge: charge?.id });
    await report();
    for (let turn = 0; turn < 2; turn += 1) await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(await reported(`invoice_${invoice?.id}`)).toMatchObject({ left: 0 });
    const bodies = (await shop.sandbox.callsTo("stripe")).filter(({ path }) => path.endsWith("/create_reversal"));
    expect(bodies[0]?.body).toMatchObject({ mode: "full" });
  });

  test("never for a refund that failed", async () => {
    const { charge, total, reference } = await paid();
    await shop.control("/refunds", { charge, amount: 700, outcome: "failed" });
    await report();
    expect(await reported(reference)).toMatchObject({ left: total });
  });

  /** A refund of so much that had succeeded when its tax was taken back, and then fails. */
  async function failed(amount?: number) {
    const sold = await paid();
    const { id } = JSON.parse(await shop.control("/refunds", { charge: sold.charge, ...(amount && { amount }) }));
    await report();
    expect(await reported(sold.reference)).toMatchObject({ left: sold.total - (amount ?? sold.total) });
    await shop.control("/refunds", { refund: id, outcome: "failed" });
    await report();
    expect(app.lines.filter((line) => line.includes(`refund_failed_${id}`))).toEqual([]);
    return { ...sold, refund: String(id) };
  }

  test("and booked again when the refund of a part fails after all", async () => {
    const { total, reference, refund } = await failed(700);
    expect(await reported(reference)).toMatchObject({ left: total });
    expect(await reported(`refund_failed_${refund}`)).toMatchObject({ type: "reversal", left: 700 });
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await report();
    expect(await reported(reference)).toMatchObject({ left: total });
  });

  test("and sold again when the refund of all of it fails after all, to be taken back by the next one", async () => {
    const { total, reference, refund, charge } = await failed();
    const again = `refund_failed_${refund}`;
    expect(await reported(reference)).toMatchObject({ left: 0 });
    expect(await reported(again)).toMatchObject({ type: "transaction", left: total });
    await shop.control("/refunds", { charge });
    await report();
    expect(await reported(again)).toMatchObject({ left: 0 });
  });
});

describe("a calculation", () => {
  const asked = async () =>
    (await shop.sandbox.callsTo("stripe")).find(
      ({ method, path }) => method === "POST" && path === "/v1/tax/calculations",
    )?.body;

  test("names each product's tax code", async () => {
    const buyer = await shop.buyer();
    const [plain, coded] = [await shop.createProduct(), await shop.createProduct({ tax_code: "txcd_10202003" })];
    await shop.fillCart(buyer, [plain, coded]);
    (await buyer.client.call(calculateCartTax)).reply();
    const lines: { reference: string; tax_code?: string }[] = Object.values(Object(await asked()).line_items);
    expect(new Map(lines.map(({ reference, tax_code }) => [reference, tax_code]))).toEqual(
      new Map([
        [plain.id, undefined],
        [coded.id, "txcd_10202003"],
      ]),
    );
  });

  test.each([
    ["exempt", "customer_exempt"],
    ["reverse", "reverse_charge"],
  ] as const)("takes no tax from a customer who is %s at the provider", async (tax_exempt, taxability_override) => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    expect((await buyer.client.call(calculateCartTax)).reply().tax_amount).toBeGreaterThan(0);
    await account.customers.update(buyer.customer, { tax_exempt });
    await shop.settled();
    expect((await buyer.client.call(calculateCartTax)).reply().tax_amount).toBe(0);
    expect(await asked()).toMatchObject({ customer_details: { taxability_override } });
    const bought = (await shop.checkout(buyer)).reply();
    expect(bought.payment_status).toBe("paid");
    await report();
    const [invoice] = await invoicesOf(buyer.org_id);
    expect(await reported(`invoice_${invoice?.id}`)).toEqual({ type: "transaction", left: invoice?.amount, tax: 0 });
  });

  test("of more lines than a page taxes every one", async () => {
    const buyer = await shop.buyer();
    const products = await Promise.all(Array.from({ length: 23 }, () => shop.createProduct()));
    await shop.fillCart(buyer, products);
    const { tax_amount } = (await buyer.client.call(calculateCartTax)).reply();
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    const [order] = await shop.query<{ tax: number; lines: number; untaxed: number }>(
      `select o.tax::int, count(*)::int as lines, (count(*) filter (where l.tax_amount = 0))::int as untaxed
      from orders o join order_lines l on l.order_id = o.id where o.org_id = $1 group by o.id`,
      [buyer.org_id],
    );
    expect(order).toEqual({ tax: tax_amount, lines: 23, untaxed: 0 });
    expect((await buyer.client.call(getCart)).reply().is_complete).toBe(false);
  });
});
