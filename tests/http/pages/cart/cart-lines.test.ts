import { expect, test } from "vitest";
import { getCart } from "../../../../worker/contract/v1/store/cart.ts";
import { sendAtOnce } from "../../../support/at-once.ts";
import type { Client } from "../../../support/client.ts";
import { postForm } from "../../../support/forms.ts";
import { shop } from "../../../support/store.ts";

const add = (client: Client, quantities: Record<string, number>) =>
  postForm(
    client,
    "/portal/quick-order/add",
    Object.entries(quantities).map(([id, count]) => [`products.${id}`, String(count)]),
  );
const fetchQuantities = async (client: Client) => (await client.call(getCart)).reply().products;

test("many products are added to what the cart holds already, by one change of it", async () => {
  const { client, user } = await shop.buyer();
  const [one, other] = [await shop.createProduct(), await shop.createProduct()];
  expect((await add(client, { [one.id]: 2 })).headers.get("location")).toBe("/store/cart");
  await add(client, { [one.id]: 3, [other.id]: 4 });
  expect(await fetchQuantities(client)).toEqual({ [one.id]: 5, [other.id]: 4 });
  const [cart] = await shop.query<{ version: number; seen_prices: object }>(
    "select version, seen_prices from carts where user_id = $1",
    [user.id],
  );
  expect(cart?.seen_prices).toEqual({ [one.id]: 100_00, [other.id]: 100_00 });
});

test("what may not be added alone may not be added among others: unsold, without a price, a plan twice, too many", async () => {
  const { client, org_id } = await shop.buyer();
  const goodProduct = await shop.createProduct();
  const [unsoldProduct, unpricedProduct, heldPlan, doublePlan] = await Promise.all([
    shop.createProduct({ is_published: false }),
    shop.createProduct({ price_levels: { Partner: 100 } }),
    shop.createPlan(),
    shop.createPlan(),
  ]);
  await shop.query(
    "insert into subscriptions (product_id, org_id, status, amount, interval) values ($1, $2, 'active', 4900, 'month')",
    [heldPlan.id, org_id],
  );
  await add(client, { [goodProduct.id]: 9_999 });
  await add(client, {
    [unsoldProduct.id]: 1,
    [unpricedProduct.id]: 1,
    [heldPlan.id]: 1,
    [doublePlan.id]: 2,
    [goodProduct.id]: 2,
  });
  expect(await fetchQuantities(client)).toEqual({ [goodProduct.id]: 9_999 });
  await add(client, { [unsoldProduct.id]: 1, [goodProduct.id]: 1 });
  expect(await fetchQuantities(client)).toEqual({ [goodProduct.id]: 10_000 });
});

test("twenty additions at once are all there", async () => {
  const { client } = await shop.buyer();
  const [one, other] = [await shop.createProduct(), await shop.createProduct()];
  const answers = await sendAtOnce(20, () => add(client, { [one.id]: 1, [other.id]: 2 }));
  expect(answers.every(({ status }) => status === 303)).toBe(true);
  expect(await fetchQuantities(client)).toEqual({ [one.id]: 20, [other.id]: 40 });
});

test("a cart that is being paid stays as it is", async () => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct();
  await add(buyer.client, { [product.id]: 1 });
  await shop.query("update carts set attempt_id = gen_random_uuid() where user_id = $1", [buyer.user.id]);
  await add(buyer.client, { [product.id]: 1 });
  const [cart] = await shop.query<{ products: object }>("select products from carts where user_id = $1", [
    buyer.user.id,
  ]);
  expect(cart?.products).toEqual({ [product.id]: 1 });
});
