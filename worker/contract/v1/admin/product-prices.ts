import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { priceMax } from "../../entities/product-fields.ts";
import { describe, freeText, versionField, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const pricesMax = 500;
const priceMessage = "A price is whole cents from 0 to 99,999,999.";

const price = z.object({
  product_id: uuid(),
  level: describe(freeText(128, "Name of the price level").check(z.minLength(1)), "Name of the price level"),
  price: describe(
    z.nullable(z.int(priceMessage).check(z.gte(0, priceMessage), z.lte(priceMax, priceMessage))),
    "In US cents; null: removes the price at this level",
  ),
  updated_at: versionField(),
});

const isOncePerLevel = (prices: { product_id: string; level: string }[]): boolean =>
  new Set(prices.map(({ product_id, level }) => `${product_id} ${level}`)).size === prices.length;

export const updateProductPrices = endpoint({
  access: "prices:act",
  tag: "Admin: products",
  method: "PUT",
  path: "/v1/admin/product-prices",
  body: z.object({
    prices: describe(
      z
        .array(price)
        .check(
          z.minLength(1, "Change at least one price."),
          z.maxLength(pricesMax, `At most ${pricesMax} prices at once.`),
          z.refine(isOncePerLevel, "A product has one price at each level: name each pair once."),
        ),
      "1 to 500 prices in US cents, one per product and level",
    ),
  }),
  body_bytes_max: 256 * 1024,
  status: 200,
  reply: listReply(
    z.object({
      product_id: uuid(),
      price_levels: describe(z.record(z.string(), z.int()), "Price in US cents by name of the price level"),
      updated_at: z.string(),
    }),
  ),
  errors: [
    "PRODUCT_NOT_FOUND",
    "OBJECT_OUTDATED",
    "PRODUCT_FIELD_SYNCHRONIZED",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
  ],
  summary: "Change prices of several products, all or none",
  description:
    "Replies with the products whose prices changed. Prices of products with a `net_suite_id` come from NetSuite, and a product in the store must keep a base price. Carts that show an old price are CART_OUTDATED at checkout.",
});
