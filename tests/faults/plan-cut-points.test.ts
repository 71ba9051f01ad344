// A plan that ends at once, or changes its term, under kill -9 of the worker.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cancelSubscriptionNow,
  getSubscription,
  previewSubscriptionSwitch,
  switchSubscription,
} from "../../worker/contract/v1/client/subscriptions.ts";
import { isWhole } from "../support/by-night.ts";
import { cutOff, type Hang, hang } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull } from "./runs.ts";
import { createTerms } from "../v1/client/plan-terms.ts";

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
});
afterAll(() => app?.stop());

async function createSubscriber() {
  const { shop } = app;
  const { month, year } = await createTerms(shop);
  const buyer = await shop.purchase([month]);
  await shop.settled();
  const params = { subscription_id: buyer.bought.subscription_ids[0] ?? "" };
  const read = async () => (await buyer.client.call(getSubscription, { params })).reply();
  return { ...buyer, year, params, read };
}

/** Kills the worker while `act` waits at the point, then makes its refund or switch due and ticks twice. */
async function cutOffAndContinue(at: Hang, act: () => Promise<unknown>): Promise<void> {
  await cutOff(app, hang(at), act);
  await app.shop.query("update refunds set next_at = now() where status = 'asked'");
  await app.shop.query("update plan_switches set next_at = now() where status = 'claimed'");
  await app.tick();
  await app.shop.settled();
  await app.tick();
}

const endPoints: [string, Hang][] = [
  ["when the refund is claimed", { service: "stripe", path: "/v1/subscriptions/", when: "before" }],
  ["when the plan has ended at the provider", { service: "stripe", path: "/v1/subscriptions/", when: "after" }],
  ["before the refund", { service: "stripe", path: "/v1/refunds", when: "before" }],
  ["when the refund is not answered", { service: "stripe", path: "/v1/refunds", when: "after" }],
];

for (const [name, at] of endPoints.filter((_, place) => isFull || isWhole || place % 2 === 0))
  test(`a plan whose end at once is cut off ${name} is ended and refunded once by the job`, async () => {
    const { client, customer, org_id, params, read } = await createSubscriber();
    const { refund_offer: offer } = await read();
    await cutOffAndContinue(at, () => client.call(cancelSubscriptionNow, { params }));
    expect(await read()).toMatchObject({ status: "canceled", next_charge: null, refund_offer: null });
    const charges = await app.shop.charges(customer);
    const refunds = await Promise.all(charges.map(({ id }) => app.shop.objects("refund", { charge: id })));
    expect(refunds.flat().map(({ amount }) => amount)).toEqual([offer?.amount]);
    expect((await client.call(cancelSubscriptionNow, { params })).reply().status).toBe("canceled");
    expect(await findViolations(app.shop, [org_id])).toEqual([]);
  });

const switchPoints: [string, Hang][] = [
  [
    "before the provider has charged",
    { service: "stripe", path: "/v1/subscriptions/", text: "proration", when: "before" },
  ],
  [
    "when the charge is not answered",
    { service: "stripe", path: "/v1/subscriptions/", text: "proration", when: "after" },
  ],
];

test.each(switchPoints)("a switch that is cut off %s is made and charged once by the job", async (_, at) => {
  const { client, customer, org_id, year, params, read } = await createSubscriber();
  const chargedBefore = await app.shop.sum(customer);
  const body = { product_id: year.id };
  const preview = (await client.call(previewSubscriptionSwitch, { params, body })).reply();
  const confirmSwitch = () => client.call(switchSubscription, { params, body: { switch_id: preview.id } });
  await cutOffAndContinue(at, confirmSwitch);
  expect((await read()).product.id).toBe(year.id);
  expect((await confirmSwitch()).status).toBe(200);
  await app.shop.settled();
  expect(await app.shop.sum(customer)).toBe(chargedBefore + preview.due);
  expect(await app.shop.charges(customer)).toHaveLength(2);
  expect(await findViolations(app.shop, [org_id])).toEqual([]);
});
