import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { orderByLink, getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import type { Actor } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import { cards, type Shop, shopOf } from "../../../support/store.ts";
import { endingsOf } from "./endings.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
let admin: Actor;
let on: ReturnType<typeof endingsOf>;
beforeAll(async () => {
  app = await startOwnApp();
  shop = shopOf(app);
  admin = await shop.signedInAdmin();
  on = endingsOf(shop);
});
afterAll(() => app?.stop());

describe("an invoice that was paid by wire", () => {
  /** A bank refused the debit: the invoice stays open. */
  async function refused() {
    const buyer = await shop.purchase([await shop.createProduct()], cards.badBank);
    await shop.advance(5);
    expect(await on.state(buyer)).toEqual(["new", "declined", 0]);
    const [invoice] = await shop.objects("invoice", { customer: buyer.customer });
    return { ...buyer, invoice: invoice?.id ?? "", total: Number(invoice?.["total"]) };
  }

  test("makes its order paid, and the ledger says how", async () => {
    const buyer = await refused();
    await shop.control("/invoices", { invoice: buyer.invoice, action: "paid_out_of_band" });
    expect(await on.state(buyer)).toEqual(["processing", "paid", buyer.total]);
    const { ledger } = await shop.books(buyer.org_id);
    expect(ledger).toEqual([{ kind: "paid_out_of_band", amount: buyer.total }]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    await shop.control("/deliveries", { action: "repeat" });
    expect(await on.state(buyer)).toEqual(["processing", "paid", buyer.total]);
    expect((await on.mailsOf(buyer)).toSorted()).toEqual(["orderConfirmed", "orderReceived", "paymentFailed"]);
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
    expect(await on.state(buyer)).toEqual(["processing", "paid", buyer.total]);
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
    const { id } = await shop.createProduct({ type: "software" });
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
    [cards.bank, { status: "received", payment_status: "paid" }, ["invoiceForOrder", "orderConfirmed"]],
    [cards.badBank, { status: "new", payment_status: "declined" }, ["invoiceForOrder", "paymentFailed"]],
  ])("from the bank account %s is decided by its callback alone", async (bank, expected, mails) => {
    const buyer = await ordered();
    await shop.submit(buyer.order.stripe_bill_link ?? "", { choice: bank });
    expect(await read(buyer)).toMatchObject({ status: "new", payment_status: "pending" });
    await shop.advance(5);
    expect(await read(buyer)).toMatchObject(expected);
    expect(await on.mailsOf(buyer)).toEqual(mails);
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
