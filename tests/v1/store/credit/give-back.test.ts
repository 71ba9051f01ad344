import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { refundInPartMessage } from "../../../../worker/contract/buying/refund-in-part.ts";
import { cancelOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { findViolations } from "../../../faults/invariants/invariants.ts";
import { type FaultApp, startFaultApp } from "../../../faults/fault-app.ts";
import type { Actor } from "../../../support/actors.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import type { Buyer } from "../../../support/store.ts";
import { createBalances, sumAmounts } from "./balances.ts";

let app: FaultApp;
let query: Query;
let on: ReturnType<typeof createBalances>;
beforeAll(async () => {
  app = await startFaultApp();
  query = openDatabase(app.sandbox.databaseUrl);
  on = createBalances(app);
});
afterAll(() => app?.stop());

describe("an order that credit paid a part of", () => {
  test("gives back to the card what the card paid, and the rest to the balance, when it is canceled", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await on.buy(buyer);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    (await admin.client.call(cancelOrder, { params })).reply();
    await app.shop.settled();
    const order = await on.orderOf(buyer, order_id);
    expect([order.status, order.payment_status, await on.balanceOf(buyer)]).toEqual(["canceled", "refunded", [-50_00]]);
    const [charge] = await app.shop.objects("charge", { customer: buyer.customer });
    expect(charge?.["amount_refunded"]).toBe(order.total - 50_00);
    expect(sumAmounts(await on.entries(buyer))).toBe(0);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("refunds of parts take from the card first, and never more than was paid", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await on.buy(buyer);
    const { total } = await on.orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    const refund = (amount: number) => admin.client.call(refundOrder, { params, body: { amount } });
    (await refund(total - 50_00 + 10_00)).reply();
    await app.shop.settled();
    expect([await on.balanceOf(buyer), sumAmounts(await on.entries(buyer))]).toEqual([[-10_00], 40_00]);
    expect((await refund(40_01)).status).toBe(400);
    (await refund(40_00)).reply();
    await app.shop.settled();
    expect([await on.balanceOf(buyer), (await on.orderOf(buyer, order_id)).payment_status]).toEqual([
      [-50_00],
      "refunded",
    ]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  const fetchPageText = async ({ client }: Actor, order_id: string | null) =>
    (await (await client.fetch(`/admin/orders/${order_id}`)).text())
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  const listRefunds = (order_id: string | null) =>
    query(
      `select status, amount::int as amount, given_amount::int as given from refunds where order_id = $1
       order by created_at, id`,
      [order_id],
    );
  /** Matches the refund's second call, which credits the customer balance. */
  const balanceFault = ({ customer }: Buyer) =>
    ({ service: "stripe", path: `/v1/customers/${customer}/balance_transactions`, text: "amount=-" }) as const;

  test("whose balance part is refused is refunded by the card's part alone, and the rest is told and can be given later", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await on.buy(buyer);
    const { total, lines } = await on.orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    const line = { line_id: lines[0]?.id ?? "", quantity: 1 };
    const fullRefund = { lines: [line, { line_id: "shipping", quantity: 1 }], key: randomUUID() };
    await app.shop.sandbox.addFault({ ...balanceFault(buyer), kind: "status", value: 400 });
    const partialRefusal = { errcode: "PAYMENT_FAILED", message: refundInPartMessage };
    expect(await admin.client.call(refundOrder, { params, body: fullRefund })).toMatchObject(partialRefusal);
    await app.shop.settled();
    // Submitting the form again must not report a full refund.
    expect(await admin.client.call(refundOrder, { params, body: fullRefund })).toMatchObject(partialRefusal);
    const cardAmount = total - 50_00;
    expect(await listRefunds(order_id)).toEqual([{ status: "succeeded", amount: total, given: cardAmount }]);
    expect([await on.balanceOf(buyer), sumAmounts(await on.entries(buyer))]).toEqual([[0], 50_00]);
    const partialOrder = await on.orderOf(buyer, order_id);
    expect([partialOrder.payment_status, partialOrder.lines[0]?.refunded_quantity]).toEqual(["partially_refunded", 0]);
    const pageText = await fetchPageText(admin, order_id);
    const [, refund = ""] = pageText.split(`Refund of ${formatMoney(cardAmount)} `);
    expect(refund.slice(0, 200)).toContain(`a part of ${formatMoney(total)}`);
    expect(pageText).toContain("$50.00 of a refund failed: the payment provider rejected");
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);

    expect((await admin.client.call(refundOrder, { params, body: { amount: 50_01 } })).status).toBe(400);
    (await admin.client.call(refundOrder, { params, body: { amount: 50_00 } })).reply();
    await app.shop.settled();
    expect([await on.balanceOf(buyer), (await on.orderOf(buyer, order_id)).payment_status]).toEqual([
      [-50_00],
      "refunded",
    ]);
    expect(await fetchPageText(admin, order_id)).not.toContain("of a refund failed");
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("whose balance part is not answered waits as asked for, whatever is told of the card's, and is gone on with", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await on.buy(buyer);
    const { total } = await on.orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    const params = { order_id: order_id ?? "" };
    await app.shop.sandbox.addFault({ ...balanceFault(buyer), kind: "cut", times: 10 });
    const amount = total - 50_00 + 10_00;
    expect((await admin.client.call(refundOrder, { params, body: { amount } })).status).toBe(503);
    await app.shop.settled();
    expect(await listRefunds(order_id)).toEqual([{ status: "asked", amount, given: total - 50_00 }]);
    await app.shop.sandbox.clearFaults();
    // A pending refund counts as refunded, once.
    expect((await admin.client.call(refundOrder, { params, body: { amount: 40_01 } })).status).toBe(400);
    await query("update refunds set next_at = now() where order_id = $1", [order_id]);
    await app.shop.sandbox.runJob("sweep-payments");
    await app.shop.settled();
    expect(await listRefunds(order_id)).toEqual([{ status: "succeeded", amount, given: amount }]);
    expect([await on.balanceOf(buyer), sumAmounts(await on.entries(buyer))]).toEqual([[-10_00], 40_00]);
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });

  test("of which the provider does not know the rest a day later stands for what was given", async () => {
    const buyer = await on.withBalance(-50_00, [await app.shop.createProduct()]);
    const { order_id } = await on.buy(buyer);
    const { total } = await on.orderOf(buyer, order_id);
    const admin = await app.shop.signedInAdmin();
    await app.shop.sandbox.addFault({ ...balanceFault(buyer), kind: "cut", times: 10 });
    const params = { order_id: order_id ?? "" };
    expect((await admin.client.call(refundOrder, { params, body: {} })).status).toBe(503);
    await app.shop.settled();
    await app.shop.sandbox.clearFaults();
    await query("update refunds set next_at = now(), created_at = now() - interval '24 hours' where order_id = $1", [
      order_id,
    ]);
    await app.shop.sandbox.runJob("sweep-payments");
    expect(await listRefunds(order_id)).toEqual([{ status: "succeeded", amount: total, given: total - 50_00 }]);
    expect((await on.orderOf(buyer, order_id)).payment_status).toBe("partially_refunded");
    expect(await fetchPageText(admin, order_id)).toContain("$50.00 of a refund failed");
    (await admin.client.call(refundOrder, { params, body: {} })).reply();
    await app.shop.settled();
    expect((await on.orderOf(buyer, order_id)).payment_status).toBe("refunded");
    expect(await findViolations(app.shop, [buyer.org_id])).toEqual([]);
  });
});
