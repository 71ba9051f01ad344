import { describe, expect, test } from "vitest";
import {
  addCartProduct,
  calculateCartTax,
  getCart,
  listShippingRates,
  setCartProduct,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import {
  createShippingRate,
  deleteShippingRate,
  updateShippingRate,
} from "../../../worker/contract/v1/admin/shipping-rates.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { query } from "../../support/database.ts";
import { createRate } from "../../support/shipping/rates.ts";
import { shop } from "../../support/store.ts";

type RateFields = Parameters<typeof createRate>[0];

/** A buyer with one device of $100 in the cart, shipped by the rate of an unused country. */
async function createCart(fields: RateFields = {}) {
  const createdRate = await createRate(fields);
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const { rate, address } = createdRate;
  const body = { address: { billing: address, shipping: address }, shipping_rate_id: rate.id };
  const cart = (await buyer.client.call(updateCart, { body })).reply();
  return { ...createdRate, buyer, device, cart };
}
type CartSetup = Awaited<ReturnType<typeof createCart>>;

const findOrder = async ({ buyer }: CartSetup) => {
  const [order] = await query<{ total: number; shipping: number }>(
    "select total::int, shipping::int from orders where org_id = $1",
    [buyer.org_id],
  );
  return order;
};
const fetchCart = async ({ buyer }: CartSetup) => (await buyer.client.call(getCart)).reply();

describe("nobody pays for shipping what they were not shown", () => {
  const change =
    (body: object) =>
    async ({ admin, rate }: CartSetup) => {
      (await admin.call(updateShippingRate, { params: { id: rate.id }, body: Object(body) })).reply();
    };
  test.each([
    ["the price", {}, change({ price: 30_00 }), { price: 30_00 }, 130_00],
    ["the days", {}, change({ days_max: 9 }), { days_max: 9 }, 120_00],
    ["the name", {}, change({ option: "Road" }), { option: "Road" }, 120_00],
    ["from when it is free", {}, change({ free_from: 500_00 }), { free_from: 500_00 }, 120_00],
    ["a threshold that the cart reaches", {}, change({ free_from: 100_00 }), { price: 0, full_price: 20_00 }, 100_00],
    ["a threshold that is taken away", { free_from: 1 }, change({ free_from: null }), { price: 20_00 }, 120_00],
  ] as const)("%s changed after the buyer saw it", async (_name, fields, changeRate, expectedShipping, total) => {
    const setup = await createCart(fields);
    const { buyer, cart } = setup;
    await changeRate(setup);
    const refusal = await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    expect([refusal.status, refusal.errcode]).toEqual([422, "CART_OUTDATED"]);
    expect([await shop.charges(buyer.customer), await findOrder(setup)]).toEqual([[], undefined]);
    const shownCart = await fetchCart(setup);
    expect(shownCart.shipping).toMatchObject(expectedShipping);
    expect(shownCart.previous_shipping).toEqual(cart.shipping);
    expect(shownCart.updated_at > cart.updated_at).toBe(true);
    // A buyer who does not review the cart again is refused again.
    expect((await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } })).errcode).toBe(
      "CART_OUTDATED",
    );
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    expect(await findOrder(setup)).toEqual({ total, shipping: total - 100_00 });
    expect(await shop.sum(buyer.customer)).toBe(total);
  });

  test.each([
    ["switched off", change({ is_active: false })],
    [
      "deleted",
      async ({ admin, rate }: CartSetup) => {
        (await admin.call(deleteShippingRate, { params: { id: rate.id } })).reply();
      },
    ],
    ["moved to another country", change({ country: "AQ", option: `Moved ${Date.now()}` })],
  ])("a rate that was %s is outdated first and not found then", async (_name, changeRate) => {
    const setup = await createCart();
    await changeRate(setup);
    const { buyer, cart } = setup;
    expect((await shop.checkout(buyer)).errcode).toBe("CART_OUTDATED");
    expect(await fetchCart(setup)).toMatchObject({ shipping: null, previous_shipping: cart.shipping });
    expect((await shop.checkout(buyer)).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
    expect(await shop.charges(buyer.customer)).toEqual([]);
  });

  test("a country that gets rates of its own leaves those of everywhere else", async () => {
    const setup = await createCart();
    const { admin, rate, country, buyer } = setup;
    await admin.call(deleteShippingRate, { params: { id: rate.id } });
    const [defaultRate] = (await buyer.client.call(listShippingRates)).reply().data;
    (await buyer.client.call(updateCart, { body: { shipping_rate_id: defaultRate?.id } })).reply();
    (await admin.call(createShippingRate, { body: { country, option: "Own", price: 1 } })).reply();
    expect((await shop.checkout(buyer)).errcode).toBe("CART_OUTDATED");
    expect((await shop.checkout(buyer)).errcode).toBe("SHIPPING_RATE_NOT_FOUND");
  });

  test("looking at the rates shows the change, and what was seen before", async () => {
    const setup = await createCart();
    const { buyer, cart, rate } = setup;
    await change({ price: 35_00 })(setup);
    const [offeredRate] = (await buyer.client.call(listShippingRates)).reply().data;
    expect(offeredRate).toMatchObject({ id: rate.id, price: 35_00, full_price: 35_00 });
    const shownCart = await fetchCart(setup);
    expect([shownCart.shipping?.price, shownCart.previous_shipping?.price]).toEqual([35_00, 20_00]);
    expect((await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } })).errcode).toBe(
      "CART_OUTDATED",
    );
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  });

  test("a change during the checkout's own calls is noticed when the cart is claimed", async () => {
    const setup = await createCart();
    const { buyer, cart } = setup;
    const pendingCheckout = buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    await change({ price: 31_00 })(setup);
    const answer = await pendingCheckout;
    const order = await findOrder(setup);
    // Whichever came first, the total that the buyer saw is paid, or nothing.
    if (answer.status === 200) expect(order).toEqual({ total: 120_00, shipping: 20_00 });
    else expect([answer.errcode, order]).toEqual(["CART_OUTDATED", undefined]);
  });

  test("a rate that is saved without a change outdates nothing", async () => {
    const setup = await createCart();
    await change({ price: 20_00 })(setup);
    expect((await shop.checkout(setup.buyer)).reply().payment_status).toBe("paid");
  });
});

describe("shipping that is free from an amount on", () => {
  test("follows the goods of the cart, without plans, and is told with every change", async () => {
    const { buyer, device, cart, rate } = await createCart({ free_from: 200_00 });
    expect(cart.shipping).toMatchObject({ id: rate.id, price: 20_00, full_price: 20_00, free_from: 200_00 });
    const plan = await shop.createPlan({ price_levels: { "Base Price": 500_00 } });
    const add = { params: { id: plan.id }, body: { quantity: 1 } };
    expect((await buyer.client.call(addCartProduct, add)).reply().shipping?.price).toBe(20_00);
    const setQuantity = async (quantity: number) =>
      (await buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity } })).reply();
    const [one, two] = [cart.shipping, await setQuantity(2)];
    expect([two.shipping?.price, two.previous_shipping]).toEqual([0, one]);
    expect((await buyer.client.call(listShippingRates)).reply().data).toMatchObject([{ price: 0, full_price: 20_00 }]);
    // The version from before the threshold was crossed is outdated.
    expect((await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } })).errcode).toBe(
      "CART_OUTDATED",
    );
    expect((await setQuantity(1)).shipping?.price).toBe(20_00);
    expect((await setQuantity(2)).shipping?.price).toBe(0);
    expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
    const [order] = await query("select total::int, shipping::int from orders where org_id = $1", [buyer.org_id]);
    expect(order).toEqual({ total: 200_00, shipping: 0 });
    const [invoice] = await query(
      "select shipping::int, amount::int from invoices where org_id = $1 and reference_type = 'order'",
      [buyer.org_id],
    );
    expect(invoice).toEqual({ shipping: 0, amount: 200_00 });
  });

  test("is no part of what is taxed", async () => {
    const { buyer, rate, admin } = await createCart();
    (await admin.call(updateShippingRate, { params: { id: rate.id }, body: { free_from: 1 } })).reply();
    (await buyer.client.call(listShippingRates)).reply();
    expect((await buyer.client.call(calculateCartTax)).reply().tax_amount).toBe(0);
    const [calculation] = await query<{ shipping_tax: number }>(
      "select (tax_calculation ->> 'shipping_tax')::int as shipping_tax from carts where user_id = $1",
      [buyer.user.id],
    );
    expect(calculation?.shipping_tax).toBe(0);
  });
});
