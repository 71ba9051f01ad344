import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listSubscriptions } from "../../../../worker/contract/v1/client/subscriptions.ts";
import { findViolations } from "../../../faults/invariants/invariants.ts";
import { type FaultApp, startFaultApp } from "../../../faults/fault-app.ts";
import { cards } from "../../../support/store.ts";
import { createBalances } from "./balances.ts";

let app: FaultApp;
let on: ReturnType<typeof createBalances>;
beforeAll(async () => {
  app = await startFaultApp();
  on = createBalances(app);
});
afterAll(() => app?.stop());

describe("an organization with credit at the provider", () => {
  test("pays the rest by card, and both are in the books", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const bought = await on.buy(buyer);
    const order = await on.orderOf(buyer, bought.order_id);
    expect([bought.payment_status, order.status, order.payment_status]).toEqual(["paid", "processing", "paid"]);
    expect(await on.entries(buyer)).toEqual([
      ["balance", 50_00],
      ["charge", order.total - 50_00],
    ]);
    expect([await app.shop.sum(buyer.customer), await on.balanceOf(buyer)]).toEqual([order.total - 50_00, [0]]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("that covers all pays nothing by card: the order is paid at once and keeps what is left", async () => {
    const buyer = await on.withBalance(-1_000_00, [await app.shop.createProduct()]);
    const bought = await on.buy(buyer);
    const order = await on.orderOf(buyer, bought.order_id);
    expect([bought.payment_status, order.status, order.payment_status]).toEqual(["paid", "processing", "paid"]);
    expect(await on.entries(buyer)).toEqual([["balance", order.total]]);
    expect([await app.shop.charges(buyer.customer), await on.balanceOf(buyer)]).toEqual([[], [order.total - 1_000_00]]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("that leaves less than can be charged pays nothing now, and owes it with the next purchase", async () => {
    const device = await app.shop.createProduct();
    const probe = await on.withBalance(0, [device]);
    const { total } = await on.orderOf(probe, (await on.buy(probe)).order_id);
    const buyer = await on.withBalance(-(total - 20), [device]);
    await on.buy(buyer);
    expect([await on.entries(buyer), await on.balanceOf(buyer)]).toEqual([[["balance", total]], [20]]);
    await app.shop.fillCart(buyer, [device]);
    const bought = await on.buy(buyer);
    expect((await on.orderOf(buyer, bought.order_id)).payment_status).toBe("paid");
    expect(await on.entries(buyer)).toEqual([
      ["balance", total],
      ["balance_owed", -20],
      ["charge", total + 20],
    ]);
    expect([await app.shop.sum(buyer.customer), await on.balanceOf(buyer)]).toEqual([total + 20, [0]]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("uses it for a plan, whose first payment then needs no card", async () => {
    const buyer = await on.withBalance(-1_000_00, [await app.shop.createPlan()]);
    expect((await on.buy(buyer)).payment_status).toBe("paid");
    const plans = (await buyer.client.call(listSubscriptions)).reply().data;
    expect(plans).toMatchObject([{ status: "active", is_available: true }]);
    const { invoices } = await app.shop.books(buyer.org_id);
    expect(await on.entries(buyer)).toEqual([["balance", invoices[0]?.["amount"]]]);
    expect(await app.shop.charges(buyer.customer)).toEqual([]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("has it back when the card is declined", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()], cards.declines);
    expect((await app.shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    expect([await on.balanceOf(buyer), await on.entries(buyer)]).toEqual([[-50_00], []]);
    await app.shop.choose(buyer, cards.good);
    expect((await on.buy(buyer)).payment_status).toBe("paid");
    expect(await on.balanceOf(buyer)).toEqual([0]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });
});

describe("credit and what comes later", () => {
  test("a card whose bank asks pays the rest at the bank's page, and both are in the books", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()], cards.asks);
    const { action_url, order_id } = (await app.shop.checkout(buyer)).reply();
    expect((await on.entries(buyer)).length).toBe(0);
    await app.shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    await app.shop.settled();
    const { total, payment_status } = await on.orderOf(buyer, order_id);
    expect([payment_status, await on.entries(buyer)]).toEqual([
      "paid",
      [
        ["balance", 50_00],
        ["charge", total - 50_00],
      ],
    ]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("a charge that is read while its invoice still looks open calls for no review", async () => {
    const { sandbox } = app.shop;
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()], cards.asks);
    const { action_url } = (await app.shop.checkout(buyer)).reply();
    const [intent] = await app.shop.objects("payment_intent", { customer: buyer.customer });
    const list = { service: "stripe", path: "/v1/charges", text: String(intent?.["id"]) } as const;
    await app.shop.control("/deliveries", { action: "hold" });
    await sandbox.addFault({ ...list, kind: "delay", value: 2000 });
    const pendingTick = app.tick();
    await expect.poll(async () => JSON.stringify(await sandbox.faults())).not.toContain(list.text);
    await app.shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    await pendingTick;
    await app.shop.control("/deliveries", { action: "release" });
    await app.shop.settled();
    expect((await on.entries(buyer)).map(([kind]) => kind)).toEqual(["balance", "charge"]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("a renewal that credit covers is paid by it", async () => {
    const buyer = await on.withBalance(0, [await app.shop.createPlan()]);
    await on.buy(buyer);
    await app.shop.control("/customers", { customer: buyer.customer, balance: -1_000_00 });
    await app.shop.advance(32);
    await app.shop.settled();
    const { invoices } = await app.shop.books(buyer.org_id);
    expect(invoices.map((row) => [row["billing_reason"], row["payment_status"]])).toEqual([
      ["subscription_create", "paid"],
      ["subscription_cycle", "paid"],
    ]);
    const amount = invoices[0]?.["amount"];
    expect(await on.entries(buyer)).toEqual([
      ["balance", amount],
      ["charge", amount],
    ]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });
});
