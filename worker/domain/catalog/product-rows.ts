import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod/mini";
import type { adminProduct, product } from "../../contract/entities/product.ts";
import { iso } from "../sql.ts";
import { priceAt } from "./price.ts";

export type Product = z.output<typeof product>;
export type AdminProduct = z.output<typeof adminProduct>;

const shared = sql`
  p.id, p.sku, p.name, p.type, p.category, p.is_active, p.is_archived, p.main_image, p.other_images, p.image_texts,
  p.short_description,
  p.long_description, p.detailed_description, p.author, p.key_features, p.subscription_term,
  p.compatibility, p.devices, p.software_use_cases,
  p.platforms,
  p.requirements,
  p.certifications,
  p.format,
  p.availability,
  p.downloads,
  p.links,
  ${iso("p.created_at")} as created_at`;

/** Columns of product p for customers: one price and its level (O-100). */
export const customerColumns = (level: SQL): SQL =>
  sql`${shared}, ${priceAt(level)} as price, ${level} as price_level_name`;

export const adminColumns: SQL = sql`${shared}, p.net_suite_id, p.is_published, p.notes, p.patterns, p.position,
  p.price_levels, p.family, p.tax_code,
  ${iso("p.synchronized_at")} as synchronized_at, ${iso("p.updated_at")} as updated_at`;

/** Active, published and not archived (O-088). */
export const isSold: SQL = sql`p.is_active and p.is_published and not p.is_archived`;

/** Search of products p; the text must equal the expression of the indexes products_text and products_grams. */
export const productSearch = {
  text: sql`(p.name || ' ' || coalesce(p.short_description, '') || ' ' || coalesce(p.sku, ''))`,
  grams: "products_grams",
  alias: "p",
};
