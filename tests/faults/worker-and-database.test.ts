import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { getCart, getCartByNo } from "../../worker/contract/v1/store/cart.ts";
import { until } from "../../sandbox/process/deadline.ts";
import { webhookSecret } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { createClient } from "../support/client.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { createReadyBuyer, submitCart } from "./buying.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { patienceMs } from "../support/patience.ts";

let app: FaultApp;
let device: TestProduct;
beforeAll(async () => {
  app = await startFaultApp();
  device = await app.shop.createProduct();
});
afterEach(() => app.shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const claimSql = "insert into checkout_attempts";
const waitForRecovery = () =>
  until(patienceMs, async () => (await fetch(`${app.worker.url}/v1/store/categories`)).status === 200);

async function expectBoughtOnce(buyer: Buyer): Promise<void> {
  const { shop } = app;
  await shop.settled();
  const { orders, attempts } = await shop.books(buyer.org_id);
  expect([orders.length, attempts]).toEqual([1, [{ status: "succeeded" }]]);
  expect(orders).toMatchObject([{ payment_status: "paid" }]);
  expect((await shop.charges(buyer.customer)).length).toBe(1);
  expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
}

test("a database that is killed under eight checkouts leaves all or nothing of each, and none is lost or charged twice", async () => {
  const { shop, sandbox } = app;
  const buyers = await Promise.all(Array.from({ length: 8 }, () => createReadyBuyer(app.shop, [device])));
  const answers = buyers.map((buyer) => submitCart(buyer));
  const claimedSql = "select 1 from checkout_attempts where org_id = any($1)";
  const ids = buyers.map(({ org_id }) => org_id);
  await expect.poll(async () => (await shop.query(claimedSql, [ids])).length >= 3).toBe(true);
  await sandbox.postgres.kill();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
  await sandbox.postgres.restart();
  expect(await waitForRecovery()).toBe(true);
  await app.tick();
  await app.tick();
  await shop.settled();
  expect(await findViolations(shop, ids)).toEqual([]);
  for (const buyer of buyers) {
    expect([200, 422]).toContain((await submitCart(buyer)).status);
    await expectBoughtOnce(buyer);
  }
});

describe("when the database commits and its answer is lost", () => {
  test.each([
    ["the claim of the cart", claimSql],
    ["the payment", "insert into payment_ledger"],
    ["the end of the checkout", "deleted_invoices"],
  ])("of %s, the buyer who tries again finds the same purchase, never a second one", async (_, text) => {
    const buyer = await createReadyBuyer(app.shop, [device]);
    await app.shop.sandbox.addFault({ service: "database", kind: "cut", when: "after", text });
    expect((await submitCart(buyer)).status).toBe(503);
    const secondSubmit = await submitCart(buyer);
    expect(secondSubmit.errcode ?? secondSubmit.reply().payment_status).toMatch(/^(pending|ORDER_ALREADY_PAID)$/);
    await app.tick();
    await expectBoughtOnce(buyer);
  });
});

test("a buyer whose connection goes away right after they submitted has bought, and sees it when they come back", async () => {
  const { shop } = app;
  const buyer = await createReadyBuyer(app.shop, [device]);
  const { cart_no } = (await buyer.client.call(getCart)).reply();
  await shop.sandbox.addFault({
    service: "stripe",
    path: "/v1/invoices",
    text: "auto_advance=",
    kind: "delay",
    value: 10_000,
  });
  const aborter = new AbortController();
  const lostRequest = buyer.client.fetch("/v1/store/checkout/cart", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ updated_at: buyer.updated_at }),
    signal: aborter.signal,
  });
  const isClaimed = async () => (await shop.books(buyer.org_id)).attempts.length === 1;
  await expect.poll(isClaimed).toBe(true);
  aborter.abort();
  await expect(lostRequest).rejects.toThrow("abort");
  await shop.sandbox.clearFaults();
  await app.tick();
  await app.tick();
  await expectBoughtOnce(buyer);
  expect((await buyer.client.call(getCartByNo, { params: { cart_no } })).reply().is_complete).toBe(true);
});

test("a callback that comes while the database is down is not accepted, and has its effect once afterwards", async () => {
  const { shop, sandbox } = app;
  const buyer = await createReadyBuyer(app.shop, [device]);
  (await submitCart(buyer)).reply();
  await shop.settled();
  const [charge] = await shop.charges(buyer.customer);
  await shop.control("/deliveries", { action: "hold" });
  await shop.control("/refunds", { charge: charge?.id ?? "", amount: 300 });
  const event = (await shop.objects("event")).find(({ type }) => type === "charge.refunded");
  const payload = JSON.stringify(event);
  const headers = {
    "content-type": "application/json",
    "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
  };
  const deliverWebhook = async () =>
    (await fetch(`${app.worker.url}/v1/callbacks/stripe/charge/refunded`, { method: "POST", headers, body: payload }))
      .status;
  await sandbox.postgres.kill();
  expect(await deliverWebhook()).toBe(503);
  await sandbox.postgres.restart();
  expect(await waitForRecovery()).toBe(true);
  expect([await deliverWebhook(), await deliverWebhook()]).toEqual([200, 200]);
  await shop.control("/deliveries", { action: "release" });
  await shop.settled();
  const { ledger, orders } = await shop.books(buyer.org_id);
  expect(ledger.map(({ kind }) => kind)).toEqual(["charge", "refund"]);
  expect(orders).toMatchObject([{ payment_status: "partially_refunded" }]);
  expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
});

test("people of one organization who buy the same plans in opposite order get each plan once, and nobody an error", async () => {
  const { shop } = app;
  const plans = await Promise.all([shop.createPlan(), shop.createPlan(), shop.createPlan()]);
  const firstBuyers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const first = await shop.buyer();
      const user = await shop.factories.createUser({ org_id: first.org_id, roles: ["buyer", "user"] });
      const session = await shop.factories.createSession(user.id);
      const second: Buyer = { ...first, user, client: createClient({ session, url: app.worker.url }) };
      const carts = [await shop.fillCart(first, plans), await shop.fillCart(second, plans.toReversed())];
      const answers = await Promise.all(
        [first, second].map(({ client }, at) => submitCart({ client, updated_at: carts[at]?.updated_at ?? "" })),
      );
      expect(answers.map(({ errcode }) => errcode ?? "success").toSorted()).toEqual([
        "DUPLICATE_ORG_SUBSCRIPTION",
        "success",
      ]);
      return first;
    }),
  );
  await shop.settled();
  for (const { customer } of firstBuyers) expect((await shop.charges(customer)).length).toBe(plans.length);
  expect(
    await findViolations(
      shop,
      firstBuyers.map(({ org_id }) => org_id),
    ),
  ).toEqual([]);
});

test("a checkout does not wait for the mail that it causes", async () => {
  const { shop } = app;
  const buyer = await createReadyBuyer(app.shop, [device]);
  // A webhook would send the mail, too, and might be first.
  await shop.control("/deliveries", { action: "hold" });
  await shop.sandbox.addFault({ service: "email", kind: "hang", times: 50 });
  const startedAt = performance.now();
  expect((await submitCart(buyer)).reply().payment_status).toBe("paid");
  // The email gateway gives up after 10 s.
  expect(performance.now() - startedAt).toBeLessThan(9000);
  await shop.sandbox.clearFaults();
  await shop.control("/deliveries", { action: "release" });
  const hasMail = async () => {
    await app.tick();
    return (await shop.sandbox.mailsTo(buyer.user.email)).length === 1;
  };
  await expect.poll(hasMail).toBe(true);
  await expectBoughtOnce(buyer);
});

test("a bank debit that is on its way when the worker dies settles once", async () => {
  const { shop } = app;
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [device], cards.bank);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
  await app.killWorker();
  await shop.advance(5);
  await app.startWorker();
  await shop.sandbox.runJob("reconcile-payments");
  await expectBoughtOnce(buyer);
});
