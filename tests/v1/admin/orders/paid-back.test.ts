import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveRefund, listRefundApprovals } from "../../../../worker/contract/v1/admin/refund-approvals.ts";
import { markInvoicePaid } from "../../../../worker/contract/v1/admin/invoices.ts";
import { getAdminOrder, noteRefund, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { formatMoney } from "../../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { type FaultApp, startFaultApp } from "../../../faults/fault-app.ts";
import { postForm } from "../../../support/forms.ts";
import { cards } from "../../../support/store.ts";

// A separate shop, because refunds above a limit are mailed to all approvers.
let app: FaultApp;
let shop: FaultApp["shop"];
beforeAll(async () => {
  app = await startFaultApp();
  shop = app.shop;
});
afterAll(() => app?.stop());

const wire = { reference: "Wire back 17", paid_on: "2026-11-20" };

/** Creates an order whose debit failed and that was then paid by wire. */
async function createOrderPaidByWire() {
  const [admin, buyer] = [
    await shop.signedInAdmin(),
    await shop.purchase([await shop.createProduct(), await shop.createProduct()], cards.badBank),
  ];
  const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
  await shop.control("/invoices", { invoice: invoice?.id ?? "", action: "bank_answers" });
  await shop.settled();
  const [row] = await shop.query<{ id: string; amount: string }>(
    "select id, amount from invoices where stripe_invoice_id = $1",
    [invoice?.id],
  );
  const invoice_id = row?.id ?? "";
  const body = { reference: "Wire 4711", paid_on: "2026-11-19" };
  (await admin.client.call(markInvoicePaid, { params: { invoice_id }, body })).reply();
  await shop.settled();
  const params = { order_id: buyer.bought.order_id ?? "" };
  const read = async () => (await admin.client.call(getAdminOrder, { params })).reply();
  const line_id = (await read()).lines[0]?.id ?? "";
  const post = (fields: Record<string, string>) =>
    postForm(admin.client, hrefOf(pages.noteRefund, params), fields, { origin: app.worker.url });
  return { admin, buyer, params, invoice_id, read, line_id, post, total: Number(row?.amount) };
}
type WireOrder = Awaited<ReturnType<typeof createOrderPaidByWire>>;

const recordRefund = ({ admin, params }: WireOrder, body: object) =>
  admin.client.call(noteRefund, { params, body: { ...wire, ...body } });
const listRefunds = async ({ buyer }: WireOrder) =>
  (await shop.books(buyer.org_id)).ledger
    .filter(({ kind }) => kind === "refund")
    .map(({ amount }) => Number(amount))
    .toSorted((one, other) => other - one);
const listAudits = ({ params }: WireOrder) =>
  shop.query<{ action: string; data: Record<string, unknown> }>(
    "select action, data from audit_log where subject_id = $1 and action = 'noteRefund' order by created_at, id",
    [params.order_id],
  );

describe("money of a wire that was paid back", () => {
  test("is noted once by its lines, with reference and day in ledger, audit log, timeline and mail", async () => {
    const wireOrder = await createOrderPaidByWire();
    const body = { lines: [{ line_id: wireOrder.line_id, quantity: 1 }], key: randomUUID(), reason: "damaged" };
    const answers = await Promise.all([
      recordRefund(wireOrder, body),
      recordRefund(wireOrder, body),
      recordRefund(wireOrder, body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    (await recordRefund(wireOrder, body)).reply();
    const [line] = await shop.query<{ cents: string }>(
      "select price + tax_amount as cents from order_lines where id = $1",
      [wireOrder.line_id],
    );
    expect(await listRefunds(wireOrder)).toEqual([-Number(line?.cents)]);
    expect(await wireOrder.read()).toMatchObject({
      payment_status: "partially_refunded",
      lines: [{ refunded_quantity: 1 }, {}],
    });
    const entries = await listAudits(wireOrder);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.data).toMatchObject({ ...wire, reason: "damaged" });
    const mail = await shop.sandbox.waitForMail(wireOrder.buyer.user.email, "Your refund");
    expect(mail.text.replaceAll(/\s+/g, " ")).toContain("was paid to you outside of your payment method");
    const page = await (await wireOrder.admin.client.fetch(hrefOf(pages.adminOrder, wireOrder.params))).text();
    expect(page).toContain(`paid by other means, ${wire.reference}`);
    expect(await shop.objects("refund", { customer: wireOrder.buyer.customer })).toEqual([]);
  });

  test("cancels an order of which nothing has shipped once all of it went back, and never more", async () => {
    const wireOrder = await createOrderPaidByWire();
    expect((await recordRefund(wireOrder, { amount: wireOrder.total + 1 })).issues[0]?.path).toEqual(["amount"]);
    (await recordRefund(wireOrder, { amount: 100, key: randomUUID() })).reply();
    (await recordRefund(wireOrder, { key: randomUUID() })).reply();
    expect(await listRefunds(wireOrder)).toEqual([-100, 100 - wireOrder.total]);
    expect(await wireOrder.read()).toMatchObject({ status: "canceled", payment_status: "refunded" });
    expect((await recordRefund(wireOrder, { amount: 1, key: randomUUID() })).status).toBe(400);
    expect(await listRefunds(wireOrder)).toHaveLength(2);
  });

  test("needs a reference and a day that has begun, and an order that was not paid by card", async () => {
    const wireOrder = await createOrderPaidByWire();
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
    expect((await recordRefund(wireOrder, { reference: " " })).issues[0]?.path).toEqual(["reference"]);
    for (const paid_on of [tomorrow, "0000-01-01"])
      expect((await recordRefund(wireOrder, { paid_on })).issues[0]?.path).toEqual(["paid_on"]);
    const key = randomUUID();
    (await recordRefund(wireOrder, { amount: 5, key })).reply();
    expect((await recordRefund(wireOrder, { amount: 5, key, reference: "Cheque 12" })).issues[0]?.path).toEqual([
      "key",
    ]);
    const byProvider = await wireOrder.admin.client.call(refundOrder, {
      params: wireOrder.params,
      body: { amount: 5 },
    });
    expect(byProvider.issues[0]?.message).toContain("note that as its refund");
    const byCard = await shop.purchase([await shop.createProduct()]);
    const params = { order_id: byCard.bought.order_id ?? "" };
    const refused = await wireOrder.admin.client.call(noteRefund, { params, body: { ...wire, amount: 5 } });
    expect(refused.issues[0]?.message).toContain("Refund what was paid by card");
    expect(await listRefunds(wireOrder)).toEqual([-5]);
  });

  test("above the limit waits for a second person, who reads how it went back", async () => {
    const wireOrder = await createOrderPaidByWire();
    await shop.query("update shop_settings set refund_limit = 1000");
    const waitingAnswer = await recordRefund(wireOrder, { amount: 1001, key: randomUUID() });
    await shop.query("update shop_settings set refund_limit = null");
    expect(waitingAnswer.status).toBe(202);
    expect(await listRefunds(wireOrder)).toEqual([]);
    const other = await shop.signedInAdmin("finance");
    const { data } = (
      await other.client.call(listRefundApprovals, { query: { order_id: wireOrder.params.order_id } })
    ).reply();
    expect(data).toMatchObject([{ amount: 1001, reference: wire.reference, is_cancellation: false }]);
    const page = await (await other.client.fetch(hrefOf(pages.adminOrder, wireOrder.params))).text();
    expect(page).toContain(`note $10.01 as paid back, ${wire.reference}`);
    (await other.client.call(approveRefund, { params: { id: data[0]?.id ?? "" } })).reply();
    expect(await listRefunds(wireOrder)).toEqual([-1001]);
    expect((await listAudits(wireOrder))[0]?.data).toMatchObject(wire);
  });

  test("is noted on the order's page without script; a refused form keeps what was typed", async () => {
    const wireOrder = await createOrderPaidByWire();
    const orderPage = await (await wireOrder.admin.client.fetch(hrefOf(pages.adminOrder, wireOrder.params))).text();
    expect(orderPage).toContain("note it as paid back");
    expect(orderPage).not.toContain("Yes, cancel it");
    const invoicePage = await (await wireOrder.admin.client.fetch(hrefOf(pages.adminInvoice, wireOrder))).text();
    expect(invoicePage).toContain(`href="${hrefOf(pages.refundOrder, wireOrder.params)}">note it as paid back</a>`);
    const form = { key: randomUUID(), dollars: "1.50", sum: "150", reason: "damaged", reason_text: "", ...wire };
    const refused = await wireOrder.post({ ...form, paid_on: "2999-01-01" });
    const html = await refused.text();
    expect(refused.status).toBe(422);
    expect(html).toContain("This day has not begun yet in the shop’s time zone.");
    expect(html).toMatch(/<input[^>]*name="reference"[^>]*value="Wire back 17"/);
    expect(html).toContain(`${formatMoney(wireOrder.total)} at most`);
    for (let clicks = 0; clicks < 2; clicks += 1) expect((await wireOrder.post(form)).status).toBe(303);
    expect(await listRefunds(wireOrder)).toEqual([-150]);
    const support = await shop.signedInAdmin("support");
    const supportPage = await (await support.client.fetch(hrefOf(pages.refundOrder, wireOrder.params))).text();
    expect(supportPage).toContain("somebody of finance or an owner pays it back");
    expect(supportPage).not.toContain('name="reference"');
  });
});
