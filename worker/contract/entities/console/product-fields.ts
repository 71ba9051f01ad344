import * as z from "zod/mini";
import { productTypes, subscriptionTerms } from "../../../../db/enums.ts";
import { described, freeText } from "../../fields.ts";
import { serialPattern } from "../../serials/serial-pattern.ts";
import { productText } from "./product-text.ts";

/** US cents: $999,999.99. */
export const priceMax = 99_999_999;
const levelsMax = 100;
export const patternsMax = 10;

/** A price by each level, in what `message` calls them when one is wrong. */
export const pricesByLevel = (message: string) =>
  described(
    z
      .record(
        z.string().check(z.minLength(1), z.maxLength(128)),
        z.int(message).check(z.gte(0, message), z.lte(priceMax, message)),
      )
      .check(z.refine((prices) => Object.keys(prices).length <= levelsMax, `At most ${levelsMax} price levels.`)),
    "Price in US cents by name of the price level, 0 to 99,999,999: all of them, a level left out has no price",
  );

const filled = (max: number, description: string, missing: string) => {
  const schema = freeText(max, description).check(z.minLength(1, missing));
  z.globalRegistry.add(schema, { description, maxLength: max });
  return schema;
};

/** What administrators say of a product: what it is and costs, and all that `productText` has. */
export const productFields = z.extend(productText, {
  name: filled(1024, "Its name", "Name is required."),
  sku: z.nullable(freeText(1024, "Article number; no two products have the same, compared without case")),
  type: described(z.enum(productTypes), "What kind it is"),
  is_active: described(z.boolean(), "Whether it can be sold: false takes it out of the store, published or not"),
  price_levels: pricesByLevel("A price is whole cents from 0 to 99,999,999."),
  subscription_term: described(
    z.nullable(z.enum(subscriptionTerms)),
    "Term of a plan, null for what is bought once; cannot change while a subscription to it is live",
  ),
  family: z.nullable(
    freeText(128, "Name that the terms of one plan share: the store shows them as one card. Only plans have one"),
  ),
  patterns: described(
    z.array(serialPattern()).check(z.maxLength(patternsMax, `At most ${patternsMax} patterns.`)),
    "Patterns of its serial numbers, at most 10. Of several products that fit, the one created first has the device",
  ),
  tax_code: z.nullable(
    described(
      z.string().check(z.regex(/^(txcd_\d{8})?$/, "A tax code is txcd_ and eight digits, as txcd_99999999.")),
      "Tax code of the payment provider, txcd_ and eight digits; null for the default of its settings",
    ),
  ),
});

/** Only name and type are needed; what is left out is empty, and it is active. */
export const newProduct = z.extend(z.partial(productFields), {
  name: productFields.shape.name,
  type: productFields.shape.type,
});
