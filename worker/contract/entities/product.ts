import * as z from "zod/mini";
import { productTypes, subscriptionTerms } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());
const list = () => z.array(z.string());
const links = z.array(z.object({ name: z.string(), link: z.string() }));

export const baseProductShape = {
  id: z.string(),
  sku: text(),
  name: z.string(),
  type: z.enum(productTypes),
  category: text(),
  is_active: z.boolean(),
  is_archived: z.boolean(),
  main_image: text(),
  other_images: list(),
  image_texts: describe(z.record(z.string(), z.string()), "Alternative texts of pictures by URL"),
  short_description: text(),
  long_description: text(),
  detailed_description: z.array(z.object({ title: z.string(), description: z.string() })),
  author: text(),
  key_features: list(),
  subscription_term: describe(z.nullable(z.enum(subscriptionTerms)), "Term of a subscription; null: one-time purchase"),
  compatibility: list(),
  devices: list(),
  software_use_cases: list(),
  platforms: list(),
  requirements: text(),
  certifications: text(),
  format: text(),
  availability: text(),
  lead_days: describe(
    z.nullable(z.int()),
    "Working days from payment until it ships; null: not known, or nothing ships",
  ),
  downloads: links,
  links,
  created_at: instant(),
};

/** `price` is the price of the viewer's level; price_levels, notes and net_suite_id must stay out (O-100). */
export const productShape = {
  ...baseProductShape,
  price: describe(z.nullable(cents("Price")), "Price at your price level in US cents; null: none"),
  price_level_name: describe(z.string(), "Name of the price level behind this price"),
};
export const product = z.object(productShape);

export const cartProductShape = {
  ...productShape,
  quantity: describe(z.int(), "Quantity in the cart"),
  seen_price: describe(z.nullable(z.int()), "Price shown to you before, in US cents"),
};
export const cartProduct = z.object(cartProductShape);

export const adminProductShape = {
  ...baseProductShape,
  net_suite_id: text(),
  is_published: z.boolean(),
  publish_at: describe(z.nullable(instant()), "When it is published by itself; null: not planned"),
  notes: text(),
  patterns: list(),
  family: describe(text(), "Name shared by the terms of one plan, which the store shows as one card"),
  tax_code: describe(text(), "Tax code of the payment provider; null: the provider's default"),
  weight_grams: describe(z.nullable(z.int()), "Weight of one piece with its box, in grams; null: unknown"),
  country_of_origin: describe(text(), "Two-letter ISO 3166 code of the country where it is made; null: unknown"),
  hs_code: describe(text(), "Code of the Harmonized System, digits only; null: unknown"),
  customs_value: describe(
    z.nullable(z.int()),
    "Value of one piece for customs in US cents; null: the price that was paid",
  ),
  position: describe(z.int(), "Place in the store's recommended order, smallest first"),
  price_levels: describe(z.record(z.string(), z.int()), "Price in US cents by name of the price level"),
  synchronized_at: z.nullable(instant()),
  updated_at: instant(),
};
export const adminProduct = z.object(adminProductShape);
