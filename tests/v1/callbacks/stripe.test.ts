import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listAdminInvoices } from "../../../worker/contract/v1/admin/invoices.ts";
import { getAdminOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { listInvoices } from "../../../worker/contract/v1/client/invoices.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { startOwnApp } from "../../support/app.ts";
import { sampleCount } from "../../support/by-night.ts";
import { type Shop, openShop } from "../../support/store.ts";
import { buyDevice, listMailTypes, type PaidBuyer, readState } from "./endings/endings.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterEach(async () => {
  await shop.sandbox.clearFaults();
  await shop.control("/deliveries", { action: "release" });
  // The shop knows all objects of these tests, so no event may stay unprocessed.
  await shop.settled();
  expect(await shop.query("select type, tries from stripe_events where status = 'received'")).toEqual([]);
});
afterAll(() => app?.stop());

const refund = (charge: string, more: object = {}) => shop.control("/refunds", { charge, ...more });
const dispute = (charge: string, stage: string) => shop.control("/disputes", { charge, stage });

describe("a refund made at the provider", () => {
  test("of all of it cancels the order that was not shipped, and the buyer is told once", async () => {
    const buyer = await buyDevice(shop);
    await refund(buyer.charge);
    expect(await readState(shop, buyer)).toEqual(["canceled", "refunded", 0]);
    await shop.control("/deliveries", { action: "repeat", times: 3 });
    expect(await readState(shop, buyer)).toEqual(["canceled", "refunded", 0]);
    expect((await listMailTypes(shop, buyer)).toSorted()).toEqual(["orderConfirmed", "paymentRefunded"]);
  });

  test("of a part leaves the order, and the rest makes it refunded", async () => {
    const buyer = await buyDevice(shop);
    await refund(buyer.charge, { amount: 500 });
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", buyer.total - 500]);
    await refund(buyer.charge, { amount: buyer.total - 500 });
    expect(await readState(shop, buyer)).toEqual(["canceled", "refunded", 0]);
  });

  test("that fails is a failed refund with all the money still there", async () => {
    const buyer = await buyDevice(shop);
    await refund(buyer.charge, { amount: 500, outcome: "failed" });
    expect(await readState(shop, buyer)).toEqual(["processing", "refund_failed", buyer.total]);
  });

  test("that is pending changes nothing until it is decided, and may still fail after it succeeded", async () => {
    const buyer = await buyDevice(shop);
    const { id } = JSON.parse(await refund(buyer.charge, { amount: 700, outcome: "pending" }));
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    await shop.control("/refunds", { refund: id, outcome: "succeeded" });
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", buyer.total - 700]);
    await shop.control("/refunds", { refund: id, outcome: "failed" });
    expect(await readState(shop, buyer)).toEqual(["processing", "refund_failed", buyer.total]);
  });

  test("shows at the order and the invoice, for the buyer and for administrators", async () => {
    const buyer = await buyDevice(shop);
    await refund(buyer.charge, { amount: 500 });
    await shop.settled();
    const admin = await shop.signedInAdmin();
    const { order_id, org_id } = buyer;
    const statuses = [
      (await buyer.client.call(getOrder, { params: { order_id } })).reply().payment_status,
      (await buyer.client.call(listInvoices)).reply().data[0]?.payment_status,
      (await admin.client.call(getAdminOrder, { params: { order_id } })).reply().payment_status,
      (await admin.client.call(listAdminInvoices, { query: { org_id } })).reply().data[0]?.payment_status,
    ];
    expect(statuses).toEqual(statuses.map(() => "partially_refunded"));
  });
});

describe("a dispute", () => {
  test("is disputed when it is opened and while the money is withdrawn, and paid when it is back", async () => {
    const buyer = await buyDevice(shop);
    await dispute(buyer.charge, "created");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", buyer.total]);
    await dispute(buyer.charge, "funds_withdrawn");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", 0]);
    await dispute(buyer.charge, "funds_reinstated");
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await listMailTypes(shop, buyer)).toSorted()).toEqual(["orderConfirmed", "paymentDisputed"]);
  });
});

describe("callbacks in another order", () => {
  /** Buys a device and a plan, refunds part of one and disputes the other. */
  async function createEventfulPurchase(): Promise<PaidBuyer> {
    const buyer = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
    const charges = await shop.charges(buyer.customer);
    const [device, plan] = charges.toSorted((one, other) => other.amount - one.amount);
    if (!device || !plan) throw new Error("two charges were expected");
    await refund(device.id, { amount: 300 });
    await refund(device.id, { amount: 200, outcome: "failed" });
    await dispute(plan.id, "created");
    await dispute(plan.id, "funds_withdrawn");
    await dispute(plan.id, "funds_reinstated");
    return { ...buyer, order_id: buyer.bought.order_id ?? "", charge: device.id, total: device.amount };
  }

  const repeats = sampleCount({ day: 3, night: 10 });

  test(`${repeats} times each change nothing`, async () => {
    const buyer = await createEventfulPurchase();
    await shop.settled();
    const [booksBefore, mails] = [await shop.books(buyer.org_id), await listMailTypes(shop, buyer)];
    await shop.control("/deliveries", { action: "repeat", times: repeats });
    await shop.settled();
    expect([await shop.books(buyer.org_id), await listMailTypes(shop, buyer)]).toEqual([booksBefore, mails]);
    const duplicates = await shop.query("select id from stripe_events group by id having count(*) > 1");
    expect(duplicates).toEqual([]);
  });

  test("and repeated leave the same tables behind as those that come in order", async () => {
    await shop.control("/deliveries", { action: "hold" });
    const reference = await createEventfulPurchase();
    await shop.control("/deliveries", { action: "release" });
    await shop.settled();
    const expected = await shop.books(reference.org_id);
    expect(expected.orders).toMatchObject([{ payment_status: "partially_refunded" }]);
    expect(new Set(expected.ledger.map(({ kind }) => kind))).toEqual(
      new Set(["charge", "refund", "refund_failed", "dispute_withdrawn", "dispute_reinstated"]),
    );
    const money = expected.ledger.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(money).toBe((await shop.sum(reference.customer)) - 300);
    for (let round = 0; round < sampleCount({ day: 1, night: 4 }); round += 1) {
      await shop.control("/deliveries", { action: "hold" });
      const buyer = await createEventfulPurchase();
      await shop.control("/deliveries", { action: "shuffle", times: 3 });
      await shop.settled();
      expect(await shop.books(buyer.org_id)).toEqual(expected);
    }
  });
});

describe("callbacks that are lost or cannot be followed up", () => {
  test("are made up for by the daily reconciliation", async () => {
    const buyer = await buyDevice(shop);
    await shop.settled();
    await shop.control("/deliveries", { action: "hold" });
    await refund(buyer.charge);
    await shop.control("/deliveries", { action: "release", drop: true });
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    await shop.sandbox.runJob("reconcile-payments");
    expect(await readState(shop, buyer)).toEqual(["canceled", "refunded", 0]);
  });

  test("say in the log what failed, in words of ours", async () => {
    const buyer = await buyDevice(shop);
    await shop.settled();
    const lineCount = app.lines.length;
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", kind: "status", value: 500, times: 4 });
    await refund(buyer.charge, { amount: 500 });
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", buyer.total - 500]);
    const failureLines = app.lines.slice(lineCount).filter((line) => line.includes('"event":"callback"'));
    expect(failureLines).not.toEqual([]);
    for (const line of failureLines) {
      expect(JSON.parse(line).reason).toMatch(/^GatewayError: payments: get(Charge|Invoice) failed$/);
      expect(line).not.toContain(buyer.user.email);
    }
  });

  test("wait while the provider does not answer, and are applied afterwards", async () => {
    const buyer = await buyDevice(shop);
    await shop.settled();
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/charges", kind: "status", value: 500, times: 1000 });
    await refund(buyer.charge);
    const listWaitingEvents = () => shop.query("select 1 from stripe_events where status = 'received' and tries > 0");
    await expect.poll(async () => (await listWaitingEvents()).length).toBeGreaterThan(0);
    const { orders } = await shop.books(buyer.org_id);
    expect(orders).toMatchObject([{ status: "processing", payment_status: "paid" }]);
    await shop.sandbox.clearFaults();
    await expect.poll(async () => (await shop.sweep(), readState(shop, buyer))).toEqual(["canceled", "refunded", 0]);
  });
});
