import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cancelOrder, refundOrder, settleRefund } from "../../../../worker/contract/v1/admin/orders.ts";
import type { Actor } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { hold } from "../../../support/database.ts";
import { cards, type Shop, openShop } from "../../../support/store.ts";
import { readWords } from "../../../http/pages/words.ts";
import { buyDevice, listMailTypes, type PaidBuyer, readState } from "./endings.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  admin = await shop.signedInAdmin();
});
afterEach(async () => {
  await shop.control("/refunds", { all_wait_for: null });
  await shop.control("/deliveries", { action: "release" });
});
afterAll(() => app?.stop());

const refund = ({ order_id }: PaidBuyer, amount: number) =>
  admin.client.call(refundOrder, { params: { order_id }, body: { amount } });
const listRefunds = ({ charge }: PaidBuyer) => shop.objects("refund", { charge });
const dispute = ({ charge }: PaidBuyer, stage: string) => shop.control("/disputes", { charge, stage });
/** Ends a pending refund by one event alone; the provider sends charge.refund.updated for some methods only. */
const endRefund = (id: string, outcome: string, told_by: string) =>
  shop.control("/refunds", { refund: id, outcome, told_by });

test("bookings have the provider's times: a refund and its failure have one each, a bank debit that of its end", async () => {
  const buyer = await shop.purchase([await shop.createProduct()], cards.bank);
  await shop.advance(5);
  await shop.settled();
  const order_id = buyer.bought.order_id ?? "";
  (await admin.client.call(refundOrder, { params: { order_id }, body: { amount: 700 } })).reply();
  const [charge] = await shop.charges(buyer.customer);
  await shop.advance(2);
  const [{ id: refundId } = { id: "" }] = await shop.objects("refund", { charge: charge?.id ?? "" });
  await endRefund(refundId, "failed", "refund.failed");
  await shop.settled();
  const transactions = await shop.objects("balance_transaction");
  const timeOf = (source: string, category: string) => {
    const found = transactions.find((each) => each["source"] === source && each["reporting_category"] === category);
    return new Date(Number(found?.["created"]) * 1000).toISOString();
  };
  const ledgerRows = await shop.query<{ kind: string; at: Date }>(
    "select kind, booked_at as at from payment_ledger where org_id = $1 order by booked_at",
    [buyer.org_id],
  );
  expect(ledgerRows.map(({ kind, at }) => [kind, at.toISOString()])).toEqual([
    ["charge", timeOf(charge?.id ?? "", "charge")],
    ["refund", timeOf(refundId, "refund")],
    ["refund_failed", timeOf(refundId, "refund_failure")],
  ]);
  expect(new Set(ledgerRows.map(({ at }) => at.toISOString().slice(0, 10))).size).toBe(3);
});

describe("a refund that stays pending", () => {
  test.each([
    ["succeeded", "refund.updated", "partially_refunded", 700],
    ["failed", "refund.updated", "refund_failed", 0],
    ["failed", "refund.failed", "refund_failed", 0],
  ])("and %s is booked when only %s tells it", async (outcome, event, status, back) => {
    const buyer = await buyDevice(shop);
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    expect((await refund(buyer, 700)).status).toBe(200);
    expect(await listRefunds(buyer)).toMatchObject([{ status: "pending", pending_reason: "insufficient_funds" }]);
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    await endRefund((await listRefunds(buyer))[0]?.id ?? "", outcome, event);
    expect(await readState(shop, buyer)).toEqual(["processing", status, buyer.total - back]);
  });

  test("because it goes to a bank account is booked when the bank has it, days later", async () => {
    const buyer = await shop.purchase([await shop.createProduct()], cards.bank);
    await shop.advance(5);
    await shop.settled();
    const order_id = buyer.bought.order_id ?? "";
    const [charge] = await shop.charges(buyer.customer);
    const total = charge?.amount ?? 0;
    expect((await admin.client.call(refundOrder, { params: { order_id }, body: { amount: 700 } })).status).toBe(200);
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", total]);
    await shop.advance(6);
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", total - 700]);
  });

  test("does not stand in for a second one of the same amount", async () => {
    const buyer = await buyDevice(shop);
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    for (let turn = 0; turn < 2; turn += 1) expect((await refund(buyer, 700)).status).toBe(200);
    const refunds = await listRefunds(buyer);
    expect(refunds.map(({ amount }) => amount)).toEqual([700, 700]);
    for (const { id } of refunds) await endRefund(id, "succeeded", "refund.updated");
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", buyer.total - 1400]);
  });

  test("is asked for once by clicks that overlap", async () => {
    const buyer = await buyDevice(shop);
    await shop.control("/refunds", { all_wait_for: "processing" });
    const answers = await Promise.all([1, 2, 3].map(() => refund(buyer, 700)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listRefunds(buyer)).toHaveLength(1);
  });

  test("is not there to be refunded again", async () => {
    const buyer = await buyDevice(shop);
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    await refund(buyer, buyer.total - 100);
    const answer = await refund(buyer, 101);
    expect([answer.status, answer.problems]).toEqual([
      400,
      ["amount: The amount exceeds what is left of the payment."],
    ]);
    expect((await refund(buyer, 100)).status).toBe(200);
  });

  test.each([
    ["succeeded", "refund.updated", ["canceled", "refunded", 0]],
    ["failed", "refund.failed", ["canceled", "refund_failed", 100]],
  ])("after a cancelation, and %s, ends in the books", async (outcome, event, [status, payment, share]) => {
    const buyer = await buyDevice(shop);
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await admin.client.call(cancelOrder, { params: { order_id: buyer.order_id } });
      expect(answer.status).toBe(200);
    }
    const refunds = await listRefunds(buyer);
    expect(refunds).toHaveLength(1);
    expect(await readState(shop, buyer)).toEqual(["canceled", "paid", buyer.total]);
    await endRefund(refunds[0]?.id ?? "", outcome, event);
    expect(await readState(shop, buyer)).toEqual([status, payment, (buyer.total * Number(share)) / 100]);
  });
});

test("refunds that are booked at the same moment are all counted", async () => {
  const buyer = await buyDevice(shop);
  const params = { order_id: buyer.order_id };
  expect((await refund(buyer, 700)).status).toBe(200);
  await endRefund((await listRefunds(buyer))[0]?.id ?? "", "failed", "refund.failed");
  await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
  expect((await refund(buyer, buyer.total - 700)).status).toBe(200);
  expect(await readState(shop, buyer)).toEqual(["processing", "refund_failed", buyer.total]);
  const { databaseUrl } = app.sandbox;
  const lock = await hold("select 1 from orders where id = $1 for no key update", [buyer.order_id], databaseUrl);
  const countWaiting = async () =>
    (await shop.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length;
  const body = { reference: "Wire 4711", paid_on: "2026-11-20" };
  const settlement = admin.client.call(settleRefund, { params, body });
  await expect.poll(countWaiting, { interval: 10 }).toBe(1);
  const pendingRefund = (await listRefunds(buyer)).find(({ status }) => status === "pending");
  await endRefund(pendingRefund?.id ?? "", "succeeded", "refund.updated");
  await expect.poll(countWaiting, { interval: 10 }).toBe(2);
  await lock.release();
  expect((await settlement).status).toBe(200);
  expect(await readState(shop, buyer)).toEqual(["canceled", "refunded", 0]);
});

describe("a dispute", () => {
  test("that is only an inquiry ends with it, and the money can be refunded meanwhile", async () => {
    const buyer = await buyDevice(shop);
    await dispute(buyer, "inquiry");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", buyer.total]);
    expect((await refund(buyer, 100)).status).toBe(200);
    // Waits for all webhooks of the refund, because one of them could also report the inquiry's end.
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", buyer.total - 100]);
    await dispute(buyer, "warning_closed");
    expect(await readState(shop, buyer)).toEqual(["processing", "partially_refunded", buyer.total - 100]);
    await expect(dispute(buyer, "warning_closed")).rejects.toThrow("no open inquiry");
  });

  test("that an inquiry became, and that is won, leaves the payment paid", async () => {
    const buyer = await buyDevice(shop);
    await dispute(buyer, "inquiry");
    await dispute(buyer, "created");
    expect((await refund(buyer, 100)).errcode).toBe("PAYMENT_FAILED");
    await dispute(buyer, "funds_withdrawn");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", 0]);
    await dispute(buyer, "won");
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await listMailTypes(shop, buyer)).toSorted()).toEqual(["orderConfirmed", "paymentDisputed"]);
  });

  test("that is won after its order was canceled is to be reviewed, because the money is not refunded", async () => {
    const buyer = await buyDevice(shop);
    await dispute(buyer, "funds_withdrawn");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", 0]);
    (await admin.client.call(cancelOrder, { params: { order_id: buyer.order_id } })).reply();
    await dispute(buyer, "won");
    expect(await readState(shop, buyer)).toEqual(["canceled", "paid", buyer.total]);
    expect((await shop.books(buyer.org_id)).invoices).toMatchObject([{ needs_review: true }]);
    expect(await readWords(admin.client, `/admin/orders/${buyer.order_id}`)).toContain(
      "This order is canceled, but its payment was not refunded. Please check.",
    );
  });

  test("that is lost stays disputed without the money, and is no longer open", async () => {
    const buyer = await buyDevice(shop);
    await dispute(buyer, "lost");
    expect(await readState(shop, buyer)).toEqual(["processing", "disputed", 0]);
    expect((await shop.books(buyer.org_id)).invoices).toMatchObject([{ is_disputed: false }]);
  });
});

describe("what no callback told", () => {
  /** Drops all undelivered webhooks and passes 31 days; the provider lists events of the last 30 days only. */
  const forgetEvents = async () => {
    await shop.settled();
    await shop.control("/deliveries", { action: "release", drop: true });
    await shop.advance(31);
  };

  test("of a pending refund and of an inquiry is read by the reconciliation", async () => {
    const [refundBuyer, inquiryBuyer] = [await buyDevice(shop), await buyDevice(shop)];
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    await refund(refundBuyer, 700);
    await dispute(inquiryBuyer, "inquiry");
    expect([await readState(shop, refundBuyer), await readState(shop, inquiryBuyer)]).toEqual([
      ["processing", "paid", refundBuyer.total],
      ["processing", "disputed", inquiryBuyer.total],
    ]);
    await shop.control("/deliveries", { action: "hold" });
    await endRefund((await listRefunds(refundBuyer))[0]?.id ?? "", "succeeded", "refund.updated");
    await dispute(inquiryBuyer, "warning_closed");
    await forgetEvents();
    await shop.sandbox.runJob("reconcile-payments");
    expect([await readState(shop, refundBuyer), await readState(shop, inquiryBuyer)]).toEqual([
      ["processing", "partially_refunded", refundBuyer.total - 700],
      ["processing", "paid", inquiryBuyer.total],
    ]);
  });

  test("is looked for among the events of 30 days", async () => {
    await shop.sandbox.runJob("reconcile-payments");
    const eventsCall = (await shop.sandbox.callsTo("stripe")).find(({ path }) => path === "/v1/events");
    const since = Number(Object(Object(eventsCall?.body).created).gte);
    expect(Math.abs(Date.now() / 1000 - 30 * 86_400 - since)).toBeLessThan(60);
  });
});
