import { describe, expect, test } from "vitest";
import { addCartProduct, emptyCart, listCartProducts } from "../../../worker/contract/v1/store/cart.ts";
import { sendAtOnce } from "../../support/at-once.ts";
import { query } from "../../support/database.ts";
import { shop } from "../../support/store.ts";
import { unknownId, add, setQuantity, remove, fetchCart, change, signInBuyer } from "./cart-calls.ts";

describe("the products of a cart", () => {
  test("are added to, set, removed and emptied; the cart is made when it is first looked at", async () => {
    const { client, user } = await signInBuyer();
    const [one, two] = [await shop.createProduct(), await shop.createProduct()];
    const firstCart = await fetchCart(client);
    expect(firstCart).toMatchObject({ user_id: user.id, products: {}, is_complete: false, tax_amount: null });
    expect((await add(client, one.id, 2)).reply().products).toEqual({ [one.id]: 2 });
    expect((await add(client, one.id, 3)).reply().products).toEqual({ [one.id]: 5 });
    expect((await add(client, two.id)).reply().products).toEqual({ [one.id]: 5, [two.id]: 1 });
    expect((await setQuantity(client, one.id, 4)).reply().products).toEqual({ [one.id]: 4, [two.id]: 1 });
    expect((await remove(client, one.id)).reply().products).toEqual({ [two.id]: 1 });
    (await client.call(emptyCart)).reply();
    expect(await fetchCart(client)).toMatchObject({ id: firstCart.id, cart_no: firstCart.cart_no, products: {} });
  });

  test("are the first thing that makes a cart, too, also when twenty are added at once", async () => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    for (const answer of await sendAtOnce(20, () => add(client, id))) answer.reply();
    expect((await fetchCart(client)).products).toEqual({ [id]: 20 });
  });

  test.each([0, -1, 1.5, 10_001, "2", null, 1e300])("have no quantity of %j", async (quantity) => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    for (const answer of [await add(client, id, quantity), await setQuantity(client, id, quantity)])
      expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["quantity"]]);
  });

  test("need a quantity", async () => {
    const { client } = await signInBuyer();
    const params = { id: (await shop.createProduct()).id };
    const answer = await client.call(addCartProduct, { params, body: {} });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["quantity"]]);
  });

  test("are at most 10,000 of one, however they came there", async () => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    (await add(client, id, 10_000)).reply();
    const moreAnswer = await add(client, id, 1);
    expect([moreAnswer.status, moreAnswer.problems]).toEqual([
      400,
      ["quantity: A cart holds at most 10,000 of a product."],
    ]);
    expect((await fetchCart(client)).products).toEqual({ [id]: 10_000 });
  });

  test("must be sold, have a price at the level, and be there to be set or removed", async () => {
    const { client, user } = await signInBuyer();
    const [absentProduct, unpricedProduct] = [
      await shop.createProduct(),
      await shop.createProduct({ price_levels: {} }),
    ];
    const hiddenProduct = await shop.createProduct({ is_published: false });
    expect([
      (await setQuantity(client, absentProduct.id, 1)).errcode,
      (await remove(client, absentProduct.id)).errcode,
    ]).toEqual(["CART_NOT_FOUND", "CART_NOT_FOUND"]);
    expect((await client.call(emptyCart)).errcode).toBe("CART_NOT_FOUND");
    await fetchCart(client);
    expect([
      (await setQuantity(client, absentProduct.id, 1)).errcode,
      (await remove(client, absentProduct.id)).errcode,
    ]).toEqual(["PRODUCT_NOT_FOUND", "PRODUCT_NOT_FOUND"]);
    expect([(await add(client, unknownId)).errcode, (await add(client, hiddenProduct.id)).errcode]).toEqual([
      "PRODUCT_NOT_FOUND",
      "PRODUCT_NOT_FOUND",
    ]);
    expect((await add(client, unpricedProduct.id)).errcode).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
    await query("update organizations set price_level_name = 'Partner' where id = $1", [user.org_id]);
    expect((await add(client, absentProduct.id)).errcode).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  });

  test("are the same whether an id is written large or small", async () => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    expect((await add(client, id.toUpperCase())).reply().products).toEqual({ [id]: 1 });
    expect((await setQuantity(client, id.toUpperCase(), 2)).reply().products).toEqual({ [id]: 2 });
    expect((await change(client, { products: { [id.toUpperCase()]: 3 } })).reply().products).toEqual({ [id]: 3 });
    expect((await remove(client, id.toUpperCase())).reply().products).toEqual({});
  });

  test("are shown at today's price beside the price last seen", async () => {
    const { client } = await signInBuyer();
    const { id } = await shop.createProduct();
    (await add(client, id, 2)).reply();
    await query(`update products set price_levels = '{"Base Price": 500}' where id = $1`, [id]);
    const fetchLines = async () => (await client.call(listCartProducts)).reply().data;
    const cartBefore = await fetchCart(client);
    expect(await fetchLines()).toMatchObject([{ id, quantity: 2, price: 500, seen_price: 100_00 }]);
    expect((await fetchCart(client)).updated_at).not.toBe(cartBefore.updated_at);
    expect(await fetchLines()).toMatchObject([{ price: 500, seen_price: 500 }]);
  });
});

describe("a plan in the cart", () => {
  test("is there once, and several plans stand beside each other", async () => {
    const { client } = await signInBuyer();
    const [one, two] = [await shop.createPlan(), await shop.createPlan({ subscription_term: "year" })];
    expect((await add(client, one.id, 2)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    (await add(client, one.id)).reply();
    expect((await add(client, one.id)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await setQuantity(client, one.id, 2)).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await change(client, { products: { [one.id]: 2 } })).errcode).toBe("WRONG_SUBSCRIPTION_QUANTITY");
    expect((await add(client, two.id)).reply().products).toEqual({ [one.id]: 1, [two.id]: 1 });
  });

  test.each(["active", "past_due"])("is refused when the organization holds one that is %s", async (status) => {
    const { client, user } = await signInBuyer();
    const { id } = await shop.createPlan();
    await query(
      "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, $3, 1, 'month')",
      [id, user.org_id, status],
    );
    await fetchCart(client);
    expect((await add(client, id)).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
    expect((await change(client, { products: { [id]: 1 } })).errcode).toBe("DUPLICATE_ORG_SUBSCRIPTION");
  });

  test.each(["canceled", "incomplete_expired", "unpaid", "paused"])("is taken when it is %s", async (status) => {
    const { client, user } = await signInBuyer();
    const { id } = await shop.createPlan();
    await query(
      "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, $3, 1, 'month')",
      [id, user.org_id, status],
    );
    expect((await add(client, id)).status).toBe(200);
  });
});
