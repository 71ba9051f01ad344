import { describe, expect, test } from "vitest";
import { cancelOrder, getAdminOrder, listAdminOrders, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { type Actor, signedInAdmin } from "../../support/actors.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import { sandbox } from "../../support/sandbox.ts";
import { cards, shop } from "../../support/store.ts";

const unknownId = "00000000-0000-4000-8000-000000000000";
const cancel = ({ client }: Actor, order_id: string) => client.call(cancelOrder, { params: { order_id } });
const refund = ({ client }: Actor, order_id: string, amount: number) =>
  client.call(refundOrder, { params: { order_id }, body: { amount } });
const readOrder = async ({ client }: Actor, order_id: string) =>
  (await client.call(getAdminOrder, { params: { order_id } })).reply();

async function createPaidOrder() {
  const [admin, buyer] = [await signedInAdmin(), await shop.purchase([await shop.createProduct()])];
  const order_id = buyer.bought.order_id ?? "";
  return { admin, buyer, order_id, total: (await readOrder(admin, order_id)).total };
}
const listAudits = (orderId: string) =>
  query(
    "select action, actor_id, data from audit_log where subject_type = 'order' and subject_id = $1 order by created_at, action",
    [orderId],
  );

describe("an administrator", () => {
  test("refunds a part, then the rest, and never more than what is left", async () => {
    const { admin, buyer, order_id, total } = await createPaidOrder();
    (await refund(admin, order_id, 1000)).reply();
    expect((await readOrder(admin, order_id)).payment_status).toBe("partially_refunded");
    const excessAnswer = await refund(admin, order_id, total - 1000 + 1);
    expect([excessAnswer.status, excessAnswer.issues[0]?.path]).toEqual([400, ["amount"]]);
    (await refund(admin, order_id, total - 1000)).reply();
    expect(await readOrder(admin, order_id)).toMatchObject({ payment_status: "refunded", status: "canceled" });
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([1000, total - 1000].toSorted());
    expect((await refund(admin, order_id, 1)).status).toBe(400);
  });

  test("who clicks refund ten times at once refunds once", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(admin, order_id, 700)));
    expect(answers.filter(({ status }) => status !== 200).map(({ errcode }) => errcode)).toEqual([]);
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([700]);
  });

  test.each(["a part", "all of it"])("who clicks again while %s is refunded refunds once", async (share) => {
    const { admin, buyer, order_id, total } = await createPaidOrder();
    const amount = share === "all of it" ? total : 700;
    const { arrived, release } = await sandbox.holdBack(order_id);
    const second = refund(admin, order_id, amount);
    await arrived();
    (await refund(admin, order_id, amount)).reply();
    await release();
    (await second).reply();
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([amount]);
  });

  test("refunds the same amount twice when it is asked for twice", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    (await refund(admin, order_id, 700)).reply();
    (await refund(admin, order_id, 700)).reply();
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([700, 700]);
  });

  test.each([0, -5, 1.5, "100", 100_000_000_001])("cannot refund %j", async (amount) => {
    const admin = await signedInAdmin();
    const answer = await admin.client.call(refundOrder, { params: { order_id: unknownId }, body: { amount } });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["amount"]]);
  });

  test("cancels a paid order: the money goes back once, however often it is canceled", async () => {
    const { admin, buyer, order_id, total } = await createPaidOrder();
    await Promise.all(Array.from({ length: 5 }, () => cancel(admin, order_id)));
    (await cancel(admin, order_id)).reply();
    expect(await readOrder(admin, order_id)).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([total]);
  });

  test("cancels no order while its refund is unanswered, nor once it is refused", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    const [charge] = await shop.charges(buyer.customer);
    const fault = { service: "stripe", path: "/refunds", text: charge?.id ?? "", kind: "cut" } as const;
    await shop.sandbox.addFault({ ...fault, times: 100 });
    expect((await cancel(admin, order_id)).status).toBe(503);
    expect((await cancel(admin, order_id)).status).toBe(503);
    expect(await readOrder(admin, order_id)).toMatchObject({ status: "processing", payment_status: "paid" });
    await shop.control("/disputes", { charge: charge?.id, stage: "created" });
    await shop.sandbox.clearFaults();
    expect((await cancel(admin, order_id)).errcode).toBe("PAYMENT_FAILED");
    expect((await readOrder(admin, order_id)).status).toBe("processing");
  });

  test("cancels no order while another refund of it is unanswered, nor once that is refused", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    const fault = { service: "stripe", path: "/refunds", text: "amount=713", kind: "cut", when: "before" } as const;
    await shop.sandbox.addFault({ ...fault, times: 100 });
    expect((await refund(admin, order_id, 713)).status).toBe(503);
    expect((await cancel(admin, order_id)).status).toBe(503);
    expect(await readOrder(admin, order_id)).toMatchObject({ status: "processing", payment_status: "paid" });
    await shop.sandbox.clearFaults();
    const [charge] = await shop.charges(buyer.customer);
    await shop.control("/disputes", { charge: charge?.id, stage: "created" });
    expect((await cancel(admin, order_id)).errcode).toBe("PAYMENT_FAILED");
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([]);
  });

  test("cancels an order that nobody has paid, and its payment link is dead afterwards", async () => {
    const [admin, buyer] = [await signedInAdmin(), await shop.buyer()];
    const body = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
    const unpaidOrder = (await buyer.client.call(orderByLink, { body })).reply();
    (await cancel(admin, unpaidOrder.id)).reply();
    expect((await readOrder(admin, unpaidOrder.id)).status).toBe("canceled");
    await shop.submit(unpaidOrder.stripe_bill_link ?? "", { choice: cards.good });
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });

  test("does not cancel while the bank debit is on its way", async () => {
    const [admin, buyer] = [await signedInAdmin(), await shop.purchase([await shop.createProduct()], cards.bank)];
    const order_id = buyer.bought.order_id ?? "";
    expect((await cancel(admin, order_id)).errcode).toBe("PAYMENT_FAILED");
    expect((await readOrder(admin, order_id)).status).toBe("new");
  });

  test.each(["shipped", "received"])("does not cancel an order that was %s", async (status) => {
    const { admin, buyer, order_id } = await createPaidOrder();
    await query("update orders set status = $1 where id = $2", [status, order_id]);
    expect((await cancel(admin, order_id)).errcode).toBe("ORDER_ALREADY_PAID");
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([]);
  });

  test("learns of an unknown order, and lists by organization and status", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    expect([(await cancel(admin, unknownId)).errcode, (await refund(admin, unknownId, 1)).errcode]).toEqual([
      "ORDER_NOT_FOUND",
      "ORDER_NOT_FOUND",
    ]);
    const list = async (more: Record<string, string>) =>
      (await admin.client.call(listAdminOrders, { query: { org_id: buyer.org_id, ...more } })).reply().data;
    expect((await list({ status: "processing", payment_status: "paid" })).map(({ id }) => id)).toEqual([order_id]);
    expect(await list({ status: "shipped" })).toEqual([]);
    expect((await list({}))[0]?.organization.id).toBe(buyer.org_id);
  });
});

describe("the audit log", () => {
  test("names who refunded once for each refund, however often they clicked", async () => {
    const { admin, buyer, order_id } = await createPaidOrder();
    await Promise.all(Array.from({ length: 10 }, () => refund(admin, order_id, 700)));
    const rows = (await shop.listRefundAmounts(buyer.customer)).map((amount) => ({
      action: "refundOrder",
      actor_id: admin.user.id,
      data: { amount, changes: { payment_status: ["paid", "partially_refunded"] } },
    }));
    expect(await listAudits(order_id)).toEqual(rows);
  });

  test("names one of two who ask for the same refund at once, and both are told that it is done", async () => {
    const other = await signedInAdmin();
    // The lock holds both requests back until both have arrived, before either claims the refund.
    const { admin, buyer, order_id, answers } = await raceForRow(async () => {
      const order = await createPaidOrder();
      const lock = await hold("select 1 from invoices where reference_id = $1 for update", [order.order_id]);
      const requests = [order.admin, other].map((actor) => () => refund(actor, order.order_id, 800));
      return { ...order, lock, requests };
    });
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shop.listRefundAmounts(buyer.customer)).toEqual([800]);
    expect(await listAudits(order_id)).toEqual([
      {
        action: "refundOrder",
        actor_id: expect.toBeOneOf([admin.user.id, other.user.id]),
        data: { amount: 800, changes: { payment_status: ["paid", "partially_refunded"] } },
      },
    ]);
  });

  test("names who refunded when the provider's answer was lost and a callback told of the refund", async () => {
    const { admin, order_id } = await createPaidOrder();
    const refundFault = { service: "stripe", path: "/refunds", text: "amount=900" } as const;
    await shop.sandbox.addFault({ ...refundFault, kind: "cut", when: "after", times: 3 });
    expect((await refund(admin, order_id, 900)).status).toBe(503);
    await shop.sandbox.clearFaults();
    await expect.poll(async () => (await readOrder(admin, order_id)).payment_status).toBe("partially_refunded");
    const data = { amount: 900, changes: { payment_status: ["paid", "partially_refunded"] } };
    expect(await listAudits(order_id)).toEqual([{ action: "refundOrder", actor_id: admin.user.id, data }]);
  });

  test("tells of a paid order that five cancel at once as one cancellation and its refund", async () => {
    const { admin, order_id, total } = await createPaidOrder();
    await Promise.all(Array.from({ length: 5 }, () => cancel(admin, order_id)));
    const changes = { payment_status: ["paid", "refunded"], status: ["processing", "canceled"] };
    expect(await listAudits(order_id)).toEqual([
      { action: "cancelOrder", actor_id: admin.user.id, data: { changes } },
      { action: "refundOrder", actor_id: admin.user.id, data: { amount: total, changes } },
    ]);
  });

  test("tells of an unpaid order that is canceled twice at once as one cancellation", async () => {
    const [admin, buyer] = [await signedInAdmin(), await shop.buyer()];
    const body = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
    const { id } = (await buyer.client.call(orderByLink, { body })).reply();
    await Promise.all(Array.from({ length: 5 }, () => cancel(admin, id)));
    expect((await listAudits(id)).filter(({ action }) => action === "cancelOrder")).toEqual([
      { action: "cancelOrder", actor_id: admin.user.id, data: { changes: { status: ["new", "canceled"] } } },
    ]);
  });
});
