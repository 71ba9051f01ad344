import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { getAdminOrder, refundOrder, retryRefund, settleRefund } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";
import { settled } from "../invoices/unpaid.ts";

const wire = { reference: "Wire 4711", paid_on: "2026-11-20" };

/** An order of one product, whose refund of it failed at the bank days later. */
async function failed() {
  const [admin, product] = [await signedInAdmin(), await shop.createProduct()];
  const buyer = await shop.purchase([product]);
  const params = { order_id: buyer.bought.order_id ?? "" };
  const order = (await admin.client.call(getAdminOrder, { params })).reply();
  const lines = [{ line_id: order.lines[0]?.id ?? "", quantity: 1 }];
  const body = { lines, reason: "damaged" as const, reason_text: "Dropped by the carrier" };
  (await admin.client.call(refundOrder, { params, body })).reply();
  const [charge] = await shop.charges(buyer.customer);
  const [refund] = await shop.objects("refund", { charge: charge?.id ?? "" });
  await shop.control("/refunds", { refund: refund?.id, outcome: "failed" });
  await settled(buyer);
  return {
    admin,
    buyer,
    params,
    charge: charge?.id ?? "",
    refund: refund?.id ?? "",
    amount: Number(refund?.["amount"]),
    retry: ({ client }: Actor) => client.call(retryRefund, { params }),
    settle: ({ client }: Actor, payment: object = wire) => client.call(settleRefund, { params, body: payment }),
  };
}
type Failed = Awaited<ReturnType<typeof failed>>;

const refunds = ({ charge }: Failed) => shop.objects("refund", { charge });
const ledger = async ({ buyer }: Failed) =>
  (await shop.books(buyer.org_id)).ledger.filter(({ kind }) => String(kind).startsWith("refund"));
const state = async ({ buyer, params }: Failed) => {
  const order = (await buyer.client.call(getOrder, { params })).reply();
  return [order.payment_status, order.lines[0]?.refunded_quantity];
};
const audits = ({ params }: Failed) =>
  query<{ action: string; data: object }>(
    "select action, data from audit_log where subject_type = 'order' and subject_id = $1 and action in ('refundOrder', 'settleRefund') order by created_at, id",
    [params.order_id],
  );
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();
afterEach(() => shop.sandbox.clearFaults());

describe("a failed refund that is tried again", () => {
  test("gives the same lines back once, however many administrators click", async () => {
    const it = await failed();
    expect(await state(it)).toEqual(["refund_failed", 0]);
    const other = await signedInAdmin();
    const answers = await Promise.all([it.admin, other, it.admin, other].map((admin) => it.retry(admin)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200]);
    await settled(it.buyer);
    expect((await refunds(it)).map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      [it.amount, "failed"],
      [it.amount, "succeeded"],
    ]);
    expect(await state(it)).toEqual(["partially_refunded", 1]);
    expect((await it.settle(it.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
    const mail = await shop.sandbox.waitForMail(it.buyer.user.email, "Your refund");
    expect(mail.text).toContain("Damaged or defective goods: Dropped by the carrier");
  });

  test.each(["lost-answer", "cut"] as const)("is one refund after an answer that was %s", async (kind) => {
    const it = await failed();
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", text: it.charge, kind, times: 10 });
    expect((await it.retry(it.admin)).status).toBe(503);
    await shop.sandbox.clearFaults();
    (await it.retry(it.admin)).reply();
    await settled(it.buyer);
    expect(await refunds(it)).toHaveLength(2);
    expect(await state(it)).toEqual(["partially_refunded", 1]);
  });

  test("and fails again can be tried again or paid by other means", async () => {
    const it = await failed();
    (await it.retry(it.admin)).reply();
    const second = (await refunds(it)).find(({ id }) => id !== it.refund);
    await shop.control("/refunds", { refund: second?.id, outcome: "failed" });
    await settled(it.buyer);
    expect(await state(it)).toEqual(["refund_failed", 0]);
    (await it.settle(it.admin)).reply();
    expect(await state(it)).toEqual(["partially_refunded", 1]);
    expect((await it.retry(it.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
  });
});

describe("a failed refund that is paid by other means", () => {
  test("is booked once with its reference, and the provider gives nothing", async () => {
    const it = await failed();
    const other = await signedInAdmin();
    const answers = await Promise.all([it.admin, other, it.admin].map((admin) => it.settle(admin)));
    expect(statuses(answers)).toEqual([200, 200, 200]);
    (await it.settle(it.admin)).reply();
    expect(await refunds(it)).toHaveLength(1);
    expect(await ledger(it)).toEqual([
      { kind: "refund", amount: -it.amount },
      { kind: "refund", amount: -it.amount },
      { kind: "refund_failed", amount: it.amount },
    ]);
    expect(await state(it)).toEqual(["partially_refunded", 1]);
    expect((await audits(it)).map(({ action }) => action)).toEqual(["refundOrder", "settleRefund"]);
    expect((await audits(it))[1]?.data).toMatchObject({ ...wire, amount: it.amount, reason: "damaged" });
    expect((await it.settle(it.admin, { ...wire, reference: "Cheque 12" })).errcode).toBe("FAILED_REFUND_NOT_FOUND");
    expect((await it.retry(it.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
  });

  test("at the same time as it is tried again is given back once", async () => {
    const it = await failed();
    const other = await signedInAdmin();
    const answers = await Promise.all([it.settle(it.admin), it.retry(other)]);
    await settled(it.buyer);
    expect(statuses(answers)[0]).toBe(200);
    const back = (await ledger(it)).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(back).toBe(-it.amount);
  });

  test("needs a reference, and a refund that failed", async () => {
    const it = await failed();
    expect((await it.settle(it.admin, { reference: " " })).issues[0]?.path).toEqual(["reference"]);
    const buyer = await shop.purchase([await shop.createProduct()]);
    const params = { order_id: buyer.bought.order_id ?? "" };
    expect((await it.admin.client.call(settleRefund, { params, body: wire })).errcode).toBe("FAILED_REFUND_NOT_FOUND");
    const unknown = { order_id: randomUUID() };
    expect((await it.admin.client.call(retryRefund, { params: unknown })).errcode).toBe("ORDER_NOT_FOUND");
  });
});

test("the reason of a refund stands in the audit log", async () => {
  const it = await failed();
  expect((await audits(it)).map(({ data }) => data)).toMatchObject([
    { amount: it.amount, reason: "damaged", reason_text: "Dropped by the carrier" },
  ]);
});
