import { expect, test } from "vitest";
import { cancelOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { getReceivables } from "../../../worker/contract/v1/client/receivables.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { hold } from "../../support/database.ts";
import { createRate } from "../../support/shipping/rates.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";
import { accept, createSentQuote } from "../client/quotes/quotes.ts";
import { accountBuyer, buyOnAccount, priced } from "./account/account.ts";
import { listMailTypes } from "./checkout-results.ts";

const fetchProviderInvoices = ({ customer }: Buyer) => shop.objects("invoice", { customer });
const freeInvoice = { amount: 0, payment_status: "paid", needs_review: false };

test("free software is received at once, once, and without a charge, however often its cart is submitted", async () => {
  const buyer = await shop.buyer();
  const { updated_at } = await shop.fillCart(buyer, [await priced(0)]);
  const submits = Array.from({ length: 10 }, () => buyer.client.call(checkoutCart, { body: { updated_at } }));
  const answers = await Promise.all(submits);
  const successes = answers.filter(({ status }) => status === 200).map((answer) => answer.reply());
  expect(successes.map(({ payment_status }) => payment_status)).toContain("paid");
  const repeatedAnswer = await buyer.client.call(checkoutCart, { body: { updated_at } });
  expect(repeatedAnswer.errcode).toBe("ORDER_ALREADY_PAID");
  await shop.settled();
  expect(await shop.books(buyer.org_id)).toEqual({
    orders: [{ status: "received", payment_status: "paid", total: 0 }],
    invoices: [{ reference_type: "order", billing_reason: "manual", is_disputed: false, ...freeInvoice }],
    ledger: [],
    subscriptions: [],
    attempts: [{ status: "succeeded" }],
  });
  expect(await fetchProviderInvoices(buyer)).toMatchObject([{ status: "paid", total: 0 }]);
  expect(await shop.charges(buyer.customer)).toEqual([]);
  expect(await listMailTypes(buyer)).toEqual(["orderConfirmed"]);
});

test("a quote of 100 % off is sent, and its order is worked on; canceled, nothing is paid back", async () => {
  const { buyer, id, sent } = await createSentQuote({ discount_percent: 100, shipping: 0 });
  expect(sent.total).toBe(0);
  (await accept(buyer, id)).reply();
  await shop.choose(buyer, cards.good);
  const { order_id, payment_status } = (await shop.checkout(buyer)).reply();
  expect(payment_status).toBe("paid");
  expect(await shop.books(buyer.org_id)).toMatchObject({
    orders: [{ status: "processing", payment_status: "paid", total: 0 }],
    invoices: [freeInvoice],
  });
  expect(await listMailTypes(buyer)).toContain("orderConfirmed");
  const admin = await signedInAdmin();
  (await admin.client.call(cancelOrder, { params: { order_id: order_id ?? "" } })).reply();
  await shop.settled();
  expect(await shop.books(buyer.org_id)).toMatchObject({
    orders: [{ status: "canceled", payment_status: "paid" }],
    invoices: [freeInvoice],
    ledger: [],
  });
  expect(await listMailTypes(buyer)).not.toContain("paymentRefunded");
});

test("a cancellation waits for a payment of the invoice, which finds the order free", async () => {
  const { buyer, id } = await createSentQuote({ discount_percent: 100, shipping: 0 });
  (await accept(buyer, id)).reply();
  await shop.choose(buyer, cards.good);
  const order_id = (await shop.checkout(buyer)).reply().order_id ?? "";
  await shop.settled();
  const { client } = await signedInAdmin();
  // Recording a payment locks the invoice first, then the order.
  const lock = await hold("select 1 from invoices where reference_id = $1 for update", [order_id]);
  const answer = client.call(cancelOrder, { params: { order_id } });
  const isCanceling = async () => (await lock.waiting()).some((each) => each.includes("select 1 from orders"));
  await expect.poll(isCanceling).toBe(true);
  await lock.run("select 1 from orders where id = $1 for update nowait", [order_id]);
  await lock.commit();
  (await answer).reply();
});

test("on account it is paid as well, and nothing is owed", async () => {
  const buyer = await accountBuyer();
  expect(await buyOnAccount(buyer, [await priced(0)])).toMatchObject({ payment_status: "paid" });
  expect((await shop.books(buyer.org_id)).invoices).toMatchObject([freeInvoice]);
  expect((await buyer.client.call(getReceivables)).reply()).toMatchObject({ total: 0, available: 1_000_00 });
});

test("by link it is completed on the provider's page without a payment, and canceled, nothing is paid back", async () => {
  const buyer = await shop.buyer();
  const device = await shop.createProduct({ price_levels: { "Base Price": 0 } });
  const { address: to } = await createRate({ option: "Ground", price: 0 });
  const body = { products: [{ productId: device.id, quantity: 1 }], address: to };
  const placedOrder = (await buyer.client.call(orderByLink, { body })).reply();
  expect(placedOrder).toMatchObject({ payment_status: "pending", total: 0 });
  const orderPage = await (await buyer.client.fetch(`/portal/orders/${placedOrder.id}`)).text();
  expect(orderPage).toContain(">Complete order<");
  const page = placedOrder.stripe_bill_link ?? "";
  expect(await (await fetch(page)).text()).toContain("Complete order");
  expect((await shop.submit(page, {})).status).toBe(303);
  const fetchBooks = async () => (await shop.sweep(), shop.books(buyer.org_id));
  await expect.poll(fetchBooks).toMatchObject({
    orders: [{ status: "processing", payment_status: "paid", total: 0 }],
    invoices: [freeInvoice],
    ledger: [],
  });
  expect(await shop.objects("payment_intent", { customer: buyer.customer })).toEqual([]);
  expect(await listMailTypes(buyer)).toContain("orderConfirmed");
  const admin = await signedInAdmin();
  (await admin.client.call(cancelOrder, { params: { order_id: placedOrder.id } })).reply();
  expect(await fetchBooks()).toMatchObject({
    orders: [{ status: "canceled", payment_status: "paid" }],
    invoices: [freeInvoice],
    ledger: [],
  });
});

test("a free plan begins, and its invoice is paid", async () => {
  const plan = await shop.createPlan({ price_levels: { "Base Price": 0 } });
  const buyer = await shop.purchase([plan]);
  expect(buyer.bought.payment_status).toBe("paid");
  await shop.settled();
  expect(await shop.books(buyer.org_id)).toMatchObject({
    subscriptions: [{ status: "active" }],
    invoices: [freeInvoice],
  });
});
