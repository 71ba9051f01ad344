// Faults at each point of a checkout, with shared helpers.
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import {
  addCartProduct,
  emptyCart,
  getCart,
  removeCartProduct,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import { startOwnApp } from "../../support/app.ts";
import { everyNth, isWhole } from "../../support/by-night.ts";
import { type Buyer, cards, type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterEach(async () => {
  await shop.sandbox.clearFaults();
  await shop.control("/deliveries", { action: "release" });
});
afterAll(() => app?.stop());

async function expectPaidOnce(buyer: Buyer) {
  const { orders, invoices, ledger, attempts } = await shop.books(buyer.org_id);
  expect([orders.length, invoices.length, attempts.at(-1)]).toEqual([1, 1, { status: "succeeded" }]);
  expect(orders[0]).toMatchObject({ status: "processing", payment_status: "paid" });
  expect(ledger).toEqual([{ kind: "charge", amount: orders[0]?.["total"] }]);
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([orders[0]?.["total"]]);
}

async function createBuyerWithCart(): Promise<Buyer> {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  return buyer;
}

describe("when the provider's answer to the payment does not arrive", () => {
  const faults = [
    { name: "the connection is cut after the charge", fault: { kind: "lost-answer" } },
    { name: "it answers 500 and has not charged", fault: { kind: "status", value: 500 } },
    { name: "it answers 500 but has charged", fault: { kind: "status", value: 500, when: "after" } },
    { name: "the provider is too busy", fault: { kind: "status", value: 429 } },
    { name: "the provider is locked", fault: { kind: "status", value: 409 } },
    { name: "the connection is cut before the charge", fault: { kind: "cut" } },
  ] as const;
  test.each(everyNth(faults, 3))(
    "because $name, the order is pending, never declined, and is swept to one charge",
    async ({ fault }) => {
      const buyer = await createBuyerWithCart();
      await shop.control("/deliveries", { action: "hold" });
      await shop.disturbPayment(fault);
      const answer = (await shop.checkout(buyer)).reply();
      expect([answer.payment_status, answer.order_id]).toEqual(["pending", expect.any(String)]);
      expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "new", payment_status: "pending" }]);
      const secondAnswer = (await shop.checkout(buyer)).reply();
      expect([secondAnswer.payment_status, secondAnswer.order_id]).toEqual(["pending", answer.order_id]);
      await shop.settled();
      await expectPaidOnce(buyer);
      await shop.control("/deliveries", { action: "release" });
      await shop.settled();
      await expectPaidOnce(buyer);
    },
  );

  test("once only, nobody notices", async () => {
    const buyer = await createBuyerWithCart();
    await shop.disturbPayment({ kind: "lost-answer", times: 1 });
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    await shop.settled();
    await expectPaidOnce(buyer);
  });

  test.runIf(isWhole)("because the provider hangs, the answer comes within 40 s and says pending", async () => {
    const buyer = await createBuyerWithCart();
    await shop.disturbPayment({ kind: "hang", when: "after" });
    const startedAt = performance.now();
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
    expect(performance.now() - startedAt).toBeLessThan(40_000);
    await shop.sandbox.clearFaults();
    await shop.settled();
    await expectPaidOnce(buyer);
  });

  test.each(everyNth(["/v1/invoices", "/add_lines", "/finalize"], 3))(
    "at %s, the order is finished later with one charge",
    async (path) => {
      const buyer = await createBuyerWithCart();
      await shop.sandbox.addFault({ service: "stripe", path, kind: "lost-answer", times: 4 });
      expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
      await shop.sandbox.clearFaults();
      await shop.settled();
      await expectPaidOnce(buyer);
    },
  );
});

describe("a plan whose creation is not answered", () => {
  const fetchOutcome = async (buyer: Buyer) => {
    const providerSubscriptions = await shop.objects("subscription", { customer: buyer.customer });
    return [
      providerSubscriptions.length,
      (await shop.charges(buyer.customer)).length,
      (await shop.books(buyer.org_id)).subscriptions,
    ];
  };

  test("is pending and becomes one subscription with one charge", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createPlan()]);
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions", kind: "lost-answer", times: 2 });
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
    await shop.settled();
    expect(await fetchOutcome(buyer)).toEqual([1, 1, [{ status: "active" }]]);
  });

  test("is still one subscription when the provider has forgotten the key a day later", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createPlan()]);
    await shop.control("/deliveries", { action: "hold" });
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions", kind: "lost-answer", times: 2 });
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
    await shop.query("update checkout_attempts set created_at = now() - interval '25 hours' where org_id = $1", [
      buyer.org_id,
    ]);
    await shop.advance(2);
    await shop.settled();
    await shop.control("/deliveries", { action: "release" });
    await shop.settled();
    expect(await fetchOutcome(buyer)).toEqual([1, 1, [{ status: "active" }]]);
  });
});

describe("a cart of two purchases whose second one is declined", () => {
  test("is partly fulfilled: the device is bought, the plan stays in the cart and is bought alone later", async () => {
    const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device, plan]);
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/subscriptions", kind: "status", value: 402 });
    expect((await shop.checkout(buyer)).errcode).toBe("CART_PARTIALLY_FULFILLED");
    const cart = (await buyer.client.call(getCart)).reply();
    expect([cart.products, cart.is_complete]).toEqual([{ [plan.id]: 1 }, false]);
    const partialBooks = await shop.books(buyer.org_id);
    expect(partialBooks).toMatchObject({
      orders: [{ payment_status: "paid" }],
      subscriptions: [],
      attempts: [{ status: "partly" }],
    });
    expect(partialBooks.invoices).toMatchObject([{ reference_type: "order", payment_status: "paid" }]);
    expect((await shop.checkout(buyer)).reply()).toMatchObject({ payment_status: "paid", order_id: null });
    await shop.settled();
    const finalBooks = await shop.books(buyer.org_id);
    expect([finalBooks.orders.length, finalBooks.subscriptions]).toEqual([1, [{ status: "active" }]]);
    expect((await shop.charges(buyer.customer)).length).toBe(2);
  });
});

describe("while a cart is being paid", () => {
  test("every change is refused as CART_OUTDATED, and what was submitted is what is bought", async () => {
    const device = await shop.createProduct();
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    await shop.control("/deliveries", { action: "hold" });
    await shop.disturbPayment({ kind: "status", value: 500 });
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
    const { client } = buyer;
    const params = { id: device.id };
    const other = { id: (await shop.createProduct()).id };
    const answers = [
      await client.call(addCartProduct, { params, body: { quantity: 1 } }),
      await client.call(addCartProduct, { params: other, body: { quantity: 1 } }),
      await client.call(setCartProduct, { params, body: { quantity: 5 } }),
      await client.call(updateCart, { body: { shipping_rate_id: null } }),
      await client.call(removeCartProduct, { params }),
      await client.call(emptyCart),
    ];
    expect(answers.map(({ errcode }) => errcode)).toEqual(answers.map(() => "CART_OUTDATED"));
    await shop.settled();
    await expectPaidOnce(buyer);
    await shop.control("/deliveries", { action: "release" });
  });
});

describe("an order whose checkout is under way is not canceled by an administrator", () => {
  const cancel = async (order_id: string | null) => {
    const { client } = await shop.signedInAdmin();
    return client.call(cancelOrder, { params: { order_id: order_id ?? "" } });
  };

  test("while the provider's answer to its payment is missing, and it is paid once later", async () => {
    const buyer = await createBuyerWithCart();
    await shop.control("/deliveries", { action: "hold" });
    await shop.disturbPayment({ kind: "cut" });
    const { order_id } = (await shop.checkout(buyer)).reply();
    const refusal = await cancel(order_id);
    expect([refusal.status, refusal.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "new", payment_status: "pending" }]);
    await shop.settled();
    await expectPaidOnce(buyer);
    (await cancel(order_id)).reply();
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "canceled" }]);
  });

  test("while its buyer confirms the payment, which then succeeds", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()], cards.asks);
    const { order_id, action_url } = (await shop.checkout(buyer)).reply();
    const refusal = await cancel(order_id);
    expect([refusal.status, refusal.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    const order = await buyer.client.call(getOrder, { params: { order_id: order_id ?? "" } });
    expect(order.reply()).toMatchObject({ status: "new", payment_status: "pending" });
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    expect(invoice?.["status"]).toBe("open");
    await shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    const statuses = async () => (await shop.sweep(), (await shop.books(buyer.org_id)).attempts);
    await expect.poll(statuses).toEqual([{ status: "succeeded" }]);
    await expectPaidOnce(buyer);
  });
});

test("a declined charge is not tried again behind the buyer's back", async () => {
  const buyer = await createBuyerWithCart();
  await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
  expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
  await shop.settled();
  expect([await shop.charges(buyer.customer), (await shop.books(buyer.org_id)).orders]).toEqual([[], []]);
  const attemptedCharges = await shop.objects("charge", { customer: buyer.customer });
  expect(attemptedCharges.length).toBe(1);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  await shop.settled();
  await expectPaidOnce(buyer);
});

test("a provider that does not calculate taxes makes the checkout fail before anything is charged", async () => {
  const buyer = await createBuyerWithCart();
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/tax", kind: "status", value: 503, times: 4 });
  expect((await shop.checkout(buyer)).errcode).toBe("TAX_CALCULATION_FAILED");
  expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });
  await shop.sandbox.clearFaults();
  await shop.choose(buyer, cards.good);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
});

test("a provider that is down is told as 503, never as 500, and nothing is bought", async () => {
  const buyer = await createBuyerWithCart();
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/", kind: "status", value: 500, times: 1000 });
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  const calls = [
    ["/v1/store/checkout/cart", { method: "POST", body: JSON.stringify({ updated_at }) }],
    ["/v1/client/billing/payment-methods", {}],
    ["/v1/client/billing/portal", {}],
    ["/v1/client/billing/setup-checkout", {}],
  ] as const;
  const statuses: number[] = [];
  for (const [path, init] of calls) {
    const headers = { "content-type": "application/json" };
    statuses.push((await buyer.client.fetch(path, { ...init, headers })).status);
  }
  expect(statuses).toEqual([503, 503, 503, 503]);
  expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });
});

test("a refused payment and its callback at the same moment do not wait for each other", async () => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
  await shop.control("/deliveries", { action: "hold" });
  // The first matching call uses up the fault without delay: it reads the payment method before the order exists.
  await shop.sandbox.addFault({ service: "stripe", path: "/v1/payment_methods", kind: "delay", value: 0 });
  await shop.sandbox.addFault({ service: "stripe", path: "/pay", kind: "delay", value: 10_000 });
  const pendingCheckout = shop.checkout(buyer);
  const listOrders = () => shop.query<{ id: string }>("select id from orders where org_id = $1", [buyer.org_id]);
  await expect.poll(async () => (await listOrders()).length, { interval: 10 }).toBe(1);
  // Takes the locks of the statement that processes a webhook, and stops in the middle: first the invoice, then the
  // order.
  const callback = new Client({ connectionString: app.sandbox.databaseUrl });
  await callback.connect();
  await callback.query("begin");
  await callback.query("select 1 from invoices where org_id = $1 for update", [buyer.org_id]);
  await shop.sandbox.clearFaults();
  const listBlocked = () => shop.query("select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0");
  await expect.poll(async () => (await listBlocked()).length, { interval: 10 }).toBe(1);
  await callback.query("update orders set updated_at = now() where org_id = $1", [buyer.org_id]);
  await callback.query("commit");
  await callback.end();
  expect((await pendingCheckout).errcode).toBe("PAYMENT_FAILED");
  expect(await listOrders()).toEqual([]);
});

describe("a plan whose buyer confirms while it is given up is bought, and not canceled with their money", () => {
  test.each([
    ["the plan", "subscription", "/v1/subscriptions"],
    ["its invoice", "invoice", "/v1/invoices"],
  ] as const)("after %s was read", async (_what, kind, basePath) => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createPlan()], cards.asks);
    const { action_url } = (await shop.checkout(buyer)).reply();
    await shop.settled();
    // The retry job gives up the purchases of an inactive user.
    await shop.query("update users set is_active = false where id = $1", [buyer.user.id]);
    const [providerObject] = await shop.objects(kind, { customer: buyer.customer });
    const path = `${basePath}/${providerObject?.id}`;
    // The retry job reads the invoice with its plan and then again; the first reading uses up the fault without delay.
    if (kind === "invoice") await shop.sandbox.addFault({ service: "stripe", path, kind: "delay", value: 0 });
    // The response with the state from before the confirmation arrives after the confirmation.
    await shop.sandbox.addFault({ service: "stripe", path, kind: "delay", value: 12_000, when: "after" });
    const pendingSweep = shop.sweep();
    await expect.poll(async () => JSON.stringify(await shop.sandbox.faults())).not.toContain(path);
    await shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    await shop.sandbox.clearFaults();
    await pendingSweep;
    const attempts = async () => (await shop.sweep(), (await shop.books(buyer.org_id)).attempts);
    await expect.poll(attempts).toEqual([{ status: "succeeded" }]);
    expect(await shop.books(buyer.org_id)).toMatchObject({
      invoices: [{ payment_status: "paid" }],
      subscriptions: [{ status: "active" }],
    });
    expect(await shop.objects("subscription", { customer: buyer.customer })).toMatchObject([{ status: "active" }]);
    expect(await shop.charges(buyer.customer)).toHaveLength(1);
  });
});
