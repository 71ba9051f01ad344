import * as z from "zod/mini";
import { productTypes, subscriptionTerms } from "../../../db/enums.ts";
import { describe, freeText } from "../fields.ts";
import { serialPattern } from "../serials/serial-pattern.ts";
import { productShipping } from "./product-shipping.ts";
import { productText } from "./product-text.ts";

/** US cents. */
export const priceMax = 99_999_999;
const levelsMax = 100;
export const patternsMax = 10;

/** Cents by level name; `message` is the error for a wrong price. */
export const pricesByLevel = (message: string) =>
  describe(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(128)),
        z.int(message).check(z.gte(0, message), z.lte(priceMax, message)),
      )
      .check(z.refine((prices) => Object.keys(prices).length <= levelsMax, `At most ${levelsMax} price levels.`)),
    "Complete map from price level name to price in US cents, 0 to 99,999,999; an omitted level has no price",
  );

const nonEmptyText = (max: number, description: string, missing: string) => {
  const schema = freeText(max, description).check(z.minLength(1, missing));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
};

export const productFields = z.extend(productText, {
  ...productShipping.shape,
  name: nonEmptyText(1024, "Name", "Name is required."),
  sku: z.nullable(freeText(1024, "SKU, unique without case")),
  type: describe(z.enum(productTypes), "Type"),
  is_active: describe(z.boolean(), "Whether it can be sold; false hides it from the store even if published"),
  price_levels: pricesByLevel("A price is whole cents from 0 to 99,999,999."),
  subscription_term: describe(
    z.nullable(z.enum(subscriptionTerms)),
    "Term of a plan; null: one-time purchase. Cannot change while a subscription is live",
  ),
  family: z.nullable(
    freeText(128, "Name shared by the terms of one plan, which the store shows as one card; only for plans"),
  ),
  patterns: describe(
    z.array(serialPattern()).check(z.maxLength(patternsMax, `At most ${patternsMax} patterns.`)),
    "Serial number patterns, at most 10. If several products match, the oldest one wins",
  ),
  tax_code: z.nullable(
    describe(
      z.string().check(z.regex(/^(txcd_\d{8})?$/, "A tax code is txcd_ and eight digits, such as txcd_99999999.")),
      "Tax code of the payment provider, txcd_ and eight digits; null: the provider's default",
    ),
  ),
});

/** Omitted fields are empty, and the product is active. */
export const newProduct = z.extend(z.partial(productFields), {
  name: productFields.shape.name,
  type: productFields.shape.type,
});
