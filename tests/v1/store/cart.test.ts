import { describe, expect, test } from "vitest";
import { listPaymentMethods, deletePaymentMethod } from "../../../worker/contract/v1/client/billing.ts";
import {
  addCartProduct,
  emptyCart,
  getCart,
  getCartByNo,
  getCartTax,
  listCartProducts,
  listShippingRates,
  removeCartProduct,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { address, cards, shop } from "../../support/store.ts";

const unknown = "00000000-0000-4000-8000-000000000000";
const add = (client: Client, id: string, quantity: unknown = 1) =>
  client.call(addCartProduct, { params: { id }, body: { quantity } });
const set = (client: Client, id: string, quantity: unknown) =>
  client.call(setCartProduct, { params: { id }, body: { quantity } });
const remove = (client: Client, id: string) => client.call(removeCartProduct, { params: { id } });
const read = async (client: Client) => (await client.call(getCart)).reply();
const change = (client: Client, body: object) => client.call(updateCart, { body });
const buyer = () => signedIn({ roles: ["buyer", "user"] });

describe("the products of a cart", () => {
  test("are added to, set, removed and emptied; the cart is made when it is first looked at", async () => {
    const { client, user } = await buyer();
    const [one, two] = [await shop.createProduct(), await shop.createProduct()];
    const empty = await read(client);
    expect(empty).toMatchObject({ user_id: user.id, products: {}, is_complete: false, tax_amount: null });
    expect((await add(client, one.id, 2)).reply().products).toEqual({ [one.id]: 2 });
    expect((await add(client, one.id, 3)).reply().products).toEqual({ [one.id]: 5 });
    expect((await add(client, two.id)).reply().products).toEqual({ [one.id]: 5, [two.id]: 1 });
    expect((await set(client, one.id, 4)).reply().products).toEqual({ [one.id]: 4, [two.id]: 1 });
    expect((await remove(client, one.id)).reply().products).toEqual({ [two.id]: 1 });
    (await client.call(emptyCart)).reply();
    expect(await read(client)).toMatchObject({ id: empty.id, cart_no: empty.cart_no, products: {} });
  });

  test("are the first thing that makes a cart, too, also when twenty are added at once", async () => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    await Promise.all(Array.from({ length: 20 }, async () => (await add(client, id)).reply()));
    expect((await read(client)).products).toEqual({ [id]: 20 });
  });

  test.each([0, -1, 1.5, 10_001, "2", null, 1e300])("have no quantity of %j", async (quantity) => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    for (const answer of [await add(client, id, quantity), await set(client, id, quantity)])
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["quantity"]]);
  });

  test("need a quantity", async () => {
    const { client } = await buyer();
    const params = { id: (await shop.createProduct()).id };
    const answer = await client.call(addCartProduct, { params, body: {} });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["quantity"]]);
  });

  test("are at most 10,000 of one, however they came there", async () => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    (await add(client, id, 10_000)).reply();
    const more = await add(client, id, 1);
    expect(more.status).toBeGreaterThanOrEqual(400);
    expect((await read(client)).products).toEqual({ [id]: 10_000 });
  });

  test("must be sold, have a price at the level, and be there to be set or removed", async () => {
    const { client, user } = await buyer();
    const [absent, unpriced] = [await shop.createProduct(), await shop.createProduct({ price_levels: {} })];
    const hidden = await shop.createProduct({ is_published: false });
    expect([(await set(client, absent.id, 1)).errcode, (await remove(client, absent.id)).errcode]).toEqual([
      "CART_NOT_FOUND",
      "CART_NOT_FOUND",
    ]);
    expect((await client.call(emptyCart)).errcode).toBe("CART_NOT_FOUND");
    await read(client);
    expect([(await set(client, absent.id, 1)).errcode, (await remove(client, absent.id)).errcode]).toEqual([
      "PRODUCT_NOT_FOUND",
      "PRODUCT_NOT_FOUND",
    ]);
    expect([(await add(client, unknown)).errcode, (await add(client, hidden.id)).errcode]).toEqual([
      "PRODUCT_NOT_FOUND",
      "PRODUCT_NOT_FOUND",
    ]);
    expect((await add(client, unpriced.id)).errcode).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
    await query("update organizations set price_level_name = 'Partner' where id = $1", [user.org_id]);
    expect((await add(client, absent.id)).errcode).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  });

  test("are the same whether an id is written large or small", async () => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    expect((await add(client, id.toUpperCase())).reply().products).toEqual({ [id]: 1 });
    expect((await set(client, id.toUpperCase(), 2)).reply().products).toEqual({ [id]: 2 });
    expect((await change(client, { products: { [id.toUpperCase()]: 3 } })).reply().products).toEqual({ [id]: 3 });
    expect((await remove(client, id.toUpperCase())).reply().products).toEqual({});
  });

  test("are shown at today's price beside the price last seen", async () => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    (await add(client, id, 2)).reply();
    await query(`update products set price_levels = '{"Base Price": 500}' where id = $1`, [id]);
    const shown = async () => (await client.call(listCartProducts)).reply().data;
    const before = await read(client);
    expect(await shown()).toMatchObject([{ id, quantity: 2, price: 500, seen_price: 100_00 }]);
    expect((await read(client)).updated_at).not.toBe(before.updated_at);
    expect(await shown()).toMatchObject([{ price: 500, seen_price: 500 }]);
  });
});

describe("a plan in the cart", () => {
  test("is there once, and several plans stand beside each other", async () => {
    const { client } = await buyer();
    const [one, two] = [await shop.createPlan(), await shop.createPlan({ subscription_term: "year" })];
    expect((await add(client, one.id, 2)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    (await add(client, one.id)).reply();
    expect((await add(client, one.id)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await set(client, one.id, 2)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await change(client, { products: { [one.id]: 2 } })).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await add(client, two.id)).reply().products).toEqual({ [one.id]: 1, [two.id]: 1 });
  });

  test.each(["active", "past_due"])("is refused when the organization holds one that is %s", async (status) => {
    const { client, user } = await buyer();
    const { id } = await shop.createPlan();
    await query(
      "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, $3, 1, 'month')",
      [id, user.org_id, status],
    );
    await read(client);
    expect((await add(client, id)).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
    expect((await change(client, { products: { [id]: 1 } })).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  });

  test.each(["canceled", "incomplete_expired", "unpaid", "paused"])("is taken when it is %s", async (status) => {
    const { client, user } = await buyer();
    const { id } = await shop.createPlan();
    await query(
      "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, $3, 1, 'month')",
      [id, user.org_id, status],
    );
    expect((await add(client, id)).status).toBe(200);
  });
});

describe("PUT cart", () => {
  test("changes only the fields that are sent, and null takes a field away", async () => {
    const { client } = await buyer();
    const { id } = await shop.createProduct();
    await read(client);
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
    const less = (await change(client, { address: { billing: null }, shipping_rate_id: null })).reply();
    expect(less).toMatchObject({ address: { billing: null, shipping: { line1: "2 Dock" } }, shipping_rate_id: null });
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
  ])("refuses an address with %j in the words of the form", async (wrong, message) => {
    const { client } = await buyer();
    await read(client);
    const answer = await change(client, { address: { billing: { ...address, ...wrong } } });
    expect([answer.status, answer.issues.map((issue) => issue.message)]).toEqual([400, [message]]);
  });

  test("takes a country in small letters, as the ISO code that it is", async () => {
    const { client } = await buyer();
    await read(client);
    const cart = (await change(client, { address: { billing: { ...address, country: "us" } } })).reply();
    expect(cart.address.billing).toEqual(address);
  });

  test("never takes what is the server's: owner, number, version, tax, completion", async () => {
    const { client, user } = await buyer();
    const before = await read(client);
    const extra = {
      id: unknown,
      user_id: unknown,
      org_id: unknown,
      cart_no: "C1",
      is_complete: true,
      tax_amount: 1,
      tax_rate: 1,
      version: 99,
      updated_at: "2020-01-01T00:00:00.000Z",
    };
    const after = (await change(client, extra)).reply();
    expect(after).toMatchObject({
      id: before.id,
      user_id: user.id,
      cart_no: before.cart_no,
      is_complete: false,
      tax_amount: null,
      tax_rate: null,
    });
  });

  test("refuses unknown products and rates, and quantities out of bounds", async () => {
    const { client } = await buyer();
    expect((await change(client, {})).errcode).toBe("CART_NOT_FOUND");
    await read(client);
    const { id } = await shop.createProduct();
    expect((await change(client, { products: { [unknown]: 1 } })).errcode).toBe("PRODUCT_NOT_FOUND");
    expect((await change(client, { shipping_rate_id: unknown })).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
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

describe("the payment method of a cart", () => {
  const choose = (client: Client, stripe_payment_method_id: string | null) =>
    change(client, { stripe_payment_method: { stripe_payment_method_id } });

  test("is one of the organization's that has not expired", async () => {
    const [mine, other] = [await shop.buyer(), await shop.buyer()];
    await read(mine.client);
    const now = new Date();
    const thisMonth = { exp_month: now.getUTCMonth() + 1, exp_year: now.getUTCFullYear() };
    const expired = await shop.addMethod(mine.customer, cards.good, { exp_month: 1, exp_year: 2020 });
    expect((await choose(mine.client, expired)).errcode).toBe("PAYMENT_METHOD_EXPIRED");
    const lastMonth = await shop.addMethod(mine.customer, cards.good, thisMonth);
    expect((await choose(mine.client, lastMonth)).status).toBe(200);
    const foreign = await shop.addMethod(other.customer, cards.good);
    expect((await choose(mine.client, foreign)).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(mine.client, "pm_unknown")).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(mine.client, "../customers")).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    expect((await choose(mine.client, null)).reply().stripe_payment_method.stripe_payment_method_id).toBeNull();
  });

  test("is listed and removed by its own organization only", async () => {
    const [mine, other] = [await shop.buyer(), await shop.buyer()];
    const payment_method_id = await shop.addMethod(mine.customer, cards.bank);
    const list = async (client: Client) => (await client.call(listPaymentMethods)).reply().data;
    expect(await list(mine.client)).toMatchObject([{ id: payment_method_id, type: "us_bank_account" }]);
    expect(await list(other.client)).toEqual([]);
    const params = { payment_method_id };
    expect((await other.client.call(deletePaymentMethod, { params })).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
    (await mine.client.call(deletePaymentMethod, { params })).reply();
    expect(await list(mine.client)).toEqual([]);
    expect((await mine.client.call(deletePaymentMethod, { params })).errcode).toBe("PAYMENT_METHOD_NOT_FOUND");
  });
});

test("updated_at is another one after every change, and none of them comes twice", async () => {
  const { client } = await buyer();
  const { id } = await shop.createProduct();
  const seen = [(await read(client)).updated_at, (await add(client, id)).reply().updated_at];
  for (let round = 0; round < 5; round += 1) seen.push((await set(client, id, 1)).reply().updated_at);
  seen.push((await change(client, { address: { billing: address } })).reply().updated_at);
  seen.push((await remove(client, id)).reply().updated_at);
  expect(new Set(seen).size).toBe(seen.length);
  expect((await read(client)).updated_at).toBe(seen.at(-1));
});

test("a cart is read by its number, by its owner alone, not even by a colleague", async () => {
  const owner = await buyer();
  const { cart_no, id } = await read(owner.client);
  const by = ({ client }: { client: Client }, number = cart_no) =>
    client.call(getCartByNo, { params: { cart_no: number } });
  expect((await by(owner)).reply().id).toBe(id);
  const colleague = await signedIn({ org_id: owner.user.org_id, roles: ["org", "buyer", "user"] });
  expect([(await by(colleague)).errcode, (await by(await buyer())).errcode, (await by(owner, "C0")).errcode]).toEqual(
    Array.from({ length: 3 }, () => "CART_NOT_FOUND"),
  );
});

describe("shipping rates", () => {
  test("are those of the country, else the default ones; of the cart's address when no country is named", async () => {
    const { client } = await buyer();
    const rates = async (wanted?: Record<string, string>) =>
      (await client.call(listShippingRates, wanted ? { query: wanted } : {})).reply().data;
    expect(new Set((await rates({ country: "us" })).map(({ country }) => country))).toEqual(new Set(["US"]));
    expect(new Set((await rates({ country: "CA" })).map(({ country }) => country))).toEqual(new Set(["CA"]));
    expect(new Set((await rates({ country: "DE" })).map(({ country }) => country))).toEqual(new Set([null]));
    await read(client);
    (await change(client, { address: { shipping: { ...address, country: "CA" } } })).reply();
    expect(new Set((await rates()).map(({ country }) => country))).toEqual(new Set(["CA"]));
    const prices = (await rates({ country: "US" })).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  test.each(["USA", "1", "", "U$"])("refuse the country %j", async (country) => {
    const { client } = await buyer();
    expect((await client.call(listShippingRates, { query: { country } })).status).toBe(400);
  });
});

describe("the tax of a cart", () => {
  test("is the provider's for the address, stored until something changes", async () => {
    const person = await shop.buyer();
    await shop.fillCart(person, [await shop.createProduct({ type: "software" })]);
    const tax = (await person.client.call(getCartTax)).reply();
    expect(tax).toMatchObject({ tax_amount: 825, tax_rate: 8.25 });
    const { updated_at, tax_amount } = await read(person.client);
    (await person.client.call(getCartTax)).reply();
    expect([(await read(person.client)).updated_at, tax_amount]).toEqual([updated_at, 825]);
    (await change(person.client, { address: { billing: { ...address, state: "OR" } } })).reply();
    expect((await read(person.client)).tax_amount).toBeNull();
    expect((await person.client.call(getCartTax)).reply().tax_amount).toBe(0);
  });

  test.each([
    ["00000", "TAX_LOCATION_INVALID"],
    ["99999", "TAX_CALCULATION_FAILED"],
  ])("of the postal code %s is refused with %s", async (postal_code, errcode) => {
    const person = await shop.buyer();
    await shop.fillCart(person, [await shop.createProduct()]);
    (await change(person.client, { address: { shipping: { ...address, postal_code } } })).reply();
    const answer = await person.client.call(getCartTax);
    expect([answer.status, answer.errcode]).toEqual([422, errcode]);
  });

  test("needs a cart, something in it and an address", async () => {
    const { client } = await buyer();
    const tax = async () => (await client.call(getCartTax)).errcode;
    expect(await tax()).toBe("CART_NOT_FOUND");
    await read(client);
    expect(await tax()).toBe("NO_PRODUCTS_IN_CART");
    (await add(client, (await shop.createProduct()).id)).reply();
    expect(await tax()).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  });
});
