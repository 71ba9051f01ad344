import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getCart } from "../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import type { Buyer } from "../support/store.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterEach(() => app.shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const payCall = { service: "stripe", path: "/pay", text: "payment_method=" } as const;
const isReached = async () => (await (await fetch(`${app.sandbox.url}/faults`)).text()) === "[]";

async function submitCheckout(): Promise<{ buyer: Buyer; answer: Promise<number> }> {
  const buyer = await app.shop.buyer();
  const { updated_at } = await app.shop.fillCart(buyer, [await app.shop.createProduct()]);
  const answer = buyer.client.call(checkoutCart, { body: { updated_at } }).then(
    ({ status }) => status,
    () => 0,
  );
  await expect.poll(isReached).toBe(true);
  return { buyer, answer };
}

const readStatuses = async ({ org_id }: Buyer) => (await app.shop.books(org_id)).attempts.map(({ status }) => status);
/** Number of calls that would take money for this buyer's invoice. */
const countPayments = async ({ customer }: Buyer) => {
  const [invoice] = await app.shop.objects("invoice", { customer });
  const calls = await app.shop.sandbox.callsTo("stripe");
  return calls.filter(({ path }) => path === `/v1/invoices/${invoice?.id}/pay`).length;
};

test("an attempt that a checkout works on is left alone by sweepers and by whoever submits again", async () => {
  // `clearFaults` below releases the call; the worker waits 15 s for the response.
  await app.shop.sandbox.addFault({ ...payCall, kind: "delay", value: 14_000 });
  const { buyer, answer } = await submitCheckout();
  await Promise.all([app.shop.sweep(), app.shop.sweep()]);
  const { updated_at } = (await buyer.client.call(getCart)).reply();
  const secondSubmit = (await buyer.client.call(checkoutCart, { body: { updated_at } })).reply();
  expect([secondSubmit.payment_status, await readStatuses(buyer)]).toEqual(["pending", ["claimed"]]);
  await app.shop.sandbox.clearFaults();
  expect(await answer).toBe(200);
  expect([await readStatuses(buyer), await countPayments(buyer)]).toEqual([["succeeded"], 1]);
  expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
});

test("an attempt of a killed worker is taken up when its minute is over, and not before", async () => {
  await app.shop.sandbox.addFault({ ...payCall, kind: "hang" });
  const { buyer } = await submitCheckout();
  const [leaseRow] = await app.shop.query<{ seconds: number }>(
    "select extract(epoch from lease_until - created_at)::float as seconds from checkout_attempts where org_id = $1",
    [buyer.org_id],
  );
  expect(leaseRow?.seconds).toBe(60);
  await app.killWorker();
  await app.shop.sandbox.clearFaults();
  await app.startWorker();
  await app.shop.sweep();
  expect([await readStatuses(buyer), (await app.shop.charges(buyer.customer)).length]).toEqual([["claimed"], 0]);
  await app.tick();
  expect([await readStatuses(buyer), (await app.shop.charges(buyer.customer)).length]).toEqual([["succeeded"], 1]);
  expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
});

test("of the callbacks and sweepers that come to an abandoned attempt at once, one ends it", async () => {
  await app.shop.control("/deliveries", { action: "hold" });
  await app.shop.sandbox.addFault({ ...payCall, kind: "lost-answer", times: 2 });
  const { buyer, answer } = await submitCheckout();
  expect(await answer).toBe(200);
  await app.postponeRetries();
  expect(await readStatuses(buyer)).toEqual(["pending"]);
  const countBefore = await countPayments(buyer);
  await Promise.all([
    app.shop.control("/deliveries", { action: "release", times: 3 }),
    ...Array.from({ length: 5 }, () => app.shop.sweep()),
  ]);
  await app.shop.settled();
  expect([await readStatuses(buyer), (await countPayments(buyer)) - countBefore]).toEqual([["succeeded"], 0]);
  expect((await app.shop.charges(buyer.customer)).length).toBe(1);
  expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
});
