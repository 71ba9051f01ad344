import { expect, test } from "vitest";
import {
  addCartProduct,
  emptyCart,
  getCart,
  listCartProducts,
  removeCartProduct,
  setCartProduct,
  updateCart,
} from "../../../../worker/contract/v1/store/cart.ts";
import { createQuoteRequest } from "../../../../worker/contract/v1/store/quotes.ts";
import { signInColleague } from "./colleague.ts";
import { shop } from "../../../support/store.ts";
import { accept, createSentQuote, fetchQuote, requestQuote } from "./quotes.ts";

const listOrders = async (org_id: string) =>
  shop.query<{ id: string; total: string; shipping: string; tax: string; payment_status: string }>(
    "select id, total, shipping, tax, payment_status from orders where org_id = $1",
    [org_id],
  );
const listLines = (id: string | undefined) =>
  shop.query("select quantity, price::int as price from order_lines where order_id = $1 order by position", [id]);

test("a cart becomes a request and is empty; sending it again finds the request", async () => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct({ price_levels: { "Base Price": 100_00 } });
  const { updated_at } = await shop.fillCart(buyer, [product]);
  const body = { updated_at, note: "For the laboratory" };
  const quoteRequest = (await buyer.client.call(createQuoteRequest, { body })).reply();
  expect(quoteRequest).toMatchObject({
    status: "requested",
    note: "For the laboratory",
    version: 0,
    versions: [],
    requested: [{ product_id: product.id, quantity: 1 }],
    user: { id: buyer.user.id },
  });
  expect((await buyer.client.call(getCart)).reply().products).toEqual({});
  expect((await buyer.client.call(createQuoteRequest, { body })).reply().id).toBe(quoteRequest.id);
});

test("an accepted quote fills the cart at its prices and shipping, and checkout orders it once", async () => {
  const { buyer, id, sent, product } = await createSentQuote({ quantity: 3, price: 80_00, shipping: 5_00 });
  expect(sent).toMatchObject({ status: "sent", version: 1, total: 245_00 });
  expect((await accept(buyer, id)).reply()).toMatchObject({ status: "accepted", accepted_by: { id: buyer.user.id } });
  const cart = (await buyer.client.call(getCart)).reply();
  expect(cart.products).toEqual({ [product.id]: 3 });
  expect(cart.shipping?.price).toBe(5_00);
  await shop.query(`update products set price_levels = '{"Base Price": 99900}' where id = $1`, [product.id]);
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  const [placedOrder, ...others] = await listOrders(buyer.org_id);
  expect(others).toEqual([]);
  expect(Number(placedOrder?.total) - Number(placedOrder?.tax)).toBe(245_00);
  expect(await listLines(placedOrder?.id)).toEqual([{ quantity: 3, price: 80_00 }]);
  expect(await fetchQuote(buyer, id)).toMatchObject({ status: "ordered", order_id: placedOrder?.id });
  expect((await shop.charges(buyer.customer)).map(({ amount }) => amount)).toEqual([Number(placedOrder?.total)]);
});

test("a discount that does not divide by the quantity is exact to the cent", async () => {
  const { buyer, id, sent } = await createSentQuote({ quantity: 3, price: 10_00, discount: 1_00, shipping: 0 });
  expect(sent.versions[0]).toMatchObject({ subtotal: 30_00, discount: 1_00, total: 29_00 });
  (await accept(buyer, id)).reply();
  const { data } = (await buyer.client.call(listCartProducts)).reply();
  expect(data.map(({ quantity, price }) => [quantity, price])).toEqual([
    [1, 9_66],
    [2, 9_67],
  ]);
  (await shop.checkout(buyer)).reply();
  const [placedOrder] = await listOrders(buyer.org_id);
  expect(Number(placedOrder?.total) - Number(placedOrder?.tax)).toBe(29_00);
  expect(await listLines(placedOrder?.id)).toEqual([
    { quantity: 1, price: 9_66 },
    { quantity: 2, price: 9_67 },
  ]);
});

test("what a quote fixes cannot be changed in the cart; emptying it gives the quote back", async () => {
  const { buyer, id, product } = await createSentQuote({ quantity: 2 });
  (await accept(buyer, id)).reply();
  const other = await shop.createProduct();
  const { client } = buyer;
  const lineParams = { params: { id: product.id } };
  const refusals = [
    await client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 1 } }),
    await client.call(setCartProduct, { ...lineParams, body: { quantity: 1 } }),
    await client.call(removeCartProduct, lineParams),
    await client.call(updateCart, { body: { products: { [product.id]: 1 } } }),
    await client.call(createQuoteRequest, {
      body: { updated_at: (await client.call(getCart)).reply().updated_at },
    }),
  ];
  expect(refusals.map(({ errcode }) => errcode)).toEqual(refusals.map(() => "CART_QUOTED"));
  (await client.call(emptyCart)).reply();
  expect(await fetchQuote(buyer, id)).toMatchObject({ status: "sent", accepted_by: null });
  (await accept(buyer, id)).reply();
  expect((await client.call(getCart)).reply().products).toEqual({ [product.id]: 2 });
});

test("a cart with products is not overwritten, but set aside on request", async () => {
  const { buyer, id, product } = await createSentQuote();
  const other = await shop.createProduct();
  const { client } = buyer;
  (await client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 4 } })).reply();
  expect((await accept(buyer, id)).errcode).toBe("CART_NOT_EMPTY");
  expect((await client.call(getCart)).reply().products).toEqual({ [other.id]: 4 });
  expect((await fetchQuote(buyer, id)).status).toBe("sent");
  (await accept(buyer, id, 1, { set_aside: true })).reply();
  expect((await client.call(getCart)).reply().products).toEqual({ [product.id]: 1 });
});

test("a declined card leaves the accepted quote in the cart, to be paid by another", async () => {
  const { buyer, id } = await createSentQuote();
  (await accept(buyer, id)).reply();
  await shop.choose(buyer, "4000000000000341");
  expect((await shop.checkout(buyer)).errcode).toBe("PAYMENT_FAILED");
  expect((await fetchQuote(buyer, id)).status).toBe("accepted");
  await shop.choose(buyer, "4242424242424242");
  expect((await shop.checkout(buyer)).reply().payment_status).toBe("paid");
  expect((await fetchQuote(buyer, id)).status).toBe("ordered");
  expect(await listOrders(buyer.org_id)).toHaveLength(1);
});

test("twenty accept at once: one cart has it", async () => {
  const { buyer, id } = await createSentQuote();
  const colleague = await signInColleague(buyer);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => accept(n % 2 ? buyer : colleague, id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.flatMap(({ errcode }) => errcode ?? []))).toEqual(new Set(["QUOTE_ALREADY_ACCEPTED"]));
  const carts = await shop.query("select 1 from carts where org_id = $1 and quoted is not null", [buyer.org_id]);
  expect(carts).toHaveLength(1);
});

test("subscriptions have no quotes", async () => {
  const buyer = await shop.buyer();
  const { updated_at } = await shop.fillCart(buyer, [await shop.createPlan()]);
  expect((await buyer.client.call(createQuoteRequest, { body: { updated_at } })).errcode).toBe("QUOTE_NOT_FOR_PLANS");
});

test("an older version of the cart, and an empty one, are refused", async () => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct();
  const { updated_at } = await shop.fillCart(buyer, [product]);
  await shop.choose(buyer, "4242424242424242");
  expect((await buyer.client.call(createQuoteRequest, { body: { updated_at } })).errcode).toBe("CART_OUTDATED");
  await requestQuote(buyer, []);
  const emptyVersion = (await buyer.client.call(getCart)).reply().updated_at;
  expect((await buyer.client.call(createQuoteRequest, { body: { updated_at: emptyVersion } })).errcode).toBe(
    "NO_PRODUCTS_IN_CART",
  );
});
