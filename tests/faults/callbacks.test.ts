import fc from "fast-check";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { webhookEventTypes } from "../../worker/contract/callback-events.ts";
import * as contract from "../../worker/contract/v1/callbacks/stripe.ts";
import { secretKey, webhookSecret } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { patienceMs } from "../support/patience.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { findViolations } from "./invariants/invariants.ts";
import { listRows } from "./invariants/our-records.ts";
import { chooseCount } from "./runs.ts";

const permutationCount = chooseCount({ short: 2, full: 60 });
const seed = Number(process.env["FC_SEED"] ?? 1);

let app: FaultApp;
let products: TestProduct[];
let seenIds: Set<string>;
beforeAll(async () => {
  app = await startFaultApp();
  products = [await app.shop.createProduct(), await app.shop.createPlan()];
});
afterEach(() => app.shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const eventSchema = z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({ object: z.unknown() }) });
type Event = z.infer<typeof eventSchema>;

/** Events since `holdDeliveries`, in the order in which they would be delivered. */
async function listHeldEvents(): Promise<Event[]> {
  const all = z.array(eventSchema).parse(await app.shop.objects("event"));
  const subscribedTypes = new Set<string>(webhookEventTypes);
  return all.filter(({ id, type }) => subscribedTypes.has(type) && !seenIds.has(id)).toReversed();
}

async function holdDeliveries(): Promise<void> {
  await app.shop.control("/deliveries", { action: "hold" });
  seenIds = new Set((await app.shop.objects("event")).map(({ id }) => id));
}

/** Delivers the events with one creation time, so that creation times do not reveal their order. */
async function deliverEvents(events: Event[]): Promise<void> {
  for (const event of events) {
    const spec =
      Object.values(contract).find((each) => "event" in each && each.event === event.type) ?? contract.onEvent;
    const payload = JSON.stringify({ ...event, created: 1_790_000_000 });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const answer = await fetch(`${app.worker.url}${spec.path}`, { method: "POST", headers, body: payload });
    expect(answer.status).toBe(200);
  }
  await app.shop.settled();
}

const createRefund = (charge: string, more: object) => app.shop.control("/refunds", { charge, ...more });
const createDispute = (charge: string, stage: string) => app.shop.control("/disputes", { charge, stage });

/** Buys a device and a plan by card, then refunds parts of the device and disputes the plan, all before any webhook. */
async function buyByCard(): Promise<Buyer> {
  const buyer = await app.shop.purchase(products);
  const charges = await app.shop.charges(buyer.customer);
  const [device, plan] = charges.toSorted((one, other) => other.amount - one.amount).map(({ id }) => id);
  await createRefund(device ?? "", { amount: 300 });
  await createRefund(device ?? "", { amount: 200, outcome: "failed" });
  for (const stage of ["created", "funds_withdrawn", "funds_reinstated"]) await createDispute(plan ?? "", stage);
  return buyer;
}

/** Buys a device by bank account; the debit, a refund of a part and a dispute happen before the first webhook. */
async function buyByBank(): Promise<Buyer> {
  const buyer = await app.shop.purchase(products.slice(0, 1), cards.bank);
  await app.shop.advance(5);
  const [charge] = await app.shop.charges(buyer.customer);
  await createRefund(charge?.id ?? "", { amount: 300 });
  await createDispute(charge?.id ?? "", "funds_reinstated");
  return buyer;
}

/** Rows without the fencing token and the time, which alone may differ after a redelivery. */
const listStableRows = async ({ org_id }: Buyer) =>
  (await listRows(app.shop.query, org_id)).map((row) => row.replaceAll(/"(applied_seq|updated_at)": [^,}]+/g, ""));

describe.each([
  ["by card", buyByCard],
  ["by bank account", buyByBank],
])("all that happened to a purchase %s in one second", (_, makeHistory) => {
  test(
    "comes to the same tables in every order and repetition, and a second time changes nothing",
    async () => {
      const { shop } = app;
      await holdDeliveries();
      const firstBuyer = await makeHistory();
      const events = await listHeldEvents();
      expect(events.length).toBeGreaterThan(4);
      await deliverEvents(events);
      const expected = await shop.books(firstBuyer.org_id);
      expect(await findViolations(shop, [firstBuyer.org_id])).toEqual([]);
      const rows = await listStableRows(firstBuyer);
      await deliverEvents([...events, ...events]);
      expect(await listStableRows(firstBuyer)).toEqual(rows);

      const orders = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: permutationCount, seed });
      for (const order of orders) {
        await holdDeliveries();
        const buyer = await makeHistory();
        const [heldEvents, keys] = [await listHeldEvents(), order];
        const shuffled = [...heldEvents, ...heldEvents]
          .map((event) => ({ event, key: Number(keys.next().value) }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ event }) => event);
        await deliverEvents(shuffled);
        expect(await shop.books(buyer.org_id), shuffled.map(({ type }) => type).join()).toEqual(expected);
        expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
      }
      await shop.control("/deliveries", { action: "release", drop: true });
    },
    Math.max(4 * patienceMs, 60_000 + permutationCount * 20_000),
  );
});

describe("an answer of the provider that is older than what is known", () => {
  const isFaultUsed = async () => (await (await fetch(`${app.sandbox.url}/faults`)).text()) === "[]";
  const delayMs = 1500;

  test("never brings a canceled subscription back", async () => {
    const { shop } = app;
    const buyer = await shop.purchase(products.slice(1));
    await shop.settled();
    await holdDeliveries();
    const [plan] = await shop.objects("subscription", { customer: buyer.customer });
    const path = `/v1/subscriptions/${plan?.id}`;
    await shop.sandbox.addFault({ service: "stripe", path, kind: "delay", value: delayMs, when: "after" });
    const object = { id: plan?.id, object: "subscription" };
    const earlyEvent = {
      id: "evt_early_plan",
      object: "event",
      type: "customer.subscription.updated",
      livemode: false,
      data: { object },
    };
    const lateDelivery = deliverEvents([earlyEvent]);
    await expect.poll(isFaultUsed).toBe(true);
    await fetch(app.sandbox.url + path, { method: "DELETE", headers: { authorization: `Bearer ${secretKey}` } });
    await deliverEvents(await listHeldEvents());
    await lateDelivery;
    expect((await shop.books(buyer.org_id)).subscriptions).toEqual([{ status: "canceled" }]);
    expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
    await shop.control("/deliveries", { action: "release" });
  });

  test("never takes a payment back", async () => {
    const { shop } = app;
    const buyer = await shop.purchase(products.slice(0, 1), cards.bank);
    await shop.settled();
    await holdDeliveries();
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    const fault = { service: "stripe", path: "/v1/charges", text: "payment_intent=", when: "after" } as const;
    await shop.sandbox.addFault({ ...fault, kind: "delay", value: delayMs });
    const object = { id: invoice?.id, object: "invoice" };
    const earlyEvent = {
      id: "evt_early_invoice",
      object: "event",
      type: "invoice.payment_succeeded",
      livemode: false,
      data: { object },
    };
    const lateDelivery = deliverEvents([earlyEvent]);
    await expect.poll(isFaultUsed).toBe(true);
    await shop.advance(5);
    await deliverEvents(await listHeldEvents());
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "processing", payment_status: "paid" }]);
    await lateDelivery;
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "processing", payment_status: "paid" }]);
    expect(await findViolations(shop, [buyer.org_id])).toEqual([]);
    await shop.control("/deliveries", { action: "release" });
  });
});
