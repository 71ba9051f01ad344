import { describe, expect, test } from "vitest";
import { calculateCartTax, listShippingRates } from "../../../worker/contract/v1/store/cart.ts";
import { address, shop } from "../../support/store.ts";
import { add, fetchCart, change, signInBuyer } from "./cart-calls.ts";

describe("shipping rates", () => {
  test("are those of the country, else the default ones; of the cart's address when no country is named", async () => {
    const { client } = await signInBuyer();
    const fetchRates = async (filters?: Record<string, string>) =>
      (await client.call(listShippingRates, filters ? { query: filters } : {})).reply().data;
    expect(new Set((await fetchRates({ country: "us" })).map(({ country }) => country))).toEqual(new Set(["US"]));
    expect(new Set((await fetchRates({ country: "CA" })).map(({ country }) => country))).toEqual(new Set(["CA"]));
    expect(new Set((await fetchRates({ country: "DE" })).map(({ country }) => country))).toEqual(new Set([null]));
    await fetchCart(client);
    (await change(client, { address: { shipping: { ...address, country: "CA" } } })).reply();
    for (const noCountry of [undefined, { country: "" }])
      expect(new Set((await fetchRates(noCountry)).map(({ country }) => country))).toEqual(new Set(["CA"]));
    const prices = (await fetchRates({ country: "US" })).map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  test.each(["USA", "1", "U$"])("refuse the country %j", async (country) => {
    const { client } = await signInBuyer();
    expect((await client.call(listShippingRates, { query: { country } })).status).toBe(400);
  });
});

describe("the tax of a cart", () => {
  test("is the provider's for the address, stored until something changes", async () => {
    const person = await shop.buyer();
    await shop.fillCart(person, [await shop.createProduct({ type: "software" })]);
    const tax = (await person.client.call(calculateCartTax)).reply();
    expect(tax).toMatchObject({ tax_amount: 825, tax_rate: 8.25 });
    const { updated_at, tax_amount } = await fetchCart(person.client);
    (await person.client.call(calculateCartTax)).reply();
    expect([(await fetchCart(person.client)).updated_at, tax_amount]).toEqual([updated_at, 825]);
    (await change(person.client, { address: { billing: { ...address, state: "OR" } } })).reply();
    expect((await fetchCart(person.client)).tax_amount).toBeNull();
    expect((await person.client.call(calculateCartTax)).reply().tax_amount).toBe(0);
  });

  test.each([
    ["00000", "TAX_LOCATION_INVALID"],
    ["99999", "TAX_CALCULATION_FAILED"],
  ])("of the postal code %s is refused with %s", async (postal_code, errcode) => {
    const person = await shop.buyer();
    await shop.fillCart(person, [await shop.createProduct()]);
    (await change(person.client, { address: { shipping: { ...address, postal_code } } })).reply();
    const answer = await person.client.call(calculateCartTax);
    expect([answer.status, answer.errcode]).toEqual([422, errcode]);
  });

  test("needs a cart, something in it and an address", async () => {
    const { client } = await signInBuyer();
    const fetchTaxErrcode = async () => (await client.call(calculateCartTax)).errcode;
    expect(await fetchTaxErrcode()).toBe("CART_NOT_FOUND");
    await fetchCart(client);
    expect(await fetchTaxErrcode()).toBe("NO_PRODUCTS_IN_CART");
    (await add(client, (await shop.createProduct()).id)).reply();
    expect(await fetchTaxErrcode()).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  });
});
