import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  deletePaymentMethod,
  listPaymentMethods,
  openSetupCheckout,
} from "../../../worker/contract/v1/client/billing.ts";
import { getCart, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { updateSubscription } from "../../../worker/contract/v1/admin/subscriptions.ts";
import { startOwnApp } from "../../support/app.ts";
import { type Buyer, type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const fetchMethods = async ({ client }: Buyer) => (await client.call(listPaymentMethods)).reply().data;
const openSetupPage = async ({ client }: Buyer) => (await client.call(openSetupCheckout)).reply().url;

describe("the page on which a payment method is added", () => {
  test("offers what the store can charge, cards and US bank accounts, and no wallet", async () => {
    const page = await (await fetch(await openSetupPage(await shop.buyer()))).text();
    expect(page).toContain("Test card");
    expect(page).toContain("Test bank account");
    expect(page).not.toContain("Link");
  });

  test("verifies a bank account that was entered by hand: it waits with its link, then it pays", async () => {
    const buyer = await shop.buyer();
    const submission = await shop.submit(await openSetupPage(buyer), { choice: "us_bank_by_hand" });
    expect(submission.status).toBe(303);
    const [unverifiedMethod] = await fetchMethods(buyer);
    expect(unverifiedMethod).toMatchObject({ type: "us_bank_account", us_bank_account: { last4: "4321" } });
    const { url = "", arrives_at = "" } = unverifiedMethod?.verification ?? {};
    expect(Date.parse(arrives_at)).toBeGreaterThan(Date.now() + 20 * 3_600_000);
    await shop.fillCart(buyer, [await shop.createProduct()]);
    const body = { stripe_payment_method: { stripe_payment_method_id: unverifiedMethod?.id } };
    const cartAnswer = await buyer.client.call(updateCart, { body });
    const refusedCode = cartAnswer.errcode ?? (await shop.checkout(buyer)).errcode;
    expect(refusedCode).toBe("PAYMENT_METHOD_NOT_FOUND");

    expect((await shop.submit(url, { code: "SM11AA" })).status).toBe(400);
    await shop.advance(2);
    expect((await shop.submit(url, { code: "SM99ZZ" })).status).toBe(400);
    expect((await fetchMethods(buyer)).map(({ verification }) => verification?.url)).toContain(url);
    expect((await shop.submit(url, { code: "sm11aa" })).status).toBe(303);
    const verifiedMethod = (await fetchMethods(buyer)).find(({ id }) => id === unverifiedMethod?.id);
    expect([verifiedMethod?.type, verifiedMethod?.verification]).toEqual(["us_bank_account", undefined]);
    (await buyer.client.call(updateCart, { body })).reply();
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("pending");
    await shop.advance(5);
    await shop.settled();
    expect((await shop.books(buyer.org_id)).orders).toMatchObject([{ payment_status: "paid" }]);
  });
});

describe("a payment method that a plan is paid with", () => {
  const remove = ({ client }: Buyer, id: string) =>
    client.call(deletePaymentMethod, { params: { payment_method_id: id } });

  test("is not removed, in words that say what to do; another one is", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    const [currentMethod] = await fetchMethods(buyer);
    const other = await shop.addMethod(buyer.customer, "4242424242424242");
    const refusal = await remove(buyer, currentMethod?.id ?? "");
    expect([refusal.status, refusal.errcode, refusal.message]).toEqual([
      422,
      "PAYMENT_METHOD_IN_USE",
      "A plan is paid with this payment method. Choose another one for the plan on the billing page first.",
    ]);
    (await remove(buyer, other)).reply();
    expect((await fetchMethods(buyer)).map(({ id }) => id)).toEqual([currentMethod?.id]);
  });

  test("is removed once the plan renews no more", async () => {
    const buyer = await shop.purchase([await shop.createPlan()]);
    await shop.settled();
    const [currentMethod] = await fetchMethods(buyer);
    const [plan] = await shop.query<{ id: string }>("select id from subscriptions where org_id = $1", [buyer.org_id]);
    const admin = await shop.signedInAdmin();
    const end_date = new Date(Date.now() + 10 * 86_400_000).toISOString();
    const params = { subscription_id: plan?.id ?? "" };
    (await admin.client.call(updateSubscription, { params, body: { end_date } })).reply();
    (await remove(buyer, currentMethod?.id ?? "")).reply();
    expect(await fetchMethods(buyer)).toEqual([]);
  });

  test("of an order alone may go at once", async () => {
    const buyer = await shop.purchase([await shop.createProduct()]);
    const [currentMethod] = await fetchMethods(buyer);
    (await remove(buyer, currentMethod?.id ?? "")).reply();
    expect((await buyer.client.call(getCart)).status).toBe(200);
  });
});
