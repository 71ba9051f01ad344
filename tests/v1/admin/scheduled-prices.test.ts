import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createPriceLevel, updatePriceLevel } from "../../../worker/contract/v1/admin/price-levels.ts";
import { updateProductPrices } from "../../../worker/contract/v1/admin/product-prices.ts";
import { getAdminProduct } from "../../../worker/contract/v1/admin/products.ts";
import * as contract from "../../../worker/contract/v1/admin/scheduled-prices.ts";
import { checkoutCart } from "../../../worker/contract/v1/store/checkout.ts";
import { signedInAdmin } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { shop } from "../../support/store.ts";

const base = "Base Price";
const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();
const hourMs = 3_600_000;
const schedule = (client: Client, product_id: string, body: object) =>
  client.call(contract.schedulePrice, {
    params: { product_id },
    body: { level: base, price: 120_00, starts_at: isoIn(hourMs), ...body },
  });
const list = async (client: Client, product_id: string) =>
  (await client.call(contract.listScheduledPrices, { params: { product_id } })).reply().data;
const readPrices = async (client: Client, product_id: string) =>
  (await client.call(getAdminProduct, { params: { product_id } })).reply().price_levels;
const makeDue = (product_id: string) =>
  query("update scheduled_prices set starts_at = starts_at - interval '1 day' where product_id = $1", [product_id]);
const applyPrices = () => sandbox.runJob("apply-scheduled-prices");
const listHistory = (product_id: string) =>
  query(
    "select price::int, source, actor_id from price_changes where product_id = $1 and source = 'scheduled' order by id",
    [product_id],
  );

describe("a price that begins at a date", () => {
  test("is listed, taken back, and applied once with who scheduled it in the history", async () => {
    const [one, other] = [await signedInAdmin(), await signedInAdmin()];
    const { client } = one;
    const product = await shop.createProduct();
    const level = (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply();
    const scheduleAnswer = await schedule(client, product.id, { starts_at: isoIn(hourMs) });
    expect(scheduleAnswer.status).toBe(201);
    expect(scheduleAnswer.reply()).toMatchObject({
      product_id: product.id,
      level: base,
      price: 120_00,
      created_by: { id: one.user.id },
    });
    (await schedule(other.client, product.id, { level: level.name, price: 90_00, starts_at: isoIn(hourMs) })).reply();
    const laterPrice = (
      await schedule(client, product.id, { price: 200_00, starts_at: isoIn(10 * 24 * hourMs) })
    ).reply();
    expect((await list(client, product.id)).map(({ price }) => price)).toEqual([120_00, 90_00, 200_00]);
    const params = { product_id: product.id, id: laterPrice.id };
    (await client.call(contract.deleteScheduledPrice, { params })).reply();
    expect((await client.call(contract.deleteScheduledPrice, { params })).errcode).toBe("SCHEDULED_PRICE_NOT_FOUND");
    await applyPrices();
    expect(await readPrices(client, product.id), "not before its time").toEqual({ [base]: 100_00 });
    await makeDue(product.id);
    await Promise.all([applyPrices(), applyPrices(), sandbox.runJob("continue-tasks")]);
    expect(await readPrices(client, product.id)).toEqual({ [base]: 120_00, [level.name]: 90_00 });
    expect(await listHistory(product.id)).toEqual(
      expect.arrayContaining([
        { price: 120_00, source: "scheduled", actor_id: one.user.id },
        { price: 90_00, source: "scheduled", actor_id: other.user.id },
      ]),
    );
    expect(await listHistory(product.id)).toHaveLength(2);
    expect(await list(client, product.id)).toEqual([]);
  });

  test("still begins after a change by hand, the last of several for one level, and buyers are asked again", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const buyer = await shop.buyer();
    const cart = await shop.fillCart(buyer, [product]);
    for (const [price, ms] of [
      [130_00, hourMs],
      [140_00, 2 * hourMs],
    ] as const)
      (await schedule(client, product.id, { price, starts_at: isoIn(ms) })).reply();
    const manualPrices = { prices: [{ product_id: product.id, level: base, price: 100_00 }] };
    (await client.call(updateProductPrices, { body: manualPrices })).reply();
    await makeDue(product.id);
    await applyPrices();
    expect(await readPrices(client, product.id)).toEqual({ [base]: 140_00 });
    const refused = await buyer.client.call(checkoutCart, { body: { updated_at: cart.updated_at } });
    expect([refused.status, refused.errcode]).toEqual([422, "CART_OUTDATED"]);
  });

  test("takes a price away, and never the base price", async () => {
    const { client } = await signedInAdmin();
    const level = unique("Level");
    const product = await shop.createProduct({ price_levels: { [base]: 100_00, [level]: 90_00 } });
    expect((await schedule(client, product.id, { price: null })).errcode).toBe("PRODUCT_BASE_PRICE_NOT_FOUND");
    (await schedule(client, product.id, { level, price: null })).reply();
    await makeDue(product.id);
    await applyPrices();
    expect(await readPrices(client, product.id)).toEqual({ [base]: 100_00 });
  });

  test("is refused for the past, twice, and where there is no such level or product, or NetSuite sets the prices", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const pastAnswer = await schedule(client, product.id, { starts_at: isoIn(-1000) });
    expect([pastAnswer.status, pastAnswer.problems]).toEqual([
      400,
      ["starts_at: A scheduled price starts in the future."],
    ]);
    const message = "starts_at: An instant in ISO 8601 with its zone, such as 2027-01-01T00:00:00Z.";
    for (const starts_at of ["tomorrow", "2027-01-01", "2027-01-01T00:00:00"])
      expect((await schedule(client, product.id, { starts_at })).problems).toEqual([message]);
    const starts_at = isoIn(hourMs);
    (await schedule(client, product.id, { starts_at })).reply();
    expect((await schedule(client, product.id, { starts_at })).errcode).toBe("SCHEDULED_PRICE_EXISTS");
    expect((await schedule(client, product.id, { level: unique("No") })).errcode).toBe("PRODUCT_PRICE_LEVEL_NOT_FOUND");
    expect((await schedule(client, randomUUID(), {})).errcode).toBe("PRODUCT_NOT_FOUND");
    await query("update products set net_suite_id = $2 where id = $1", [product.id, unique("NS")]);
    expect((await schedule(client, product.id, {})).errcode).toBe("PRODUCT_FIELD_SYNCHRONIZED");
    await makeDue(product.id);
    await applyPrices();
    expect(await readPrices(client, product.id), "what became NetSuite's meanwhile is dropped").toEqual({
      [base]: 100_00,
    });
    expect(await list(client, product.id)).toEqual([]);
    expect(
      await query("select 1 from audit_log where subject_id = $1 and action = 'dropScheduledPrice'", [product.id]),
    ).toHaveLength(1);
  });

  test("moves along when its level is renamed", async () => {
    const { client } = await signedInAdmin();
    const level = (await client.call(createPriceLevel, { body: { name: unique("Level") } })).reply();
    const product = await shop.createProduct();
    (await schedule(client, product.id, { level: level.name })).reply();
    const params = { id: level.id };
    const name = unique("New");
    (await client.call(updatePriceLevel, { params, body: { name } })).reply();
    expect((await list(client, product.id))[0]?.level).toBe(name);
  });

  test("begins by itself within seconds", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    (await schedule(client, product.id, { starts_at: isoIn(10_000) })).reply();
    await expect.poll(async () => (await readPrices(client, product.id))[base] === 120_00).toBe(true);
    expect(await listHistory(product.id)).toHaveLength(1);
  });

  test("is found scheduled once by twenty at once", async () => {
    const { client } = await signedInAdmin();
    const product = await shop.createProduct();
    const starts_at = isoIn(hourMs);
    const answers = await Promise.all(Array.from({ length: 20 }, () => schedule(client, product.id, { starts_at })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await list(client, product.id)).toHaveLength(1);
  });
});
