// Orders by payment link: amounts, refusals, retries and limits.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unpublishProduct } from "../../../worker/contract/v1/admin/products.ts";
import { updateShippingRate } from "../../../worker/contract/v1/admin/shipping-rates.ts";
import { getOrderShipping } from "../../../worker/contract/v1/admin/shipping.ts";
import { createApprovalRule } from "../../../worker/contract/v1/client/approval-rules.ts";
import { updateOwnOrganization } from "../../../worker/contract/v1/client/org.ts";
import { getOrder, orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { startOwnApp } from "../../support/app.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { hold, query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { readWords } from "../../http/pages/words.ts";
import { createRate, findFreeCountry } from "../../support/shipping/rates.ts";
import { address, type Buyer, cards, type Shop, shop, openShop } from "../../support/store.ts";

const placeOrder = ({ client }: Pick<Buyer, "client">, body: object) =>
  client.call(orderByLink, { body: Object(body) });
const linesFor = ({ id }: { id: string }, quantity = 1) => [{ productId: id, quantity }];
const fetchOrder = async ({ client }: Buyer, order_id: string) =>
  (await client.call(getOrder, { params: { order_id } })).reply();
const findInvoice = async (order_id: string) => {
  const [invoice] = await query(
    `select amount::int, shipping::int, tax::int, tax_address ->> 'country' as country, tax_calculation_id is not null as is_calculated,
       (select sum((line ->> 'tax_amount')::int)::int from jsonb_array_elements(products) line) as line_tax
     from invoices where reference_id = $1`,
    [order_id],
  );
  return invoice;
};

describe("an order by link of something that is shipped", () => {
  test("goes to the address of the body by the cheapest rate, with the tax, and the page charges exactly its total", async () => {
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const placedOrder = (
      await placeOrder(buyer, { products: linesFor(device, 2), address: { ...address, recipient: "Ada Lee" } })
    ).reply();
    // Texas taxes goods and shipping at 8.25 %, each rounded on its own.
    const [goods, shipping, tax] = [200_00, 15_00, 16_50 + 124];
    expect(placedOrder).toMatchObject({ total: goods + shipping + tax, total_details: { shipping, tax } });
    expect(placedOrder.shipping_data).toMatchObject({
      address: { ...address, recipient: "Ada Lee" },
      method: "Standard",
      packages: [],
      personal_data: { email: buyer.user.email },
    });
    const lines = await query("select quantity, price::int, tax_amount::int from order_lines where order_id = $1", [
      placedOrder.id,
    ]);
    expect(lines).toEqual([{ quantity: 2, price: 100_00, tax_amount: 16_50 }]);
    expect(await findInvoice(placedOrder.id)).toEqual({
      amount: placedOrder.total,
      shipping,
      tax,
      country: "US",
      is_calculated: true,
      line_tax: 16_50,
    });
    const page = await (await fetch(placedOrder.stripe_bill_link ?? "")).text();
    for (const text of [device.name, "Shipping, Standard", "Tax"]) expect(page).toContain(text);
    expect((await shop.submit(placedOrder.stripe_bill_link ?? "", { choice: cards.good })).status).toBe(303);
    await expect
      .poll(async () => (await shop.sweep(), (await fetchOrder(buyer, placedOrder.id)).payment_status))
      .toBe("paid");
    expect(await shop.sum(buyer.customer)).toBe(placedOrder.total);
    const reports = await query(
      "select r.kind, r.amount::int from tax_reports r join invoices i on i.id = r.invoice_id where i.reference_id = $1",
      [placedOrder.id],
    );
    expect(reports).toEqual([{ kind: "sale", amount: placedOrder.total }]);
    const [bill, confirmation] = [
      await sandbox.waitForMail(buyer.user.email, "Invoice for your order"),
      await sandbox.waitForMail(buyer.user.email, "is confirmed"),
    ];
    for (const { text } of [bill, confirmation])
      for (const expectedText of [
        device.name,
        "Shipping, Standard",
        "$15.00",
        "$17.74",
        "$232.74",
        "Ada Lee",
        address.line1,
      ])
        expect(text).toContain(expectedText);
    const pageText = await readWords(buyer.client, `/portal/orders/${placedOrder.id}`);
    for (const text of ["Shipping $15.00", "Tax $17.74", "Total $232.74", address.line1])
      expect(pageText).toContain(text);
    const { client } = await signedInAdmin();
    const orderShipping = (await client.call(getOrderShipping, { params: { order_id: placedOrder.id } })).reply();
    expect(orderShipping.address).toMatchObject({ line1: address.line1, recipient: "Ada Lee" });
  });

  test("of a hundred products has a page, whose lines the provider limits to a hundred, with its whole total", async () => {
    const buyer = await shop.buyer();
    const products = await query<{ id: string }>(
      `insert into products (name, type, price_levels, is_published, author)
       select $1 || n, 'hardware', '{"Base Price": 10000}', true, 'CGX' from generate_series(1, 100) n returning id`,
      [unique("Product")],
    );
    const placedOrder = (
      await placeOrder(buyer, { products: products.flatMap((product) => linesFor(product)), address })
    ).reply();
    const page = await (await fetch(placedOrder.stripe_bill_link ?? "")).text();
    for (const text of ["3 more products", "Shipping, Standard", "Tax"]) expect(page).toContain(text);
    expect((await shop.submit(placedOrder.stripe_bill_link ?? "", { choice: cards.good })).status).toBe(303);
    await expect
      .poll(async () => (await shop.sweep(), (await fetchOrder(buyer, placedOrder.id)).payment_status))
      .toBe("paid");
    expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([placedOrder.total]);
  });

  test("goes to the first of the address book without one in the body", async () => {
    const { address: first, rate } = await createRate({ option: "Ground", price: 20_00 });
    await createRate({ country: rate.country, option: "Air", price: 10_00, days_min: 1, days_max: 1 });
    await createRate({ country: rate.country, option: "Never", price: 1_00, is_active: false });
    const buyer = await shop.buyer();
    const device = await shop.createProduct();
    const addressBooks = [{ address: first }, { address }];
    (await buyer.client.call(updateOwnOrganization, { body: { addressBooks } })).reply();
    const placedOrder = (await placeOrder(buyer, { products: linesFor(device) })).reply();
    expect([placedOrder.total, placedOrder.shipping_data.method, placedOrder.shipping_data.address?.country]).toEqual([
      110_00,
      "Air",
      first.country,
    ]);
  });

  test("ships for free from the rate's amount on, also where another one is cheaper below it", async () => {
    const { address: to, country } = await createRate({ option: "Ground", price: 20_00, free_from: 200_00 });
    await createRate({ country, option: "Slow", price: 10_00 });
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const smallOrder = (await placeOrder(buyer, { products: linesFor(device), address: to })).reply();
    expect([smallOrder.total, smallOrder.shipping_data.method]).toEqual([110_00, "Slow"]);
    const largeOrder = (await placeOrder(buyer, { products: linesFor(device, 2), address: to })).reply();
    expect([largeOrder.total, largeOrder.total_details.shipping, largeOrder.shipping_data.method]).toEqual([
      200_00,
      0,
      "Ground",
    ]);
  });

  test("is refused without an address, and without a rate for it; nothing is made", async () => {
    const { admin, rate, address: to } = await createRate();
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const noAddress = await placeOrder(buyer, { products: linesFor(device) });
    expect([noAddress.status, noAddress.errcode]).toEqual([404, "SHIPPING_ADDRESS_NOT_FOUND"]);
    await admin.call(updateShippingRate, { params: { id: rate.id }, body: { is_active: false } });
    const noRate = await placeOrder(buyer, { products: linesFor(device), address: to });
    expect([noRate.status, noRate.errcode]).toEqual([404, "SHIPPING_RATE_NOT_FOUND"]);
    const invalidAddress = await placeOrder(buyer, {
      products: linesFor(device),
      address: { ...to, line1: "", country: "Atlantis" },
    });
    expect([invalidAddress.status, invalidAddress.issues.map(({ path }) => path.join("."))]).toEqual([
      400,
      ["address.line1", "address.country"],
    ]);
    expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], invoices: [] });
  });

  test.each([
    ["00000", "TAX_LOCATION_INVALID"],
    ["99999", "TAX_CALCULATION_FAILED"],
  ])("is refused where tax cannot be calculated: %s", async (postal_code, errcode) => {
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const answer = await placeOrder(buyer, { products: linesFor(device), address: { ...address, postal_code } });
    expect([answer.status, answer.errcode]).toEqual([422, errcode]);
    expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], invoices: [] });
  });

  test("keeps its amounts when the rate changes before it is paid", async () => {
    const { admin, rate, address: to } = await createRate();
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const placedOrder = (await placeOrder(buyer, { products: linesFor(device), address: to })).reply();
    await admin.call(updateShippingRate, { params: { id: rate.id }, body: { price: 99_00 } });
    await shop.submit(placedOrder.stripe_bill_link ?? "", { choice: cards.good });
    await expect
      .poll(async () => (await shop.sweep(), (await fetchOrder(buyer, placedOrder.id)).payment_status))
      .toBe("paid");
    expect(await shop.sum(buyer.customer)).toBe(120_00);
  });

  test("two calls are two orders", async () => {
    const { address: to } = await createRate();
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const body = { products: linesFor(device), address: to };
    const responses = await Promise.all([placeOrder(buyer, body), placeOrder(buyer, body)]);
    expect(new Set(responses.map((answer) => answer.reply().id)).size).toBe(2);
  });
});

describe("an order by link of software alone", () => {
  test("needs no address, and is taxed where the bill goes", async () => {
    const [buyer, software] = [await shop.buyer(), await shop.createProduct({ type: "software" })];
    const untaxedOrder = (await placeOrder(buyer, { products: linesFor(software) })).reply();
    expect(untaxedOrder).toMatchObject({ total: 100_00, shipping_data: { address: null, method: null } });
    expect(await findInvoice(untaxedOrder.id)).toMatchObject({ country: null, is_calculated: false });
    await query("update organizations set address = $2 where id = $1", [buyer.org_id, address]);
    const taxedOrder = (await placeOrder(buyer, { products: linesFor(software) })).reply();
    expect(taxedOrder).toMatchObject({
      total: 108_25,
      total_details: { shipping: 0, tax: 8_25 },
      shipping_data: { address: null, method: null },
    });
    const foreignAddress = { ...address, country: await findFreeCountry(), state: "" };
    expect((await placeOrder(buyer, { products: linesFor(software), address: foreignAddress })).reply().total).toBe(
      100_00,
    );
  });
});

describe("with the provider down", () => {
  let app: Awaited<ReturnType<typeof startOwnApp>>;
  let ownShop: Shop;
  beforeAll(async () => {
    app = await startOwnApp();
    ownShop = openShop(app);
  });
  afterAll(() => app?.stop());

  test.each([
    ["its page", "/v1/checkout/sessions"],
    ["the tax", "/v1/tax/calculations"],
  ])("nothing is left of an order whose %s could not be had", async (_name, path) => {
    const [buyer, device] = [await ownShop.buyer(), await ownShop.createProduct()];
    await ownShop.sandbox.addFault({ service: "stripe", path, kind: "status", value: 500, times: 10 });
    const answer = await placeOrder(buyer, { products: linesFor(device), address });
    expect([answer.status >= 400, answer.status]).toEqual([true, answer.status]);
    expect(await ownShop.books(buyer.org_id)).toMatchObject({ orders: [], invoices: [] });
    expect(await ownShop.query("select 1 from outbox where user_id = $1", [buyer.user.id])).toEqual([]);
    await ownShop.sandbox.clearFaults();
    expect((await placeOrder(buyer, { products: linesFor(device), address })).status).toBe(201);
  });
});

describe("an order by link is made once and not without end", () => {
  /** A buyer with `count` unpaid orders, and what orders one more of the same. */
  async function createUnpaidOrders(count: number) {
    const { address: to } = await createRate();
    const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
    const body = { products: linesFor(device), address: to };
    const first = (await placeOrder(buyer, body)).reply();
    await query(
      `insert into orders (user_id, org_id, total, stripe_bill_link, shipping_data)
       select user_id, org_id, total, stripe_bill_link, shipping_data from orders, generate_series(2, $2::int)
       where id = $1`,
      [first.id, count],
    );
    return { buyer, body, first };
  }

  const orderWithKey = ({ client }: Pick<Buyer, "client">, key: string, body: object) =>
    client.call(orderByLink, { body, headers: { "idempotency-key": key } });
  const readId = async (answer: ReturnType<typeof orderWithKey>) => (await answer).reply().id;

  test("with an Idempotency-Key it is one order, however often and at once it is sent", async () => {
    const { address: to } = await createRate();
    const [buyer, device, key] = [await shop.buyer(), await shop.createProduct(), randomUUID()];
    const body = { products: linesFor(device), address: to };
    const ids = await Promise.all([1, 2, 3].map(() => readId(orderWithKey(buyer, key, body))));
    expect(new Set([...ids, await readId(orderWithKey(buyer, key, body))]).size).toBe(1);
    expect(await query("select 1 from orders where org_id = $1", [buyer.org_id])).toHaveLength(1);
    expect(await query("select 1 from invoices where org_id = $1", [buyer.org_id])).toHaveLength(1);
    expect(await readId(orderWithKey(buyer, randomUUID(), body))).not.toBe(ids[0]);
    const colleague = await shop.buyer();
    expect(await readId(orderWithKey(colleague, key, body)), "a key is of one person").not.toBe(ids[0]);
    const other = await orderWithKey(buyer, key, { products: linesFor(device, 2), address: to });
    expect([other.status, other.issues[0]?.path]).toEqual([400, ["idempotency-key"]]);
    const longKey = await orderWithKey(buyer, "k".repeat(256), body);
    expect([longKey.status, longKey.issues[0]?.path]).toEqual([400, ["idempotency-key"]]);
  });

  test("with an Idempotency-Key it can be paid, also as the last of 15 and the last within a budget", async () => {
    const { buyer, body, first } = await createUnpaidOrders(14);
    const sendThrice = async (key: string) =>
      new Set(await Promise.all([1, 2, 3].map(() => readId(orderWithKey(buyer, key, body)))));
    const isPageOpen = async (ids: Set<string>) => {
      const [order] = await query<{ stripe_id: string }>("select stripe_id from orders where id = any($1::uuid[])", [
        [...ids],
      ]);
      const [session] = await shop.objects("checkout_session", { id: order?.stripe_id ?? "" });
      return session?.["status"] === "open";
    };
    const lastIds = await sendThrice(randomUUID());
    expect([lastIds.size, await isPageOpen(lastIds)]).toEqual([1, true]);

    await query("update orders set payment_status = 'paid' where org_id = $1", [buyer.org_id]);
    const spent = 15 * first.total;
    const owner = await shop.signedIn({ org_id: buyer.org_id, roles: ["org", "user"] });
    const limits = { min_total: null, monthly_budget: spent + first.total };
    const rule = { name: "Budget", ...limits, approver_ids: [owner.user.id] };
    (await owner.client.call(createApprovalRule, { body: rule })).reply();
    const budgetedIds = await sendThrice(randomUUID());
    expect([budgetedIds.size, await isPageOpen(budgetedIds)]).toEqual([1, true]);
    expect((await placeOrder(buyer, body)).errcode).toBe("ORDER_APPROVAL_REQUIRED");
  });

  test("an organization has at most 15 that are not paid", async () => {
    const { buyer, body, first } = await createUnpaidOrders(13);
    const answers = await Promise.all([1, 2, 3, 4].map(() => placeOrder(buyer, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    const sessions = await shop.objects("checkout_session", { customer: buyer.customer });
    const openSessions = sessions.filter(({ mode, status }) => mode === "payment" && status === "open");
    expect(openSessions, "the pages of refused orders take no money").toHaveLength(3);
    const refusal = await placeOrder(buyer, body);
    expect([refusal.status, refusal.errcode]).toEqual([422, "TOO_MANY_UNPAID_ORDERS"]);
    await query("update orders set payment_status = 'paid' where id = $1", [first.id]);
    (await placeOrder(buyer, body)).reply();
  });

  test("none of a product that is unpublished while the page is created", async () => {
    const [buyer, device, { client }] = [await shop.buyer(), await shop.createProduct(), await signedInAdmin()];
    const lock = await hold("select 1 from organizations where id = $1 for no key update", [buyer.org_id]);
    const answer = placeOrder(buyer, { products: linesFor(device), address });
    await expect.poll(async () => (await lock.waiting()).length).toBe(1);
    (await client.call(unpublishProduct, { params: { product_id: device.id } })).reply();
    await lock.release();
    const { status, errcode } = await answer;
    expect([status, errcode]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    const sessions = await shop.objects("checkout_session", { customer: buyer.customer });
    expect(sessions.filter(({ mode, status: state }) => mode === "payment" && state === "open")).toEqual([]);
  });

  test("at most 10,000 of a product, summed over the lines", async () => {
    const { address: to } = await createRate();
    const [buyer, device] = [await shop.buyer(), await shop.createProduct({ price_levels: { "Base Price": 1 } })];
    const answer = await placeOrder(buyer, {
      products: [...linesFor(device, 6000), ...linesFor(device, 4001)],
      address: to,
    });
    expect([answer.status, answer.issues[0]?.path, answer.issues[0]?.message]).toEqual([
      400,
      ["products", 1, "quantity"],
      "Order at most 10,000 of a product.",
    ]);
    (
      await placeOrder(buyer, { products: [...linesFor(device, 6000), ...linesFor(device, 4000)], address: to })
    ).reply();
  });
});
