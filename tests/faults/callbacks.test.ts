import fc from "fast-check";
import { Stripe } from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { callbackEvents } from "../../worker/contract/callback-events.ts";
import * as contract from "../../worker/contract/v1/callbacks/stripe.ts";
import { secretKey, webhookSecret } from "../../sandbox/fakes/stripe/wire/keys.ts";
import { type Buyer, cards, type TestProduct } from "../support/store.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { violations } from "./invariants/invariants.ts";
import { listRows } from "./invariants/our-books.ts";
import { moneyRuns } from "./runs.ts";

const permutations = moneyRuns({ short: 2, full: 60 });
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

/** The events since `holdBack`, as they would be delivered. */
async function listHeldEvents(): Promise<Event[]> {
  const all = z.array(eventSchema).parse(await app.shop.objects("event"));
  const wanted = new Set<string>(callbackEvents);
  return all.filter(({ id, type }) => wanted.has(type) && !seenIds.has(id)).toReversed();
}

async function holdBack(): Promise<void> {
  await app.shop.control("/deliveries", { action: "hold" });
  seenIds = new Set((await app.shop.objects("event")).map(({ id }) => id));
}

/** Delivers the given events, all of the same second. */
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

const refund = (charge: string, more: object) => app.shop.control("/refunds", { charge, ...more });
const dispute = (charge: string, stage: string) => app.shop.control("/disputes", { charge, stage });

/** A purchase of a device and a plan by card, then refunds and a dispute, all before any webhook. */
async function buyByCard(): Promise<Buyer> {
  const buyer = await app.shop.purchase(products);
  const charges = await app.shop.charges(buyer.customer);
  const [device, plan] = charges.toSorted((one, other) => other.amount - one.amount).map(({ id }) => id);
  await refund(device ?? "", { amount: 300 });
  await refund(device ?? "", { amount: 200, outcome: "failed" });
  for (const stage of ["created", "funds_withdrawn", "funds_reinstated"]) await dispute(plan ?? "", stage);
  return buyer;
}

/** A device by bank account that is debited, refunded in part and disputed before the first webhook arrives. */
async function buyByBank(): Promise<Buyer> {
  const buyer = await app.shop.purchase(products.slice(0, 1), cards.bank);
  await app.shop.advance(5);
  const [charge] = await app.shop.charges(buyer.customer);
  await refund(charge?.id ?? "", { amount: 300 });
  await dispute(charge?.id ?? "", "funds_reinstated");
  return buyer;
}

/** Only the fencing token may differ after a redelivery. */
const withoutFence = async ({ org_id }: Buyer) =>
  (await listRows(app.shop.query, org_id)).map((row) => row.replaceAll(/"(applied_seq|updated_at)": [^,}]+/g, ""));

describe.each([
  ["by card", buyByCard],
  ["by bank account", buyByBank],
])("all that happened to a purchase %s in one second", (_, makeHistory) => {
  test(
    "comes to the same tables in every order and repetition, and a second time changes nothing",
    async () => {
      const { shop } = app;
      await holdBack();
      const first = await makeHistory();
      const events = await listHeldEvents();
      expect(events.length).toBeGreaterThan(4);
      await deliverEvents(events);
      const expected = await shop.books(first.org_id);
      expect(await violations(shop, [first.org_id])).toEqual([]);
      const rows = await withoutFence(first);
      await deliverEvents([...events, ...events]);
      expect(await withoutFence(first)).toEqual(rows);

      const orders = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: permutations, seed });
      for (const order of orders) {
        await holdBack();
        const buyer = await makeHistory();
        const [heldEvents, keys] = [await listHeldEvents(), order];
        const shuffled = [...heldEvents, ...heldEvents]
          .map((event) => ({ event, key: Number(keys.next().value) }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ event }) => event);
        await deliverEvents(shuffled);
        expect(await shop.books(buyer.org_id), shuffled.map(({ type }) => type).join()).toEqual(expected);
        expect(await violations(shop, [buyer.org_id])).toEqual([]);
      }
      await shop.control("/deliveries", { action: "release", drop: true });
    },
    60_000 + permutations * 20_000,
  );
});

describe("an answer of the provider that is older than what is known", () => {
  const isUsedUp = async () => (await (await fetch(`${app.sandbox.url}/faults`)).text()) === "[]";
  const lateBy = 1500;

  test("never brings a canceled subscription back", async () => {
    const { shop } = app;
    const buyer = await shop.purchase(products.slice(1));
    await shop.settled();
    await holdBack();
    const [plan] = await shop.objects("subscription", { customer: buyer.customer });
    const path = `/v1/subscriptions/${plan?.id}`;
    await shop.sandbox.addFault({ service: "stripe", path, kind: "delay", value: lateBy, when: "after" });
    const object = { id: plan?.id, object: "subscription" };
    const early = {
      id: "evt_early_plan",
      object: "event",
      type: "customer.subscription.updated",
      livemode: false,
      data: { object },
    };
    const late = deliverEvents([early]);
    await expect.poll(isUsedUp).toBe(true);
    await fetch(app.sandbox.url + path, { method: "DELETE", headers: { authorization: `Bearer ${secretKey}` } });
    await deliverEvents(await listHeldEvents());
    await late;
    expect((await shop.books(buyer.org_id)).subscriptions).toEqual([{ status: "canceled" }]);
    expect(await violations(shop, [buyer.org_id])).toEqual([]);
    await shop.control("/deliveries", { action: "release" });
  });

  test("never takes a payment back", async () => {
    const { shop } = app;
    const buyer = await shop.purchase(products.slice(0, 1), cards.bank);
    await shop.settled();
    await holdBack();
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    const fault = { service: "stripe", path: "/v1/charges", text: "payment_intent=", when: "after" } as const;
    await shop.sandbox.addFault({ ...fault, kind: "delay", value: lateBy });
    const object = { id: invoice?.id, object: "invoice" };
    const early = {
      id: "evt_early_invoice",
      object: "event",
      type: "invoice.payment_succeeded",
      livemode: false,
      data: { object },
    };
    const late = deliverEvents([early]);
    await expect.poll(isUsedUp).toBe(true);
    await shop.advance(5);
    await deliverEvents(await listHeldEvents());
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "processing", payment_status: "paid" }]);
    await late;
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ status: "processing", payment_status: "paid" }]);
    expect(await violations(shop, [buyer.org_id])).toEqual([]);
    await shop.control("/deliveries", { action: "release" });
  });
});
