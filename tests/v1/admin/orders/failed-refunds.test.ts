import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { getAdminOrder, refundOrder, retryRefund, settleRefund } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { sortedStatuses } from "../../../support/at-once.ts";
import { query } from "../../../support/database.ts";
import { shop } from "../../../support/store.ts";
import { waitUntilSettled } from "../invoices/unpaid.ts";

const wire = { reference: "Wire 4711", paid_on: "2026-11-20" };

/** Creates an order of one product whose refund failed at the bank days later. */
async function createFailedRefund() {
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
  await waitUntilSettled(buyer);
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
type FailedRefund = Awaited<ReturnType<typeof createFailedRefund>>;

const listRefunds = ({ charge }: FailedRefund) => shop.objects("refund", { charge });
const readLedger = async ({ buyer }: FailedRefund) =>
  (await shop.books(buyer.org_id)).ledger.filter(({ kind }) => String(kind).startsWith("refund"));
const readState = async ({ buyer, params }: FailedRefund) => {
  const order = (await buyer.client.call(getOrder, { params })).reply();
  return [order.payment_status, order.lines[0]?.refunded_quantity];
};
const listAudits = ({ params }: FailedRefund) =>
  query<{ action: string; data: object }>(
    "select action, data from audit_log where subject_type = 'order' and subject_id = $1 and action in ('refundOrder', 'settleRefund') order by created_at, id",
    [params.order_id],
  );
afterEach(() => shop.sandbox.clearFaults());

describe("a failed refund that is tried again", () => {
  test("gives the same lines back once, however many administrators click", async () => {
    const failedRefund = await createFailedRefund();
    expect(await readState(failedRefund)).toEqual(["refund_failed", 0]);
    const other = await signedInAdmin();
    const answers = await Promise.all(
      [failedRefund.admin, other, failedRefund.admin, other].map((admin) => failedRefund.retry(admin)),
    );
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200]);
    await waitUntilSettled(failedRefund.buyer);
    expect((await listRefunds(failedRefund)).map(({ amount, status }) => [amount, status]).toSorted()).toEqual([
      [failedRefund.amount, "failed"],
      [failedRefund.amount, "succeeded"],
    ]);
    expect(await readState(failedRefund)).toEqual(["partially_refunded", 1]);
    expect((await failedRefund.settle(failedRefund.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
    const mail = await shop.sandbox.waitForMail(failedRefund.buyer.user.email, "Your refund");
    expect(mail.text).toContain("Damaged or defective goods: Dropped by the carrier");
  });

  test.each(["lost-answer", "cut"] as const)("is one refund after an answer that was %s", async (kind) => {
    const failedRefund = await createFailedRefund();
    await shop.sandbox.addFault({ service: "stripe", path: "/v1/refunds", text: failedRefund.charge, kind, times: 10 });
    expect((await failedRefund.retry(failedRefund.admin)).status).toBe(503);
    await shop.sandbox.clearFaults();
    (await failedRefund.retry(failedRefund.admin)).reply();
    await waitUntilSettled(failedRefund.buyer);
    expect(await listRefunds(failedRefund)).toHaveLength(2);
    expect(await readState(failedRefund)).toEqual(["partially_refunded", 1]);
  });

  test("and fails again can be tried again or paid by other means", async () => {
    const failedRefund = await createFailedRefund();
    (await failedRefund.retry(failedRefund.admin)).reply();
    const second = (await listRefunds(failedRefund)).find(({ id }) => id !== failedRefund.refund);
    await shop.control("/refunds", { refund: second?.id, outcome: "failed" });
    await waitUntilSettled(failedRefund.buyer);
    expect(await readState(failedRefund)).toEqual(["refund_failed", 0]);
    (await failedRefund.settle(failedRefund.admin)).reply();
    expect(await readState(failedRefund)).toEqual(["partially_refunded", 1]);
    expect((await failedRefund.retry(failedRefund.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
  });
});

describe("a failed refund that is paid by other means", () => {
  test("is booked once with its reference, and the provider gives nothing", async () => {
    const failedRefund = await createFailedRefund();
    const other = await signedInAdmin();
    const answers = await Promise.all(
      [failedRefund.admin, other, failedRefund.admin].map((admin) => failedRefund.settle(admin)),
    );
    expect(sortedStatuses(answers)).toEqual([200, 200, 200]);
    (await failedRefund.settle(failedRefund.admin)).reply();
    expect(await listRefunds(failedRefund)).toHaveLength(1);
    expect(await readLedger(failedRefund)).toEqual([
      { kind: "refund", amount: -failedRefund.amount },
      { kind: "refund", amount: -failedRefund.amount },
      { kind: "refund_failed", amount: failedRefund.amount },
    ]);
    expect(await readState(failedRefund)).toEqual(["partially_refunded", 1]);
    expect((await listAudits(failedRefund)).map(({ action }) => action)).toEqual(["refundOrder", "settleRefund"]);
    expect((await listAudits(failedRefund))[1]?.data).toMatchObject({
      ...wire,
      amount: failedRefund.amount,
      reason: "damaged",
    });
    expect((await failedRefund.settle(failedRefund.admin, { ...wire, reference: "Cheque 12" })).errcode).toBe(
      "FAILED_REFUND_NOT_FOUND",
    );
    expect((await failedRefund.retry(failedRefund.admin)).errcode).toBe("FAILED_REFUND_NOT_FOUND");
  });

  test("at the same time as it is tried again is given back once", async () => {
    const failedRefund = await createFailedRefund();
    const other = await signedInAdmin();
    const answers = await Promise.all([failedRefund.settle(failedRefund.admin), failedRefund.retry(other)]);
    await waitUntilSettled(failedRefund.buyer);
    expect(sortedStatuses(answers)[0]).toBe(200);
    const netCents = (await readLedger(failedRefund)).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(netCents).toBe(-failedRefund.amount);
  });

  test("needs a reference, and a refund that failed", async () => {
    const failedRefund = await createFailedRefund();
    expect((await failedRefund.settle(failedRefund.admin, { reference: " " })).issues[0]?.path).toEqual(["reference"]);
    const buyer = await shop.purchase([await shop.createProduct()]);
    const params = { order_id: buyer.bought.order_id ?? "" };
    expect((await failedRefund.admin.client.call(settleRefund, { params, body: wire })).errcode).toBe(
      "FAILED_REFUND_NOT_FOUND",
    );
    const unknown = { order_id: randomUUID() };
    expect((await failedRefund.admin.client.call(retryRefund, { params: unknown })).errcode).toBe("ORDER_NOT_FOUND");
  });
});

test("the reason of a refund stands in the audit log", async () => {
  const failedRefund = await createFailedRefund();
  expect((await listAudits(failedRefund)).map(({ data }) => data)).toMatchObject([
    { amount: failedRefund.amount, reason: "damaged", reason_text: "Dropped by the carrier" },
  ]);
});
