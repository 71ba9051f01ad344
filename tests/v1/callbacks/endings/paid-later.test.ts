import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  getAdminInvoice,
  markInvoicePaid,
  voidInvoice,
  writeOffInvoice,
} from "../../../../worker/contract/v1/admin/invoices.ts";
import { cancelOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { orderByLink, getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import type { Actor } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { cards, type Shop, openShop } from "../../../support/store.ts";
import { readWords } from "../../../http/pages/words.ts";
import { listMailTypes, readState } from "./endings.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
  admin = await shop.signedInAdmin();
});
afterAll(() => app?.stop());

describe("an invoice that was paid by wire", () => {
  /** Buys by bank debit, which the bank refuses: the invoice stays open. */
  async function createRefusedDebit() {
    const buyer = await shop.purchase([await shop.createProduct()], cards.badBank);
    await shop.advance(5);
    expect(await readState(shop, buyer)).toEqual(["new", "declined", 0]);
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    return { ...buyer, invoice: invoice?.id ?? "", total: Number(invoice?.["total"]) };
  }

  test("makes its order paid, and the ledger says how", async () => {
    const buyer = await createRefusedDebit();
    await shop.control("/invoices", { invoice: buyer.invoice, action: "paid_out_of_band" });
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    const { ledger } = await shop.books(buyer.org_id);
    expect(ledger).toEqual([{ kind: "paid_out_of_band", amount: buyer.total }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    await shop.control("/deliveries", { action: "repeat" });
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await listMailTypes(shop, buyer)).toSorted()).toEqual(["orderConfirmed", "orderReceived", "paymentFailed"]);
  });

  test("cannot be refunded by card, and the order is not canceled without its money", async () => {
    const buyer = await createRefusedDebit();
    await shop.control("/invoices", { invoice: buyer.invoice, action: "paid_out_of_band" });
    await shop.settled();
    const params = { order_id: buyer.bought.order_id ?? "" };
    const answers = [
      await admin.client.call(refundOrder, { params, body: { amount: 100 } }),
      await admin.client.call(cancelOrder, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
    expect(await readState(shop, buyer)).toEqual(["processing", "paid", buyer.total]);
  });

  test("is a renewal that keeps its plan", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
    await shop.advance(32);
    await shop.settled();
    expect((await shop.books(buyer.org_id)).subscriptions).toEqual([{ status: "past_due" }]);
    const [openInvoice] = await shop.objects("invoice", { customer: buyer.customer, status: "open" });
    await shop.control("/invoices", { invoice: openInvoice?.id ?? "", action: "paid_out_of_band" });
    await shop.settled();
    const { subscriptions, invoices } = await shop.books(buyer.org_id);
    expect(subscriptions).toEqual([{ status: "active" }]);
    expect(invoices.map((row) => row["payment_status"])).toEqual(["paid", "paid"]);
  });
});

describe("an order by a payment link", () => {
  async function createOrderByLink() {
    const buyer = await shop.buyer();
    const { id } = await shop.createProduct({ type: "software" });
    const order = (
      await buyer.client.call(orderByLink, { body: { products: [{ productId: id, quantity: 1 }] } })
    ).reply();
    return { ...buyer, order };
  }
  const fetchOrder = async ({ client, order }: Awaited<ReturnType<typeof createOrderByLink>>) => {
    await shop.settled();
    return (await client.call(getOrder, { params: { order_id: order.id } })).reply();
  };

  test.each([
    [cards.bank, { status: "received", payment_status: "paid" }, ["invoiceForOrder", "orderConfirmed"]],
    [cards.badBank, { status: "new", payment_status: "declined" }, ["invoiceForOrder", "paymentFailed"]],
  ])("from the bank account %s is decided by its callback alone", async (bank, expected, mails) => {
    const buyer = await createOrderByLink();
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: bank });
    expect(await fetchOrder(buyer)).toMatchObject({ status: "new", payment_status: "pending" });
    await shop.advance(5);
    expect(await fetchOrder(buyer)).toMatchObject(expected);
    expect(await listMailTypes(shop, buyer)).toEqual(mails);
  });

  /** Orders by link and pays with a bank debit, which the bank refuses. */
  async function createRefusedDebit() {
    const buyer = await createOrderByLink();
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: cards.badBank });
    await shop.advance(5);
    expect(await fetchOrder(buyer)).toMatchObject({ status: "new", payment_status: "declined" });
    const [invoice] = await shop.query<{ id: string }>("select id from invoices where reference_id = $1", [
      buyer.order.id,
    ]);
    return { ...buyer, params: { order_id: buyer.order.id, invoice_id: invoice?.id ?? "" } };
  }

  test("is linked to its page neither while a debit is under way nor after it was refused", async () => {
    const buyer = await createOrderByLink();
    const orderPath = `/portal/orders/${buyer.order.id}`;
    const hasLink = async () =>
      (await (await buyer.client.fetch(orderPath)).text()).includes(buyer.order.stripe_bill_link ?? "no link");
    expect(await hasLink()).toBe(true);
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: cards.badBank });
    expect(await fetchOrder(buyer)).toMatchObject({ payment_status: "pending" });
    expect(await readWords(buyer.client, orderPath)).toContain("The payment has not arrived yet.");
    expect(await hasLink()).toBe(false);
    await shop.advance(5);
    expect(await fetchOrder(buyer)).toMatchObject({ payment_status: "declined" });
    expect(await readWords(buyer.client, orderPath)).toContain("To pay it another way, write to");
    expect(await hasLink()).toBe(false);
    const [invoice] = await shop.query<{ id: string }>("select id from invoices where reference_id = $1", [
      buyer.order.id,
    ]);
    const params = { invoice_id: invoice?.id ?? "" };
    expect((await admin.client.call(getAdminInvoice, { params })).reply().pay_url).toBeNull();
  });

  test("whose bank refused the debit is canceled by an administrator", async () => {
    const buyer = await createRefusedDebit();
    (await admin.client.call(cancelOrder, { params: buyer.params })).reply();
    expect(await fetchOrder(buyer)).toMatchObject({ status: "canceled", payment_status: "declined" });
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });

  test.each([
    [voidInvoice, "void"],
    [writeOffInvoice, "written_off"],
  ] as const)("whose bank refused the debit is closed for good: %#", async (close, closed_as) => {
    const { params, ...buyer } = await createRefusedDebit();
    (await admin.client.call(close, { params })).reply();
    await shop.control("/deliveries", { action: "repeat" });
    expect(await fetchOrder(buyer)).toMatchObject({ status: "canceled", payment_status: "declined" });
    expect((await admin.client.call(getAdminInvoice, { params })).reply().closed_as).toBe(closed_as);
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });

  test("whose bank refused the debit is paid by wire", async () => {
    const buyer = await createRefusedDebit();
    const body = { reference: "Wire 4711", paid_on: "2026-11-20" };
    (await admin.client.call(markInvoicePaid, { params: buyer.params, body })).reply();
    expect(await fetchOrder(buyer)).toMatchObject({ status: "received", payment_status: "paid" });
    const { ledger } = await shop.books(buyer.org_id);
    expect(ledger).toEqual([{ kind: "paid_out_of_band", amount: buyer.order.total }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });

  test("is not canceled while a bank debit of its page is under way", async () => {
    const buyer = await createOrderByLink();
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: cards.bank });
    await shop.settled();
    const answer = await admin.client.call(cancelOrder, { params: { order_id: buyer.order.id } });
    expect([answer.status, answer.errcode]).toEqual([422, "PAYMENT_FAILED"]);
    await shop.advance(5);
    expect(await fetchOrder(buyer)).toMatchObject({ status: "received", payment_status: "paid" });
  });

  test("that nobody paid in time is canceled and shows its link no longer", async () => {
    const buyer = await createOrderByLink();
    await shop.advance(2);
    expect(await fetchOrder(buyer)).toMatchObject({
      status: "canceled",
      payment_status: "pending",
      stripe_bill_link: null,
    });
    const auditRows = await shop.query(
      "select actor_kind from audit_log where action = 'cancelOrder' and subject_id = $1",
      [buyer.order.id],
    );
    expect(auditRows).toEqual([{ actor_kind: "system" }]);
  });
});
