import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { updateProductPrices } from "../../../worker/contract/v1/admin/product-prices.ts";
import { getAdminProduct } from "../../../worker/contract/v1/admin/products.ts";
import { createPriceLevel } from "../../../worker/contract/v1/admin/price-levels.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";

const base = "Base Price";
const readProduct = async (client: Client, product_id: string) =>
  (await client.call(getAdminProduct, { params: { product_id } })).reply();
const savePrices = (client: Client, prices: object[]) => client.call(updateProductPrices, { body: { prices } });
const createLevel = async (client: Client) =>
  (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply().name;
const listHistory = (product_id: string) =>
  query<{ level: string; price: number | null; source: string; actor_id: string | null }>(
    "select level, price::int, source, actor_id from price_changes where product_id = $1 and source <> 'database' order by id",
    [product_id],
  );

describe("the prices of several products", () => {
  test("are saved together with their history, and a null takes one away", async () => {
    const { client, user } = await signedInAdmin();
    const level = await createLevel(client);
    const [one, other] = [
      await shop.createProduct({ price_levels: { [base]: 100_00 } }),
      await shop.createProduct({ price_levels: { [base]: 50_00, [level]: 40_00 } }),
    ];
    const { updated_at } = await readProduct(client, one.id);
    const { data, meta } = (
      await savePrices(client, [
        { product_id: one.id, level: base, price: 110_00, updated_at },
        { product_id: one.id, level, price: 99_99, updated_at },
        { product_id: other.id, level, price: null },
      ])
    ).reply();
    expect(meta.count).toBe(2);
    expect(data.find(({ product_id }) => product_id === one.id)?.price_levels).toEqual({
      [base]: 110_00,
      [level]: 99_99,
    });
    expect((await readProduct(client, other.id)).price_levels).toEqual({ [base]: 50_00 });
    expect((await readProduct(client, one.id)).updated_at > updated_at).toBe(true);
    const author = { source: "manual", actor_id: user.id };
    expect(await listHistory(one.id)).toEqual(
      expect.arrayContaining([
        { level: base, price: 110_00, ...author },
        { level, price: 99_99, ...author },
      ]),
    );
    expect(await listHistory(other.id)).toEqual([{ level, price: null, ...author }]);
    const audit = await query("select 1 from audit_log where subject_id = any($1) and action = 'updateProduct'", [
      [one.id, other.id],
    ]);
    expect(audit).toHaveLength(2);
    const again = (await savePrices(client, [{ product_id: one.id, level: base, price: 110_00 }])).reply();
    expect(again.data, "what is as it was is not changed").toEqual([]);
  });

  test.each([
    ["PRODUCT_NOT_FOUND", () => ({ product_id: randomUUID() })],
    ["OBJECT_OUTDATED", () => ({ updated_at: "2020-01-01T00:00:00.000Z" })],
    ["PRODUCT_PRICE_LEVEL_NOT_FOUND", () => ({ level: unique("Nobody's") })],
    ["PRODUCT_BASE_PRICE_NOT_FOUND", () => ({ price: null })],
  ])("are none of them saved when one is refused by %s", async (errcode, invalidFields) => {
    const { client } = await signedInAdmin();
    const [good, bad] = [await shop.createProduct(), await shop.createProduct()];
    const answer = await savePrices(client, [
      { product_id: good.id, level: base, price: 1 },
      { product_id: bad.id, level: base, price: 2, ...invalidFields() },
    ]);
    expect([answer.status, answer.errcode]).toEqual([errcode === "PRODUCT_NOT_FOUND" ? 404 : 422, errcode]);
    expect((await readProduct(client, good.id)).price_levels).toEqual({ [base]: 100_00 });
    expect(await listHistory(good.id)).toEqual([]);
  });

  test("of NetSuite stay as they are, and sending them unchanged is fine", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct({ net_suite_id: unique("NS") });
    const refused = await savePrices(client, [{ product_id: product.id, level: base, price: 1 }]);
    expect([refused.status, refused.errcode]).toEqual([422, "PRODUCT_FIELD_SYNCHRONIZED"]);
    expect((await savePrices(client, [{ product_id: product.id, level: base, price: 100_00 }])).reply().data).toEqual(
      [],
    );
  });

  test.each([
    [[], "Change at least one price."],
    [
      Array.from({ length: 501 }, () => ({ product_id: randomUUID(), level: base, price: 1 })),
      "At most 500 prices at once.",
    ],
    [[{ product_id: randomUUID(), level: base, price: -1 }], "A price is whole cents from 0 to 99,999,999."],
    [[{ product_id: randomUUID(), level: base, price: 1.5 }], "A price is whole cents from 0 to 99,999,999."],
    [[{ product_id: randomUUID(), level: base, price: 100_000_000 }], "A price is whole cents from 0 to 99,999,999."],
  ])("are 400 with what is allowed: %#", async (prices, message) => {
    const { client } = await signedInAdmin();
    const refused = await savePrices(client, prices);
    expect(refused.status).toBe(400);
    expect(refused.issues.map((issue) => issue.message)).toContain(message);
  });

  test("that name one price twice are 400", async () => {
    const { client } = await signedInAdmin();
    const row = { product_id: randomUUID(), level: base, price: 1 };
    expect((await savePrices(client, [row, { ...row, price: 2 }])).status).toBe(400);
  });

  test("of one version are saved by one of twenty at once", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const { updated_at } = await readProduct(client, product.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        savePrices(client, [{ product_id: product.id, level: base, price: 200_00 + at, updated_at }]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set([undefined, "OBJECT_OUTDATED"]));
    expect(await listHistory(product.id)).toHaveLength(1);
  });

  test("are never charged unseen: an open cart is CART_OUTDATED once", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const buyer = await shop.buyer();
    const cart = await shop.fillCart(buyer, [product]);
    (await savePrices(client, [{ product_id: product.id, level: base, price: 120_00 }])).reply();
    const refused = await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "CART_OUTDATED"]);
    expect((await shop.books(buyer.org_id)).orders).toEqual([]);
  });
});
