import { afterAll, beforeAll, expect, test } from "vitest";
import { setCartProduct } from "../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../worker/contract/v1/store/checkout.ts";
import { until } from "../../sandbox/process/deadline.ts";
import { isWhole } from "../support/by-night.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { type CutPoint, cutPoints, killAt, type Victim } from "./cut-points.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { isFull, chooseCount } from "./runs.ts";
import { patienceMs } from "../support/patience.ts";

const seedCount = chooseCount({ short: 1, full: 20 });
const firstSeed = Number(process.env["FC_SEED"] ?? 1);
// Number of operations that are cut off together: all must reach the point within the statement timeout of two seconds.
const concurrency = 5;
const maxRecoveryMs = 120_000;

let app: FaultApp;
let device: TestProduct;
beforeAll(async () => {
  app = await startFaultApp();
  device = await app.shop.createProduct();
});
afterAll(() => app?.stop());

type Case = { buyer: Buyer; updated_at: string; orders: number; plans: number };

/** Prepares a purchase that depends on the seed: a device, a plan or both, quantity, card or bank account. */
async function prepare(seed: number, isByCard: boolean): Promise<Case> {
  const { shop } = app;
  const kind = seed % 3;
  const buyer = await shop.buyer();
  const plan = await shop.createPlan();
  const products = [...(kind === 1 ? [] : [device]), ...(kind === 0 ? [] : [plan])];
  const number = !isByCard && seed % 4 === 3 ? cards.bank : cards.good;
  let { updated_at } = await shop.fillCart(buyer, products, number);
  if (kind !== 1) {
    const body = { quantity: 1 + (seed % 5) };
    ({ updated_at } = (await buyer.client.call(setCartProduct, { params: { id: device.id }, body })).reply());
  }
  return { buyer, updated_at, orders: kind === 1 ? 0 : 1, plans: kind === 0 ? 0 : 1 };
}

const submitCart = ({ buyer, updated_at }: Case) => buyer.client.call(checkoutCart, { body: { updated_at } });

/** Starts the operations to cut off; returns how many of them must reach the point, and promises of their ends. */
async function startOperation(point: CutPoint, cases: Case[], arm: (count: number) => Promise<void>) {
  const submitAll = () => cases.map((one) => submitCart(one).catch(() => undefined));
  if (point.of === "checkout") {
    await arm(cases.length);
    return { count: cases.length, work: submitAll() };
  }
  if (point.of === "mail") {
    await arm(1);
    return { count: 1, work: submitAll() };
  }
  await Promise.all(submitAll());
  // The purchases' webhooks are delivered first, so that only the refund's webhook reaches the point.
  await app.shop.control("/deliveries", { action: "release" });
  await app.shop.settled();
  await app.shop.control("/deliveries", { action: "hold" });
  const [charge] = await app.shop.charges(cases[0]?.buyer.customer ?? "");
  await app.shop.control("/refunds", { charge: charge?.id ?? "", amount: 100 });
  await arm(1);
  return { count: 1, work: [app.shop.control("/deliveries", { action: "release" }).catch(() => undefined)] };
}

async function cutCases(point: CutPoint, cases: Case[], victim: Victim): Promise<void> {
  let stop = { reached: async () => 0, release: async () => {} };
  const { count, work } = await startOperation(point, cases, async (stopCount) => {
    stop = await point.arm(app, stopCount);
  });
  const isReached = await until(patienceMs, async () => (await stop.reached()) >= count);
  await killAt(app, stop, victim);
  await Promise.all(work);
  expect(isReached).toBe(true);
}

async function expectBoughtOnce(each: Case): Promise<void> {
  const { shop } = app;
  const secondSubmit = await submitCart(each);
  expect([200, 422]).toContain(secondSubmit.status);
  if (secondSubmit.status === 422) expect(secondSubmit.errcode).toBe("ORDER_ALREADY_PAID");
  const { orders, subscriptions, attempts } = await shop.books(each.buyer.org_id);
  expect([orders.length, subscriptions.length, attempts]).toEqual([each.orders, each.plans, [{ status: "succeeded" }]]);
}

async function expectRecovery(cases: Case[]): Promise<void> {
  const { shop } = app;
  const orgIds = cases.map(({ buyer }) => buyer.org_id);
  await app.tick();
  await app.tick();
  expect(await findViolations(shop, orgIds)).toEqual([]);
  for (const each of cases) await expectBoughtOnce(each);
  await shop.control("/deliveries", { action: "release" });
  await shop.advance(5);
  await shop.settled();
  expect(await findViolations(shop, orgIds)).toEqual([]);
  for (const { buyer, orders, plans } of cases)
    expect((await shop.charges(buyer.customer)).length).toBe(orders + plans);
}

const groups = Array.from({ length: Math.ceil(seedCount / concurrency) }, (_, group) =>
  Array.from(
    { length: Math.min(concurrency, seedCount - group * concurrency) },
    (_each, at) => firstSeed + group * concurrency + at,
  ),
);

// By day half of the points is tested; at those in the database, the worker and the database are killed in turn.
const runsByDay = (place: number) => place % 4 === 0 || place % 4 === 3;

for (const [place, point] of cutPoints.entries()) {
  if (!isWhole && !isFull && !runsByDay(place)) continue;
  test.each(groups.map((group, at) => ({ seeds: group, at })))(
    `a checkout that is cut off ${point.name} holds every money invariant after two sweeps (seeds $seeds)`,
    { timeout: 2 * maxRecoveryMs },
    async (group) => {
      const victim = point.in_database && (place + group.at) % 2 === 1 ? "database" : "worker";
      const isByCard = point.of !== "checkout";
      const cases = await Promise.all(group.seeds.map((seed) => prepare(seed + place, isByCard)));
      await app.shop.control("/deliveries", { action: "hold" });
      await cutCases(point, cases, victim);
      const startedAt = performance.now();
      await expectRecovery(cases);
      expect(performance.now() - startedAt).toBeLessThan(maxRecoveryMs);
    },
  );
}
