import { expect, test } from "vitest";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { getCart, updateCart } from "../../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../../worker/contract/v1/store/checkout.ts";
import { shop } from "../../../support/store.ts";
import {
  accountBuyer,
  buyOnAccount,
  chooseAccount,
  fillOnAccount,
  giveTerms,
  invoiceOf,
  priced,
  transfer,
} from "./account.ts";

test("an order on account is placed without a charge, due after the terms, and is worked on at once", async () => {
  const buyer = await accountBuyer();
  const bought = await buyOnAccount(buyer, [await shop.createProduct()]);
  expect(bought).toMatchObject({ payment_status: "pending", action_url: null });
  const order = (await buyer.client.call(getOrder, { params: { order_id: bought.order_id ?? "" } })).reply();
  expect(order).toMatchObject({ status: "processing", payment_status: "pending", payment_terms_days: 30 });
  const invoice = await invoiceOf(order.id);
  const [providerInvoice] = await shop.objects("invoice", { id: invoice.stripe_invoice_id });
  expect(providerInvoice).toMatchObject({
    status: "open",
    collection_method: "send_invoice",
    amount_due: invoice.amount,
  });
  const [days] = await shop.query<{ days: number }>(
    "select $1::date - (now() at time zone time_zone)::date as days from shop_settings",
    [invoice.due_on],
  );
  expect(days).toEqual({ days: 30 });
  expect(await shop.charges(buyer.customer)).toEqual([]);
  expect((await buyer.client.call(getCart)).reply()).toMatchObject({ products: {}, payment_method: null });
});

test("payment in parts leaves it open until the last part, and orders stay within what is free", async () => {
  const buyer = await accountBuyer({ credit_limit: 500_00 });
  const product = await priced(400_00);
  const { order_id } = await buyOnAccount(buyer, [product]);
  const invoice = await invoiceOf(order_id ?? "");
  await fillOnAccount(buyer, [product]);
  const refusal = await shop.checkout(buyer);
  const available = 500_00 - invoice.amount;
  expect([refusal.status, refusal.errcode]).toEqual([422, "CREDIT_LIMIT_EXCEEDED"]);
  expect(JSON.parse(refusal.text)).toMatchObject({ available, exceeded_by: invoice.amount - available });
  await transfer(invoice, 100_00);
  expect(await invoiceOf(order_id ?? "")).toMatchObject({ payment_status: "pending" });
  expect(JSON.parse((await shop.checkout(buyer)).text)).toMatchObject({
    available: available + 100_00,
    exceeded_by: invoice.amount - available - 100_00,
  });
  await transfer(invoice, invoice.amount - 100_00);
  expect(await invoiceOf(order_id ?? "")).toMatchObject({ payment_status: "paid" });
  (await shop.checkout(buyer)).reply();
  const { orders } = await shop.books(buyer.org_id);
  expect(orders.map(({ status }) => status)).toEqual(expect.not.arrayContaining(["new"]));
});

test("its payment is acknowledged as a payment, because the order was confirmed and may have shipped long before", async () => {
  const buyer = await accountBuyer();
  const { order_id } = await buyOnAccount(buyer, [await shop.createProduct()]);
  const invoice = await invoiceOf(order_id ?? "");
  await transfer(invoice, invoice.amount);
  const { text } = await shop.sandbox.waitForMail(buyer.user.email, "We received the payment for your order");
  expect(text).not.toMatch(/preparing|ships/i);
  const subjects = (await shop.sandbox.mailsTo(buyer.user.email)).map(({ subject }) => subject);
  expect(subjects).not.toContainEqual(expect.stringContaining("is confirmed"));
});

test("without terms or a limit, with a plan, or without a needed PO number it is refused, each by its code", async () => {
  const buyer = await shop.buyer();
  const product = await priced(10_00);
  await shop.fillCart(buyer, [product]);
  expect((await chooseAccount(buyer)).errcode).toBe("ACCOUNT_NOT_AVAILABLE");
  await giveTerms(buyer.org_id, { payment_terms_days: null });
  expect((await chooseAccount(buyer)).errcode).toBe("ACCOUNT_NOT_AVAILABLE");
  await giveTerms(buyer.org_id, { is_po_number_required: true });
  const { payment_method, stripe_payment_method } = (await chooseAccount(buyer)).reply();
  expect({ payment_method, stripe_payment_method }).toEqual({
    payment_method: "account",
    stripe_payment_method: { stripe_payment_method_id: null },
  });
  const noPoAnswer = await shop.checkout(buyer);
  expect([noPoAnswer.status, noPoAnswer.errcode]).toEqual([422, "PO_NUMBER_REQUIRED"]);
  await giveTerms(buyer.org_id, { credit_limit: null });
  expect((await shop.checkout(buyer)).errcode).toBe("ACCOUNT_NOT_AVAILABLE");
  await giveTerms(buyer.org_id);
  (await buyer.client.call(updateCart, { body: { po_number: "PO-7" } })).reply();
  (await shop.checkout(buyer)).reply();
  await fillOnAccount(buyer, [await shop.createPlan()], { po_number: "PO-8" });
  const planAnswer = await shop.checkout(buyer);
  expect([planAnswer.status, planAnswer.errcode]).toEqual([422, "ACCOUNT_NOT_FOR_PLANS"]);
});

test("a card chosen afterwards replaces the account", async () => {
  const buyer = await accountBuyer();
  await fillOnAccount(buyer, [await priced(10_00)]);
  expect((await shop.choose(buyer, "4242424242424242")).payment_method).toBeNull();
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
});

test("an invoice overdue for more than 14 days stops further orders on account until it is paid", async () => {
  const buyer = await accountBuyer();
  const { order_id } = await buyOnAccount(buyer, [await priced(10_00)]);
  const invoice = await invoiceOf(order_id ?? "");
  const setOverdue = (days: number) =>
    shop.query(
      "update invoices set due_on = (now() at time zone time_zone)::date - $2::int from shop_settings where invoices.id = $1",
      [invoice.id, days],
    );
  await setOverdue(15);
  await fillOnAccount(buyer, [await priced(10_00)]);
  const refusal = await shop.checkout(buyer);
  expect([refusal.status, refusal.errcode]).toEqual([422, "ACCOUNT_OVERDUE"]);
  await transfer(invoice, invoice.amount);
  await setOverdue(14);
  (await shop.checkout(buyer)).reply();
});

test("forty orders at once of forty people stay within the limit to the cent", async () => {
  const first = await accountBuyer();
  const product = await priced(100_00);
  const filledCart = await fillOnAccount(first, [product]);
  expect((await shop.checkout(first)).status).toBe(200);
  const [{ total } = { total: 0 }] = await shop.query<{ total: number }>(
    "select total::int from orders where org_id = $1",
    [first.org_id],
  );
  expect(filledCart.payment_method).toBe("account");
  // The credit limit allows exactly three more orders of this total.
  await giveTerms(first.org_id, { credit_limit: 4 * total });
  const people = await Promise.all(
    Array.from({ length: 40 }, () => shop.signedIn({ org_id: first.org_id, roles: ["buyer", "user"] })),
  );
  const carts = await Promise.all(
    people.map(async (person) => {
      const buyer = { ...first, ...person };
      return { client: person.client, ...(await fillOnAccount(buyer, [product])) };
    }),
  );
  const buy = async ({ client, updated_at }: (typeof carts)[number]): Promise<string> => {
    const { errcode } = await client.call(checkoutCart, { body: { updated_at } });
    return errcode ?? "placed";
  };
  const answers = await Promise.all(carts.map(buy));
  // Buyers whose checkout answered that the shop is busy try again.
  const outcomes: string[] = [];
  for (const [at, cart] of carts.entries())
    outcomes.push(answers[at] === "SERVICE_UNAVAILABLE" ? await buy(cart) : (answers[at] ?? ""));
  expect(outcomes.toSorted()).toEqual([
    ...Array.from({ length: 37 }, () => "CREDIT_LIMIT_EXCEEDED"),
    ...Array.from({ length: 3 }, () => "placed"),
  ]);
  expect((await shop.books(first.org_id)).orders).toHaveLength(4);
});
