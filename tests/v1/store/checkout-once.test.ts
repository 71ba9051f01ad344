import { describe, expect, test } from "vitest";
import { getCart, getCartByNo } from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { createSession, createUser } from "../../support/factories.ts";
import { createClient } from "../../support/client.ts";
import { type Buyer, cards, shop } from "../../support/store.ts";
import { listMailTypes } from "./checkout-results.ts";

test("20 submits of one cart at once make one order and one charge, and none of them fails", async () => {
  const buyer = await shop.buyer();
  const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
  const submits = Array.from({ length: 20 }, () => buyer.client.call(checkoutCart, { body: { updated_at } }));
  const answers = await Promise.all(submits);
  const codes = new Set(answers.map((answer) => answer.errcode ?? "success"));
  expect([...codes].filter((code) => !["success", "ORDER_ALREADY_PAID"].includes(code))).toEqual([]);
  expect(codes).toContain("success");
  await shop.settled();
  const { orders, attempts, invoices } = await shop.books(buyer.org_id);
  expect([orders.length, attempts.length, invoices.length]).toEqual([1, 1, 1]);
  expect((await shop.charges(buyer.customer)).length).toBe(1);
});

test("two people of one organization who buy the same plan at once get one subscription", async () => {
  const plan = await shop.createPlan();
  const first = await shop.buyer();
  const user = await createUser({ org_id: first.org_id, roles: ["buyer", "user"] });
  const second: Buyer = { ...first, user, client: createClient({ session: await createSession(user.id) }) };
  await shop.fillCart(first, [plan]);
  await shop.fillCart(second, [plan]);
  const answers = await Promise.all([shop.checkout(first), shop.checkout(second)]);
  expect(answers.map(({ errcode }) => errcode ?? "success").toSorted()).toEqual([
    "DUPLICATE_ORG_SUBSCRIPTION",
    "success",
  ]);
  expect((await shop.charges(first.customer)).length).toBe(1);
});

describe("a card that is declined", () => {
  test("leaves nothing behind, and a good card afterwards makes exactly one order", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct(), await shop.createPlan()], cards.declines);
    const cartBefore = (await buyer.client.call(getCart)).reply();
    expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
    await shop.settled();
    const emptyBooks = { orders: [], invoices: [], ledger: [], subscriptions: [], attempts: [{ status: "failed" }] };
    expect(await shop.books(buyer.org_id)).toEqual(emptyBooks);
    const cart = (await buyer.client.call(getCart)).reply();
    expect([cart.id, cart.products, cart.is_complete]).toEqual([cartBefore.id, cartBefore.products, false]);
    const openInvoices = (await shop.objects("invoice", { customer: buyer.customer })).filter(
      ({ status }) => status === "open",
    );
    expect(openInvoices).toEqual([]);
    expect(await listMailTypes(buyer)).toEqual([]);

    await shop.choose(buyer, cards.good);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    const { orders, subscriptions } = await shop.books(buyer.org_id);
    expect([orders, subscriptions]).toMatchObject([[{ payment_status: "paid" }], [{ status: "active" }]]);
    expect((await shop.charges(buyer.customer)).length).toBe(2);
  });

  test("submitted twice fails twice and charges nobody", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
    const codes = [(await shop.checkout(buyer)).errcode, (await shop.checkout(buyer)).errcode];
    expect(codes).toEqual(["PAYMENT_FAILED", "PAYMENT_FAILED"]);
    expect([await shop.charges(buyer.customer), (await shop.books(buyer.org_id)).orders]).toEqual([[], []]);
  });
});

describe.each([
  ["a device", () => shop.createProduct()],
  ["a plan", () => shop.createPlan()],
])("%s bought with a card that asks for authentication", (_, create) => {
  test("sends the buyer to the provider's page, and is paid once after they confirmed there", async () => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await create()], cards.asks);
    const answer = (await shop.checkout(buyer)).reply();
    expect([answer.payment_status, answer.action_url]).toEqual([
      "pending",
      expect.stringContaining("/stripe/invoices/"),
    ]);
    expect(await shop.charges(buyer.customer)).toEqual([]);
    const secondAnswer = (await shop.checkout(buyer)).reply();
    expect([secondAnswer.payment_status, secondAnswer.action_url]).toEqual(["pending", answer.action_url]);
    const page = await shop.submit(`${answer.action_url}/authenticate`, { answer: "complete" });
    expect(page.status).toBe(303);
    const statuses = async () => {
      const { attempts, invoices } = await shop.books(buyer.org_id);
      return [attempts[0]?.["status"], invoices[0]?.["payment_status"]];
    };
    await expect.poll(async () => (await shop.sweep(), statuses())).toEqual(["succeeded", "paid"]);
    expect((await shop.charges(buyer.customer)).length).toBe(1);
    expect((await buyer.client.call(getCartByNo, { params: { cart_no: answer.cart_no } })).reply().is_complete).toBe(
      true,
    );
  });
});
