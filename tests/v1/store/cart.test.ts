import { describe, expect, test } from "vitest";
import { listPaymentMethods, deletePaymentMethod } from "../../../worker/contract/v1/client/billing.ts";
import { getCartByNo, listShippingRates, updateCart } from "../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { address, cards, shop } from "../../support/store.ts";
import { unknownId, add, setQuantity, remove, fetchCart, change, signInBuyer } from "./cart-calls.ts";

describe("PUT cart", () => {
  test("changes only the fields that are sent, and null takes a field away", async () => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    await fetchCart(client);
    const rate = (await client.call(listShippingRates, { query: { country: "US" } })).reply().data[0]?.id;
    (await change(client, { products: { [id]: 2 } })).reply();
    (await change(client, { address: { billing: address } })).reply();
    (await change(client, { shipping_rate_id: rate })).reply();
    const cart = (await change(client, { address: { shipping: { ...address, line1: "2 Dock" } } })).reply();
    expect(cart).toMatchObject({
      products: { [id]: 2 },
      address: { billing: address, shipping: { line1: "2 Dock" } },
      shipping_rate_id: rate,
    });
    const clearedCart = (await change(client, { address: { billing: null }, shipping_rate_id: null })).reply();
    expect(clearedCart).toMatchObject({
      address: { billing: null, shipping: { line1: "2 Dock" } },
      shipping_rate_id: null,
    });
    expect((await change(client, {})).reply().products).toEqual({ [id]: 2 });
  });

  test.each([
    [{ line1: " " }, "Address line 1 is required."],
    [{ line2: "x".repeat(257) }, "Address line 2 must be at most 256 characters."],
    [{ city: "" }, "City is required."],
    [{ state: "x".repeat(65) }, "State or region must be at most 64 characters."],
    [{ postal_code: "1".repeat(33) }, "Postal code must be at most 32 characters."],
    [{ country: "" }, "Country is required."],
    [{ country: "USA" }, "Country must be an ISO 3166 code of two letters."],
  ])("refuses an address with %j in the words of the form", async (invalidField, message) => {
    const { client } = await signInBuyer();
    await fetchCart(client);
    const answer = await change(client, { address: { billing: { ...address, ...invalidField } } });
    expect([answer.status, answer.issues.map((issue) => issue.message)]).toEqual([400, [message]]);
  });

  test("with the version that was read changes nothing that has changed since", async () => {
    const { client } = await signInBuyer();
    const { updated_at } = await fetchCart(client);
    const otherTab = (await change(client, { note: "From another tab", updated_at })).reply();
    const lateAnswer = await change(client, { note: "Late", po_number: "PO-1", updated_at });
    expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "CART_OUTDATED"]);
    expect(await fetchCart(client)).toMatchObject({ note: "From another tab", po_number: null });
    expect((await change(client, { po_number: "PO-1", updated_at: otherTab.updated_at })).reply()).toMatchObject({
      note: "From another tab",
      po_number: "PO-1",
    });
  });

  test("takes a country in small letters, as the ISO code that it is", async () => {
    const { client } = await signInBuyer();
    await fetchCart(client);
    const cart = (await change(client, { address: { billing: { ...address, country: "us" } } })).reply();
    expect(cart.address.billing).toEqual(address);
  });

  test("never takes what is the server's: owner, number, version, tax, completion", async () => {
    const { client, user } = await signInBuyer();
    const cartBefore = await fetchCart(client);
    const serverFields = {
      id: unknownId,
      user_id: unknownId,
      org_id: unknownId,
      cart_no: "C1",
      is_complete: true,
      tax_amount: 1,
      tax_rate: 1,
      version: 99,
      created_at: "2020-01-01T00:00:00.000Z",
    };
    const cartAfter = (await change(client, serverFields)).reply();
    expect(cartAfter).toMatchObject({
      id: cartBefore.id,
      user_id: user.id,
      cart_no: cartBefore.cart_no,
      is_complete: false,
      tax_amount: null,
      tax_rate: null,
    });
  });

  test("refuses unknown products and rates, and quantities out of bounds", async () => {
    const { client } = await signInBuyer();
    expect((await change(client, {})).errcode).toBe("CART_NOT_FOUND");
    await fetchCart(client);
    const { id } = await shop.createProduct();
    expect((await change(client, { products: { [unknownId]: 1 } })).errcode).toBe("PRODUCT_NOT_FOUND");
    expect((await change(client, { shipping_rate_id: unknownId })).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
    for (const body of [
      { products: { [id]: 0 } },
      { products: { [id]: 10_001 } },
      { products: { x: 1 } },
      { shipping_rate_id: "x" },
      { address: { billing: { ...address, country: "USA" } } },
    ])
      expect([body, (await change(client, body)).status]).toEqual([body, 400]);
  });
});

test("a name of a prototype is no product: it is refused, and the cart stays as it is", async () => {
  const [{ client }, { id }] = [await signInBuyer(), await shop.createProduct()];
  await fetchCart(client);
  (await change(client, { products: { [id]: 2 } })).reply();
  const answer = await client.call(updateCart, { body: '{"products": {"__proto__": 5}}' });
  expect([answer.status, answer.message]).toEqual([400, "Bad Request"]);
  expect((await fetchCart(client)).products).toEqual({ [id]: 2 });
});

describe("the payment method of a cart", () => {
  const choose = (client: Client, stripe_payment_method_id: string | null) =>
    change(client, { stripe_payment_method: { stripe_payment_method_id } });

  test("is one of the organization's that has not expired", async () => {
    const [holder, other] = [await shop.buyer(), await shop.buyer()];
    await fetchCart(holder.client);
    const now = new Date();
    const thisMonth = { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() };
    const expiredMethod = await shop.addMethod(holder.customer, cards.good, { exp_month: 1, exp_year: 2020 });
    expect((await choose(holder.client, expiredMethod)).errcode).toBe("PAYMENT_METHOD_EXPIRED");
    const validMethod = await shop.addMethod(holder.customer, cards.good, thisMonth);
    expect((await choose(holder.client, validMethod)).status).toBe(200);
    const foreignMethod = await shop.addMethod(other.customer, cards.good);
    expect((await choose(holder.client, foreignMethod)).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(holder.client, "pm_unknown")).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(holder.client, "../customers")).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(holder.client, null)).reply().stripe_payment_method.stripe_payment_method_id).toBeNull();
  });

  test("is listed and removed by its own organization only", async () => {
    const [holder, other] = [await shop.buyer(), await shop.buyer()];
    const payment_method_id = await shop.addMethod(holder.customer, cards.bank);
    const list = async (client: Client) => (await client.call(listPaymentMethods)).reply().data;
    expect(await list(holder.client)).toMatchObject([{ id: payment_method_id, type: "us_bank_account" }]);
    expect(await list(other.client)).toEqual([]);
    const params = { payment_method_id };
    expect((await other.client.call(deletePaymentMethod, { params })).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    (await holder.client.call(deletePaymentMethod, { params })).reply();
    expect(await list(holder.client)).toEqual([]);
    expect((await holder.client.call(deletePaymentMethod, { params })).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
  });
});

test("updated_at is another one after every change, and none of them comes twice", async () => {
  const { client } = await signInBuyer();
  const { id } = await shop.createProduct();
  const versions = [(await fetchCart(client)).updated_at, (await add(client, id)).reply().updated_at];
  for (let round = 0; round < 5; round += 1) versions.push((await setQuantity(client, id, 1)).reply().updated_at);
  versions.push((await change(client, { address: { billing: address } })).reply().updated_at);
  versions.push((await remove(client, id)).reply().updated_at);
  expect(new Set(versions).size).toBe(versions.length);
  expect((await fetchCart(client)).updated_at).toBe(versions.at(-1));
});

test("a cart is read by its number, by its owner alone, not even by a colleague", async () => {
  const owner = await signInBuyer();
  const { cart_no, id } = await fetchCart(owner.client);
  const fetchByNumber = ({ client }: { client: Client }, number = cart_no) =>
    client.call(getCartByNo, { params: { cart_no: number } });
  expect((await fetchByNumber(owner)).reply().id).toBe(id);
  const colleague = await signedIn({ org_id: owner.user.org_id, roles: ["org", "buyer", "user"] });
  expect([
    (await fetchByNumber(colleague)).errcode,
    (await fetchByNumber(await signInBuyer())).errcode,
    (await fetchByNumber(owner, "C0")).errcode,
  ]).toEqual(Array.from({ length: 3 }, () => "CART_NOT_FOUND"));
});
