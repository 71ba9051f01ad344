import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cancelOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { orderByLink, getOrder } from "../../../worker/contract/v1/client/orders.ts";
import type { Actor } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { type Buyer, cards, type Shop, shopOf } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
  admin = await shop.signedInAdmin();
});
afterEach(async () => {
  await shop.control("/refunds", { all_wait_for: null });
  await shop.control("/deliveries", { action: "release" });
});
afterAll(() => app?.stop());

type Paid = Buyer & { order_id: string; charge: string; total: number };

async function paid(): Promise<Paid> {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const [charge] = await shop.charges(buyer.customer);
  return { ...buyer, order_id: buyer.bought.order_id ?? "", charge: charge?.id ?? "", total: charge?.amount ?? 0 };
}

/** Status of the order, of its money, and what is left of it in the ledger. */
async function state({ org_id }: { org_id: string }) {
  await shop.settled();
  const { orders, invoices, ledger } = await shop.books(org_id);
  expect(invoices[0]?.["payment_status"]).toBe(orders[0]?.["payment_status"]);
  const left = ledger.reduce((sum, { amount }) => sum + Number(amount), 0);
  return [orders[0]?.["status"], orders[0]?.["payment_status"], left];
}

const refund = ({ order_id }: Paid, amount: number) =>
  admin.client.call(refundOrder, { params: { order_id }, body: { amount } });
const refundsOf = ({ charge }: Paid) => shop.objects("refund", { charge });
const dispute = ({ charge }: Paid, stage: string) => shop.control("/disputes", { charge, stage });
const mailsOf = async ({ user }: Buyer) =>
  (await shop.query<{ type: string }>("select type from outbox where user_id = $1 order by id", [user.id])).map(
    ({ type }) => type,
  );
/** Ends a pending refund, told by one event alone; the provider sends charge.refund.updated for some methods only. */
const end = (id: string, outcome: string, told_by: string) =>
  shop.control("/refunds", { refund: id, outcome, told_by });

describe("a refund that stays pending", () => {
  test.each([
    ["succeeded", "refund.updated", "partially_refunded", 700],
    ["failed", "refund.updated", "refund_failed", 0],
    ["failed", "refund.failed", "refund_failed", 0],
  ])("and %s is booked when only %s tells it", async (outcome, event, status, back) => {
    const buyer = await paid();
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    expect((await refund(buyer, 700)).status).toBe(200);
    expect(await refundsOf(buyer)).toMatchObject([{ status: "pending", pending_reason: "insufficient_funds" }]);
    expect(await state(buyer)).toEqual(["processing", "paid", buyer.total]);
    await end((await refundsOf(buyer))[0]?.id ?? "", outcome, event);
    expect(await state(buyer)).toEqual(["processing", status, buyer.total - back]);
  });

  test("because it goes to a bank account is booked when the bank has it, days later", async () => {
    const buyer = await shop.purchase([await shop.createProduct()], cards.bank);
    await shop.advance(5);
    await shop.settled();
    const order_id = buyer.bought.order_id ?? "";
    const [charge] = await shop.charges(buyer.customer);
    const total = charge?.amount ?? 0;
    expect((await admin.client.call(refundOrder, { params: { order_id }, body: { amount: 700 } })).status).toBe(200);
    expect(await state(buyer)).toEqual(["processing", "paid", total]);
    await shop.advance(6);
    expect(await state(buyer)).toEqual(["processing", "partially_refunded", total - 700]);
  });

  test("does not stand in for a second one of the same amount", async () => {
    const buyer = await paid();
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    for (let turn = 0; turn < 2; turn += 1) expect((await refund(buyer, 700)).status).toBe(200);
    const refunds = await refundsOf(buyer);
    expect(refunds.map(({ amount }) => amount)).toEqual([700, 700]);
    for (const { id } of refunds) await end(id, "succeeded", "refund.updated");
    expect(await state(buyer)).toEqual(["processing", "partially_refunded", buyer.total - 1400]);
  });

  test("is asked for once by clicks that overlap", async () => {
    const buyer = await paid();
    await shop.control("/refunds", { all_wait_for: "processing" });
    const answers = await Promise.all([1, 2, 3].map(() => refund(buyer, 700)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await refundsOf(buyer)).toHaveLength(1);
  });

  test("is not there to be refunded again", async () => {
    const buyer = await paid();
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    await refund(buyer, buyer.total - 100);
    const answer = await refund(buyer, 101);
    expect([answer.status, answer.problems]).toEqual([
      400,
      ["amount: The amount is more than what is left of the payment."],
    ]);
    expect((await refund(buyer, 100)).status).toBe(200);
  });

  test.each([
    ["succeeded", "refund.updated", ["canceled", "refunded", 0]],
    ["failed", "refund.failed", ["canceled", "refund_failed", 100]],
  ])("after a cancelation, and %s, ends in the books", async (outcome, event, [status, payment, share]) => {
    const buyer = await paid();
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await admin.client.call(cancelOrder, { params: { order_id: buyer.order_id } });
      expect(answer.status).toBe(200);
    }
    const refunds = await refundsOf(buyer);
    expect(refunds).toHaveLength(1);
    expect(await state(buyer)).toEqual(["canceled", "paid", buyer.total]);
    await end(refunds[0]?.id ?? "", outcome, event);
    expect(await state(buyer)).toEqual([status, payment, (buyer.total * Number(share)) / 100]);
  });
});

describe("a dispute", () => {
  test("that is only an inquiry ends with it, and the money can be refunded meanwhile", async () => {
    const buyer = await paid();
    await dispute(buyer, "inquiry");
    expect(await state(buyer)).toEqual(["processing", "disputed", buyer.total]);
    expect((await refund(buyer, 100)).status).toBe(200);
    // until every callback of the refund was heard, one of them could tell the end, too
    expect(await state(buyer)).toEqual(["processing", "disputed", buyer.total - 100]);
    await dispute(buyer, "warning_closed");
    expect(await state(buyer)).toEqual(["processing", "partially_refunded", buyer.total - 100]);
    await expect(dispute(buyer, "warning_closed")).rejects.toThrow("no open inquiry");
  });

  test("that an inquiry became, and that is won, leaves the payment paid", async () => {
    const buyer = await paid();
    await dispute(buyer, "inquiry");
    await dispute(buyer, "created");
    expect((await refund(buyer, 100)).errcode).toBe("PAYMENT_FAILED");
    await dispute(buyer, "funds_withdrawn");
    expect(await state(buyer)).toEqual(["processing", "disputed", 0]);
    await dispute(buyer, "won");
    expect(await state(buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await mailsOf(buyer)).toSorted()).toEqual(["orderConfirmed", "paymentDisputed"]);
  });

  test("that is lost stays disputed without the money, and is no longer open", async () => {
    const buyer = await paid();
    await dispute(buyer, "lost");
    expect(await state(buyer)).toEqual(["processing", "disputed", 0]);
    expect((await shop.books(buyer.org_id)).invoices).toMatchObject([{ is_disputed: false }]);
  });
});

describe("what no callback told", () => {
  /** The provider keeps events for 30 days only. */
  const forgetEvents = async () => {
    await shop.settled();
    await shop.control("/deliveries", { action: "release", drop: true });
    await shop.advance(31);
  };

  test("of a pending refund and of an inquiry is read by the reconciliation", async () => {
    const [refunded, asked] = [await paid(), await paid()];
    await shop.control("/refunds", { all_wait_for: "insufficient_funds" });
    await refund(refunded, 700);
    await dispute(asked, "inquiry");
    expect([await state(refunded), await state(asked)]).toEqual([
      ["processing", "paid", refunded.total],
      ["processing", "disputed", asked.total],
    ]);
    await shop.control("/deliveries", { action: "hold" });
    await end((await refundsOf(refunded))[0]?.id ?? "", "succeeded", "refund.updated");
    await dispute(asked, "warning_closed");
    await forgetEvents();
    await shop.sandbox.runJob("reconcile-payments");
    expect([await state(refunded), await state(asked)]).toEqual([
      ["processing", "partially_refunded", refunded.total - 700],
      ["processing", "paid", asked.total],
    ]);
  });

  test("is looked for among the events of 30 days", async () => {
    await shop.sandbox.runJob("reconcile-payments");
    const asked = (await shop.sandbox.callsTo("stripe")).find(({ path }) => path === "/v1/events");
    const since = Number(Object(Object(asked?.body).created).gte);
    expect(Math.abs(Date.now() / 1000 - 30 * 86_400 - since)).toBeLessThan(60);
  });
});

describe("an invoice that was paid by wire", () => {
  /** A bank refused the debit: the invoice stays open. */
  async function refused() {
    const buyer = await shop.purchase([await shop.createProduct()], cards.badBank);
    await shop.advance(5);
    expect(await state(buyer)).toEqual(["new", "declined", 0]);
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    return { ...buyer, invoice: invoice?.id ?? "", total: Number(invoice?.["total"]) };
  }

  test("makes its order paid, and the ledger says how", async () => {
    const buyer = await refused();
    await shop.control("/invoices", { invoice: buyer.invoice, action: "paid_out_of_band" });
    expect(await state(buyer)).toEqual(["processing", "paid", buyer.total]);
    const { ledger } = await shop.books(buyer.org_id);
    expect(ledger).toEqual([{ kind: "paid_out_of_band", amount: buyer.total }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    await shop.control("/deliveries", { action: "repeat" });
    expect(await state(buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await mailsOf(buyer)).toSorted()).toEqual(["orderConfirmed", "orderReceived", "paymentFailed"]);
  });

  test("cannot be refunded by card, and the order is not canceled without its money", async () => {
    const buyer = await refused();
    await shop.control("/invoices", { invoice: buyer.invoice, action: "paid_out_of_band" });
    await shop.settled();
    const params = { order_id: buyer.bought.order_id ?? "" };
    const answers = [
      await admin.client.call(refundOrder, { params, body: { amount: 100 } }),
      await admin.client.call(cancelOrder, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(await state(buyer)).toEqual(["processing", "paid", buyer.total]);
  });

  test("is a renewal that keeps its plan", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
    await shop.advance(32);
    await shop.settled();
    expect((await shop.books(buyer.org_id)).subscriptions).toEqual([{ status: "past_due" }]);
    const [open] = await shop.objects("invoice", { customer: buyer.customer, status: "open" });
    await shop.control("/invoices", { invoice: open?.id ?? "", action: "paid_out_of_band" });
    await shop.settled();
    const { subscriptions, invoices } = await shop.books(buyer.org_id);
    expect(subscriptions).toEqual([{ status: "active" }]);
    expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "paid"]);
  });
});

describe("an order by a payment link", () => {
  async function ordered() {
    const buyer = await shop.buyer();
    const { id } = await shop.createProduct();
    const order = (
      await buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 1 }] } })
    ).reply();
    return { ...buyer, order };
  }
  const read = async ({ client, order }: Awaited<ReturnType<typeof ordered>>) => {
    await shop.settled();
    return (await client.call(getOrder, { params: { order_id: order.id } })).reply();
  };

  test.each([
    [cards.bank, { status: "processing", payment_status: "paid" }, ["invoiceForOrder", "orderConfirmed"]],
    [cards.badBank, { status: "new", payment_status: "declined" }, ["invoiceForOrder", "paymentFailed"]],
  ])("from the bank account %s is decided by its callback alone", async (bank, expected, mails) => {
    const buyer = await ordered();
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: bank });
    expect(await read(buyer)).toMatchObject({ status: "new", payment_status: "pending" });
    await shop.advance(5);
    expect(await read(buyer)).toMatchObject(expected);
    expect(await mailsOf(buyer)).toEqual(mails);
  });

  test("that nobody paid in time is canceled and shows its link no longer", async () => {
    const buyer = await ordered();
    await shop.advance(2);
    expect(await read(buyer)).toMatchObject({ status: "canceled", payment_status: "pending", stripe_bill_link: null });
    const audits = await shop.query(
      "select actor_kind from audit_log where action = 'cancelOrder' and subject_id = $1",
      [buyer.order.id],
    );
    expect(audits).toEqual([{ actor_kind: "system" }]);
  });
});
