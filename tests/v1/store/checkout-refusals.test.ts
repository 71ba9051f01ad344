import { describe, expect, test } from "vitest";
import {
  addCartProduct,
  getCart,
  listCartProducts,
  listShippingRates,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { query } from "../../support/database.ts";
import { addMicrosecond, spellInstant } from "../../support/spellings.ts";
import { address, cards, shop } from "../../support/store.ts";

test("refuses what is wrong in the order of the catalogue, from the cart to the payment", async () => {
  const { client, ...rest } = await shop.buyer();
  const buyer = { client, ...rest };
  const submit = async (updated_at: string) => {
    const answer = await client.call(checkoutCart, { body: { updated_at } });
    return answer.errcode ?? answer.issues[0]?.path.join(".") ?? String(answer.status);
  };
  const submitCurrent = async () => submit((await client.call(getCart)).reply().updated_at);
  const change = async (body: object) => (await client.call(updateCart, { body })).reply();
  const choosePayment = async (number: string) => shop.choose(buyer, number);
  expect(await submit("2020-01-01T00:00:00.000Z")).toBe("CART_NOT_FOUND");
  (await client.call(getCart)).reply();
  expect(await submit("2020-01-01T00:00:00.000Z")).toBe("CART_OUTDATED");
  expect(await submitCurrent()).toBe("NO_PRODUCTS_IN_CART");

  const [device, plan] = [await shop.createProduct(), await shop.createPlan()];
  for (const { id } of [device, plan])
    (await client.call(addCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
  await query("update products set price_levels = '{}' where id = $1", [device.id]);
  expect(await submitCurrent()).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
  await query("update organizations set price_level_name = 'Partner' where id = $1", [rest.org_id]);
  expect(await submitCurrent()).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  await query("update organizations set price_level_name = null where id = $1", [rest.org_id]);
  await query(`update products set price_levels = '{"Base Price": 10000}' where id = $1`, [device.id]);

  const [heldPlan] = await query<{ id: string }>(
    "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month') returning id",
    [plan.id, rest.org_id],
  );
  expect(await submitCurrent()).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  await query("delete from subscriptions where id = $1", [heldPlan?.id]);
  await query("update carts set products = products || jsonb_build_object($1::text, 2) where user_id = $2", [
    plan.id,
    rest.user.id,
  ]);
  expect(["INVALID_SUBSCRIPTION_QTY", "WRONG_SUBSCRIPTION_QUANTITY"]).toContain(await submitCurrent());
  (await client.call(setCartProduct, { params: { id: plan.id }, body: { quantity: 1 } })).reply();

  expect(await submitCurrent()).toBe("address.billing");
  await change({ address: { billing: address } });
  expect(await submitCurrent()).toBe("PAYMENT_METHOD_NOT_FOUND");
  const expiredMethod = await shop.addMethod(rest.customer, cards.good, { exp_month: 1, exp_year: 2020 });
  await query("update carts set stripe_payment_method_id = $1 where user_id = $2", [expiredMethod, rest.user.id]);
  expect(await submitCurrent()).toBe("PAYMENT_METHOD_EXPIRED");
  await choosePayment(cards.declines);
  expect(await submitCurrent()).toBe("SHIPPING_ADDRESS_NOT_FOUND");
  await change({ address: { shipping: address } });
  expect(await submitCurrent()).toBe("SHIPPING_RATE_NOT_FOUND");
  const rates = (await client.call(listShippingRates)).reply().data;
  await change({ shipping_rate_id: rates[0]?.id, address: { shipping: { ...address, postal_code: "00000" } } });
  expect(await submitCurrent()).toBe("TAX_LOCATION_INVALID");
  await change({ address: { shipping: { ...address, postal_code: "99999" } } });
  expect(await submitCurrent()).toBe("TAX_CALCULATION_FAILED");
  await change({ address: { shipping: address } });
  expect(await shop.charges(rest.customer)).toEqual([]);
  expect(await submitCurrent()).toBe("PAYMENT_FAILED");
  const { updated_at } = await choosePayment(cards.good);
  expect(await submit(updated_at)).toBe("200");
  expect(await submit(updated_at)).toBe("ORDER_ALREADY_PAID");
});

describe("nobody pays what they were not shown", () => {
  test("a price that changed since makes the cart outdated, until it was looked at again", async () => {
    const device = await shop.createProduct();
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    await query(`update products set price_levels = '{"Base Price": 12345}' where id = $1`, [device.id]);
    expect((await shop.checkout(buyer)).errcode).toBe("CART_OUTDATED");
    expect(await shop.charges(buyer.customer)).toEqual([]);
    const cartLines = (await buyer.client.call(listCartProducts)).reply().data;
    expect(cartLines.map(({ price }) => price)).toEqual([12345]);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  });

  test("an updated_at from before a change is outdated", async () => {
    const buyer = await shop.buyer();
    const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
    const { id } = await shop.createProduct();
    (await buyer.client.call(addCartProduct, { params: { id }, body: { quantity: 1 } })).reply();
    expect((await buyer.client.call(checkoutCart, { body: { updated_at } })).errcode).toBe("CART_OUTDATED");
    expect(await shop.books(buyer.org_id)).toMatchObject({ orders: [], attempts: [] });
  });

  test("the cart's updated_at is an instant, however it is written", async () => {
    for (const at of [0, 1, 2, 3]) {
      const buyer = await shop.buyer();
      const { updated_at } = await shop.fillCart(buyer, [await shop.createProduct()]);
      const laterAnswer = await buyer.client.call(checkoutCart, { body: { updated_at: addMicrosecond(updated_at) } });
      expect(laterAnswer.errcode).toBe("CART_OUTDATED");
      const spelling = spellInstant(updated_at)[at];
      const answer = await buyer.client.call(checkoutCart, { body: { updated_at: spelling } });
      expect(answer.reply().payment_status, spelling).toBe("paid");
    }
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    expect((await buyer.client.call(checkoutCart, { body: { updated_at: "now" } })).errcode).toBe("CART_OUTDATED");
  });

  test.each(["CA", null])("a shipping rate of %s is refused for an address in the US", async (country) => {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [await shop.createProduct()]);
    const [rate] = await query<{ id: string }>("select id from shipping_rates where country is not distinct from $1", [
      country,
    ]);
    const answer = await buyer.client.call(updateCart, { body: { shipping_rate_id: rate?.id } });
    const refusalCode = answer.errcode ?? (await shop.checkout(buyer)).errcode;
    expect(refusalCode).toBe("SHIPPING_RATE_NOT_FOUND");
  });

  test("a product that is no longer sold is not bought", async () => {
    const device = await shop.createProduct();
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, [device]);
    await query("update products set is_published = false where id = $1", [device.id]);
    const answer = await shop.checkout(buyer);
    expect([answer.status >= 400 && answer.status < 500, await shop.charges(buyer.customer)]).toEqual([true, []]);
  });
});
