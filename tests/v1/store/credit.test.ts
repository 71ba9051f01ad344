import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatMoney } from "../../../islands/lib/money.ts";
import { refundInPart } from "../../../worker/contract/buying/refund-in-part.ts";
import { cancelOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../worker/contract/v1/client/orders.ts";
import { listSubscriptions } from "../../../worker/contract/v1/client/subscriptions.ts";
import { violations } from "../../faults/invariants/invariants.ts";
import { type FaultApp, startFaultApp } from "../../faults/fault-app.ts";
import type { Actor } from "../../support/actors.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { type Buyer, cards, type TestProduct } from "../../support/store.ts";

let app: FaultApp;
let query: Query;
beforeAll(async () => {
  app = await startFaultApp();
  query = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

/** A buyer whose organization has this balance at the provider, with a full cart. */
async function withBalance(balance: number, products: TestProduct[], number: string = cards.good): Promise<Buyer> {
  const buyer = await app.shop.buyer();
  await app.shop.control("/customers", { customer: buyer.customer, balance });
  await app.shop.fillCart(buyer, products, number);
  return buyer;
}

const balanceOf = async ({ customer }: Buyer) =>
  (await app.shop.objects("customer", { id: customer })).map(({ balance }) => balance);
const entries = async ({ org_id }: Buyer) =>
  (await app.shop.books(org_id)).ledger.map(({ kind, amount }) => [kind, Number(amount)] as const);
const sumOf = (rows: readonly (readonly [unknown, number])[]) => rows.reduce((sum, [, amount]) => sum + amount, 0);

async function buy(buyer: Buyer) {
  const answer = (await app.shop.checkout(buyer)).reply();
  await app.shop.settled({ with_open_attempts: true });
  return answer;
}

const orderOf = async ({ client }: Buyer, id: string | null) =>
  (await client.call(getOrder, { params: { order_id: id ?? "" } })).reply();

describe("an organization with credit at the provider", () => {
  test("pays the rest by card, and both are in the books", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const bought = await buy(buyer);
    const order = await orderOf(buyer, bought.order_id);
    expect([bought.payment_status, order.status, order.payment_status]).toEqual(["paid", "processing", "paid"]);
    expect(await entries(buyer)).toEqual([
      ["balance", 50_00],
      ["charge", order.total - 50_00],
    ]);
    expect([await app.shop.sum(buyer.customer), await balanceOf(buyer)]).toEqual([order.total - 50_00, [0]]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("that covers all pays nothing by card: the order is paid at once and keeps what is left", async () => {
    const buyer = await withBalance(-1_000_00, [await app.shop.createProduct()]);
    const bought = await buy(buyer);
    const order = await orderOf(buyer, bought.order_id);
    expect([bought.payment_status, order.status, order.payment_status]).toEqual(["paid", "processing", "paid"]);
    expect(await entries(buyer)).toEqual([["balance", order.total]]);
    expect([await app.shop.charges(buyer.customer), await balanceOf(buyer)]).toEqual([[], [order.total - 1_000_00]]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("that leaves less than can be charged pays nothing now, and owes it with the next purchase", async () => {
    const device = await app.shop.createProduct();
    const probe = await withBalance(0, [device]);
    const { total } = await orderOf(probe, (await buy(probe)).order_id);
    const buyer = await withBalance(-(total - 20), [device]);
    await buy(buyer);
    expect([await entries(buyer), await balanceOf(buyer)]).toEqual([[["balance", total]], [20]]);
    await app.shop.fillCart(buyer, [device]);
    const bought = await buy(buyer);
    expect((await orderOf(buyer, bought.order_id)).payment_status).toBe("paid");
    expect(await entries(buyer)).toEqual([
      ["balance", total],
      ["balance_owed", -20],
      ["charge", total + 20],
    ]);
    expect([await app.shop.sum(buyer.customer), await balanceOf(buyer)]).toEqual([total + 20, [0]]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("uses it for a plan, whose first payment then needs no card", async () => {
    const buyer = await withBalance(-1_000_00, [await app.shop.createPlan()]);
    expect((await buy(buyer)).payment_status).toBe("paid");
    const plans = (await buyer.client.call(listSubscriptions)).reply().data;
    expect(plans).toMatchObject([{ status: "active", is_available: true }]);
    const { invoices } = await app.shop.books(buyer.org_id);
    expect(await entries(buyer)).toEqual([["balance", invoices[0]?.["amount"]]]);
    expect(await app.shop.charges(buyer.customer)).toEqual([]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("has it back when the card is declined", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()], cards.declines);
    expect((await app.shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    expect([await balanceOf(buyer), await entries(buyer)]).toEqual([[-50_00], []]);
    await app.shop.choose(buyer, cards.good);
    expect((await buy(buyer)).payment_status).toBe("paid");
    expect(await balanceOf(buyer)).toEqual([0]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });
});

describe("credit and what comes later", () => {
  test("a card whose bank asks pays the rest at the bank's page, and both are in the books", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()], cards.asks);
    const { action_url, order_id } = (await app.shop.checkout(buyer)).reply();
    expect((await entries(buyer)).length).toBe(0);
    await app.shop.submit(`${action_url}/authenticate`, { answer: "complete" });
    await app.shop.settled();
    const { total, payment_status } = await orderOf(buyer, order_id);
    expect([payment_status, await entries(buyer)]).toEqual([
      "paid",
      [
        ["balance", 50_00],
        ["charge", total - 50_00],
      ],
    ]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("a renewal that credit covers is paid by it", async () => {
    const buyer = await withBalance(0, [await app.shop.createPlan()]);
    await buy(buyer);
    await app.shop.control("/customers", { customer: buyer.customer, balance: -1_000_00 });
    await app.shop.advance(32);
    await app.shop.settled({ with_open_attempts: true });
    const { invoices } = await app.shop.books(buyer.org_id);
    expect(invoices.map((row) => [row["billing_reason"], row["payment_status"]])).toEqual([
      ["subscription_create", "paid"],
      ["subscription_cycle", "paid"],
    ]);
    const amount = invoices[0]?.["amount"];
    expect(await entries(buyer)).toEqual([
      ["balance", amount],
      ["charge", amount],
    ]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });
});

describe("an order that credit paid a part of", () => {
  test("gives back to the card what the card paid, and the rest to the balance, when it is canceled", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await buy(buyer);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    (await admin.client.call(cancelOrder, { params })).reply();
    await app.shop.settled({ with_open_attempts: true });
    const order = await orderOf(buyer, order_id);
    expect([order.status, order.payment_status, await balanceOf(buyer)]).toEqual(["canceled", "refunded", [-50_00]]);
    const [charge] = await app.shop.objects("charge", { customer: buyer.customer });
    expect(charge?.["amount_refunded"]).toBe(order.total - 50_00);
    expect(sumOf(await entries(buyer))).toBe(0);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("refunds of parts take from the card first, and never more than was paid", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await buy(buyer);
    const { total } = await orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    const refund = (amount: number) => admin.client.call(refundOrder, { params, body: { amount } });
    (await refund(total - 50_00 + 10_00)).reply();
    await app.shop.settled({ with_open_attempts: true });
    expect([await balanceOf(buyer), sumOf(await entries(buyer))]).toEqual([[-10_00], 40_00]);
    expect((await refund(40_01)).status).toBe(400);
    (await refund(40_00)).reply();
    await app.shop.settled({ with_open_attempts: true });
    expect([await balanceOf(buyer), (await orderOf(buyer, order_id)).payment_status]).toEqual([[-50_00], "refunded"]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  /** What the order's page says to administrators, without what is markup. */
  const pageOf = async ({ client }: Actor, order_id: string | null) =>
    (await (await client.fetch(`/admin/orders/${order_id}`)).text())
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  const refundsOf = (order_id: string | null) =>
    query(
      `select status, amount::int as amount, given_amount::int as given from refunds where order_id = $1
       order by created_at, id`,
      [order_id],
    );
  /** The second of the two calls of a refund: the one that gives back to the balance. */
  const credit = ({ customer }: Buyer) =>
    ({ service: "stripe", path: `/v1/customers/${customer}/balance_transactions`, text: "amount=-" }) as const;

  test("whose balance part is refused is refunded by the card's part alone, and the rest is told and can be given later", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await buy(buyer);
    const { total, lines } = await orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    const line = { line_id: lines[0]?.id ?? "", quantity: 1 };
    const whole = { lines: [line, { line_id: "shipping", quantity: 1 }], key: randomUUID() };
    await app.shop.sandbox.addFault({ ...credit(buyer), kind: "status", value: 400 });
    const inPart = { errcode: "PAYMENT_FAILED", message: refundInPart };
    expect(await admin.client.call(refundOrder, { params, body: whole })).toMatchObject(inPart);
    await app.shop.settled({ with_open_attempts: true });
    // the same form again does not say that all went back
    expect(await admin.client.call(refundOrder, { params, body: whole })).toMatchObject(inPart);
    const card = total - 50_00;
    expect(await refundsOf(order_id)).toEqual([{ status: "succeeded", amount: total, given: card }]);
    expect([await balanceOf(buyer), sumOf(await entries(buyer))]).toEqual([[0], 50_00]);
    const half = await orderOf(buyer, order_id);
    expect([half.payment_status, half.lines[0]?.refunded_quantity]).toEqual(["partially_refunded", 0]);
    const told = await pageOf(admin, order_id);
    expect(told).toContain(`Refund of ${formatMoney(card)} a part of ${formatMoney(total)}`);
    expect(told).toContain("$50.00 of a refund did not go back: the payment provider refused");
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);

    expect((await admin.client.call(refundOrder, { params, body: { amount: 50_01 } })).status).toBe(400);
    (await admin.client.call(refundOrder, { params, body: { amount: 50_00 } })).reply();
    await app.shop.settled({ with_open_attempts: true });
    expect([await balanceOf(buyer), (await orderOf(buyer, order_id)).payment_status]).toEqual([[-50_00], "refunded"]);
    expect(await pageOf(admin, order_id)).not.toContain("did not go back");
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("whose balance part is not answered waits as asked for, whatever is told of the card's, and is gone on with", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await buy(buyer);
    const { total } = await orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    await app.shop.sandbox.addFault({ ...credit(buyer), kind: "cut", times: 10 });
    const amount = total - 50_00 + 10_00;
    expect((await admin.client.call(refundOrder, { params, body: { amount } })).status).toBe(503);
    await app.shop.settled({ with_open_attempts: true });
    expect(await refundsOf(order_id)).toEqual([{ status: "asked", amount, given: total - 50_00 }]);
    await app.shop.sandbox.clearFaults();
    // what is being asked for is as good as given, once
    expect((await admin.client.call(refundOrder, { params, body: { amount: 40_01 } })).status).toBe(400);
    await query("update refunds set next_at = now() where order_id = $1", [order_id]);
    await app.shop.sandbox.runJob("sweep-payments");
    await app.shop.settled({ with_open_attempts: true });
    expect(await refundsOf(order_id)).toEqual([{ status: "succeeded", amount, given: amount }]);
    expect([await balanceOf(buyer), sumOf(await entries(buyer))]).toEqual([[-10_00], 40_00]);
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("of which the provider does not know the rest a day later stands for what was given", async () => {
    const buyer = await withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await buy(buyer);
    const { total } = await orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    await app.shop.sandbox.addFault({ ...credit(buyer), kind: "cut", times: 10 });
    const params = { order_id: order_id ?? "" };
    expect((await admin.client.call(refundOrder, { params, body: {} })).status).toBe(503);
    await app.shop.settled({ with_open_attempts: true });
    await app.shop.sandbox.clearFaults();
    await query("update refunds set next_at = now(), created_at = now() - interval '24 hours' where order_id = $1", [
      order_id,
    ]);
    await app.shop.sandbox.runJob("sweep-payments");
    expect(await refundsOf(order_id)).toEqual([{ status: "succeeded", amount: total, given: total - 50_00 }]);
    expect((await orderOf(buyer, order_id)).payment_status).toBe("partially_refunded");
    expect(await pageOf(admin, order_id)).toContain("$50.00 of a refund did not go back");
    (await admin.client.call(refundOrder, { params, body: {} })).reply();
    await app.shop.settled({ with_open_attempts: true });
    expect((await orderOf(buyer, order_id)).payment_status).toBe("refunded");
    expect(await violations(app.shop, [buyer.org_id])).toEqual([]);
  });
});
