import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { payInvoices } from "../../../../worker/contract/v1/client/invoices.ts";
import { calculateCartTax, getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { secretKey } from "../../../../sandbox/fakes/stripe/wire/keys.ts";
import { startOwnApp } from "../../../support/app.ts";
import { cards, type Shop, openShop } from "../../../support/store.ts";
import { createUnpaidOrder, waitUntilSettled } from "../../admin/invoices/unpaid.ts";
import { createReports } from "./reports.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let account: Stripe;
let on: ReturnType<typeof createReports>;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  const { hostname: host, port } = new URL(app.sandbox.url);
  account = new Stripe(secretKey, { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
  on = createReports(shop);
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

describe("what was collected is reported", () => {
  test("from the calculation that the buyer saw, once, however often it is told", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(invoice?.tax).toBeGreaterThan(0);
    const expectedSale = { type: "transaction", left: invoice?.amount, tax: invoice?.tax };
    expect(await on.reported(`invoice_${invoice?.id}`)).toEqual(expectedSale);
    const calculations = (await shop.objects("tax_calculation")).length;
    await shop.control("/deliveries", { action: "repeat", times: 2 });
    await on.report();
    expect(await on.reported(`invoice_${invoice?.id}`)).toEqual(expectedSale);
    expect(await shop.objects("tax_calculation")).toHaveLength(calculations);
  });

  test("apart for a device and a plan of one cart, and again for the renewal", async () => {
    const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
    await on.report();
    await shop.advance(32);
    await on.report();
    const invoices = await on.invoicesOf(buyer.org_id);
    expect(invoices.map(({ billing_reason }) => billing_reason).toSorted()).toEqual([
      "manual",
      "subscription_create",
      "subscription_cycle",
    ]);
    for (const { id, amount, tax } of invoices)
      expect(await on.reported(`invoice_${id}`)).toEqual({ type: "transaction", left: amount, tax });
  });

  test("when the money has come, not when it was asked for", async () => {
    const buyer = await shop.purchase([await shop.createProduct()], cards.bank);
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toBeUndefined();
    await shop.advance(5);
    await on.report();
    expect(await on.reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount });
  });

  test("without what a credit note took off before the payment", async () => {
    const debtor = await createUnpaidOrder(undefined, shop);
    await account.creditNotes.create({ invoice: debtor.provider_id, amount: 10_00 });
    await waitUntilSettled(debtor, shop);
    const stripe_payment_method_id = await shop.addMethod(debtor.customer, cards.good);
    const body = { invoice_ids: [debtor.invoice_id], stripe_payment_method_id };
    const { results } = (await debtor.client.call(payInvoices, { body })).reply();
    expect(results).toMatchObject([{ outcome: "paid" }]);
    // The reversal follows once its sale is reported.
    for (let turn = 0; turn < 2; turn += 1) await on.report();
    expect(await on.reported(`invoice_${debtor.invoice_id}`)).toMatchObject({ left: debtor.total - 10_00 });
  });

  test.each([
    ["does not answer", { kind: "status", value: 500, times: 4 }],
    ["did, but its answer was lost", { kind: "lost-answer", times: 4 }],
  ] as const)("later when the provider %s, and once", async (_, fault) => {
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/tax/transactions", ...fault });
    const buyer = await shop.purchase([await shop.createProduct()]);
    await on.report();
    await shop.sandbox.clearFaults();
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount });
    const rows = await shop.query(
      "select status, transaction_id is not null as is_named from tax_reports where invoice_id = $1",
      [invoice?.id],
    );
    expect(rows).toEqual([{ status: "done", is_named: true }]);
  });

  test("again a day after the provider refused it", async () => {
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/tax/transactions", kind: "status", value: 400 });
    const buyer = await shop.purchase([await shop.createProduct()]);
    for (let turn = 0; turn < 2; turn += 1) await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toBeUndefined();
    await on.retryRefused();
    expect(await on.reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount, tax: invoice?.tax });
  });

  test("from a new calculation when the one that was shown is too old", async () => {
    await on.refuseTwice();
    const buyer = await shop.purchase([await shop.createProduct()]);
    await on.report();
    await shop.advance(91);
    await on.report();
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toMatchObject({ left: invoice?.amount, tax: invoice?.tax });
  });
});

describe("a calculation", () => {
  const fetchCalculationBody = async () =>
    (await shop.sandbox.callsTo("stripe")).find(
      ({ method, path }) => method === "POST" && path === "/v1/tax/calculations",
    )?.body;

  test("names each product's tax code", async () => {
    const buyer = await shop.buyer();
    const [plainProduct, codedProduct] = [
      await shop.createProduct(),
      await shop.createProduct({ tax_code: "txcd_10202003" }),
    ];
    await shop.fillCart(buyer, [plainProduct, codedProduct]);
    (await buyer.client.call(calculateCartTax)).reply();
    const lines: { reference: string; tax_code?: string }[] = Object.values(
      Object(await fetchCalculationBody()).line_items,
    );
    expect(new Map(lines.map(({ reference, tax_code }) => [reference, tax_code]))).toEqual(
      new Map([
        [plainProduct.id, undefined],
        [codedProduct.id, "txcd_10202003"],
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
    expect(await fetchCalculationBody()).toMatchObject({ customer_details: { taxability_override } });
    const bought = (await shop.checkout(buyer)).reply();
    expect(bought.payment_status).toBe("paid");
    await on.report();
    const [invoice] = await on.invoicesOf(buyer.org_id);
    expect(await on.reported(`invoice_${invoice?.id}`)).toEqual({ type: "transaction", left: invoice?.amount, tax: 0 });
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
