import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addCartProduct, getCart, updateCart } from "../../../../worker/contract/v1/store/cart.ts";
import { signedIn } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { address, type Buyer, shop } from "../../../support/store.ts";

const post = (client: Client, order_id: string, fields: [string, string][]) =>
  postForm(client, `/portal/orders/${order_id}/again`, fields, { origin: shop.url ?? "" });

const fetchCartProducts = async ({ client }: Buyer) => (await client.call(getCart)).reply().products;
const versionIn = (html: string) => /name="cart_version" value="([^"]*)"/.exec(html)?.[1] ?? "";

async function placeOrder() {
  const product = await shop.createProduct();
  const buyer = await shop.purchase([product]);
  const order_id = buyer.bought.order_id ?? "";
  const html = await (await buyer.client.fetch(`/portal/orders/${order_id}/again`)).text();
  const fields = (quantity: string, version = versionIn(html)): [string, string][] => [
    ["cart_version", version],
    ["id", product.id],
    [`products.${product.id}`, quantity],
  ];
  return { product, buyer, order_id, html, fields };
}

test("a second press adds nothing more, and says that the cart has changed", async () => {
  const { product, buyer, order_id, fields } = await placeOrder();
  const first = await post(buyer.client, order_id, [...fields("3"), ["to", "checkout"]]);
  expect([first.status, first.headers.get("location")]).toEqual([303, "/store/checkout"]);
  const second = await post(buyer.client, order_id, [...fields("3"), ["to", "checkout"]]);
  expect(second.status).toBe(422);
  const html = await second.text();
  expect(html).toContain("Your cart has changed since this page was opened.");
  expect(html, "with what it holds now").toContain(`Your cart already has 3 ${product.name}`);
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 3 });
  const third = await post(buyer.client, order_id, fields("2", versionIn(html)));
  expect([third.status, third.headers.get("location")]).toEqual([303, "/store/cart"]);
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 5 });
});

test("a comma in a product's name does not end it", async () => {
  const { buyer, order_id } = await placeOrder();
  const heldProduct = await shop.createProduct({ name: unique("Cable, 5 m,") });
  (await buyer.client.call(addCartProduct, { params: { id: heldProduct.id }, body: { quantity: 2 } })).reply();
  const html = await (await buyer.client.fetch(`/portal/orders/${order_id}/again`)).text();
  expect(html).toContain(`Your cart already has 2 ${heldProduct.name}<`);
});

test("two presses at once add once", async () => {
  const { product, buyer, order_id, fields } = await placeOrder();
  const answers = await Promise.all([1, 2, 3].map(() => post(buyer.client, order_id, fields("2"))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422, 422]);
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 2 });
});

test.each(["0", "-1", "1.5", "five", "", "10001"])("a quantity of %j is refused and stays as typed", async (typed) => {
  const { buyer, order_id, fields } = await placeOrder();
  const answer = await post(buyer.client, order_id, fields(typed));
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("The quantity must be a whole number from 1 to 10,000.");
  expect(html).toMatch(new RegExp(`name="products\\.[^>]* value${typed === "" ? " " : `="${typed}"`}`));
});

test("without a tick nothing is added, whatever the quantities say", async () => {
  const { product, buyer, order_id, fields } = await placeOrder();
  const answer = await post(
    buyer.client,
    order_id,
    fields("nonsense").filter(([name]) => name !== "id"),
  );
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("Tick at least one product to order it again.");
  (await buyer.client.call(addCartProduct, { params: { id: product.id }, body: { quantity: 1 } })).reply();
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 1 });
});

test("a cart that is emptied first holds the order alone, also without anything left to sell", async () => {
  const { product, buyer, order_id } = await placeOrder();
  const other = await shop.createProduct();
  (await buyer.client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 7 } })).reply();
  (await buyer.client.call(addCartProduct, { params: { id: product.id }, body: { quantity: 4 } })).reply();
  const html = await (await buyer.client.fetch(`/portal/orders/${order_id}/again`)).text();
  const version = versionIn(html);
  const fields = (id: string): [string, string][] => [
    ["cart_version", version],
    ["is_emptied", "true"],
    ["id", id],
    [`products.${id}`, "2"],
  ];
  const refused = await post(buyer.client, order_id, fields(randomUUID()));
  expect(refused.status).toBe(422);
  expect(await fetchCartProducts(buyer), "a refusal leaves the cart").toEqual({ [other.id]: 7, [product.id]: 4 });
  expect((await post(buyer.client, order_id, fields(product.id))).status).toBe(303);
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 2 });
});

test("a cart without an address goes where the order went, any other stays", async () => {
  const { product, buyer, order_id, fields } = await placeOrder();
  expect((await post(buyer.client, order_id, fields("1"))).status).toBe(303);
  const read = async () => (await buyer.client.call(getCart)).reply();
  const { address: copiedAddress, shipping_rate_id } = await read();
  expect(copiedAddress).toMatchObject({ shipping: address, billing: address });
  expect(shipping_rate_id).not.toBeNull();
  const otherAddress = { ...address, line1: "2 Side Street" };
  (await buyer.client.call(updateCart, { body: { address: { shipping: otherAddress } } })).reply();
  const html = await (await buyer.client.fetch(`/portal/orders/${order_id}/again`)).text();
  expect((await post(buyer.client, order_id, fields("1", versionIn(html)))).status).toBe(303);
  expect((await read()).address).toMatchObject({ shipping: otherAddress, billing: address });
  expect(await fetchCartProducts(buyer)).toEqual({ [product.id]: 2 });
  // Another organization's cart does not get the address either.
  const stranger = await shop.buyer();
  const answer = await post(stranger.client, order_id, fields("1", ""));
  expect(answer.status).toBe(303);
  expect((await stranger.client.call(getCart)).reply().address).toEqual({ shipping: null, billing: null });
});

test("another organization's order and a person who may not buy are refused", async () => {
  const { buyer, order_id, fields } = await placeOrder();
  const stranger = await signedIn({ roles: ["buyer", "user"] });
  expect((await stranger.client.fetch(`/portal/orders/${order_id}/again`)).status).toBe(403);
  const member = await signedIn({ org_id: buyer.org_id });
  expect((await post(member.client, order_id, fields("1"))).status).toBe(403);
});
