import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod/mini";
import {
  type adminProduct,
  adminProductShape,
  baseProductShape,
  type product,
} from "../../contract/entities/product.ts";
import { selectFields } from "../select-of.ts";
import { priceAt } from "./price.ts";

export type Product = z.output<typeof product>;
export type AdminProduct = z.output<typeof adminProduct>;

const baseColumns = selectFields(baseProductShape, "p");

/** Columns of product p for customers: one price and its level (O-100). */
export const customerColumns = (level: SQL): SQL =>
  sql`${baseColumns}, ${priceAt(level)} as price, ${level} as price_level_name`;

export const adminColumns: SQL = selectFields(adminProductShape, "p");

/** Condition on product p for the store to show it (O-088). */
export const isSold: SQL = sql`p.is_active and p.is_published and not p.is_archived`;

/** The text must equal the expression of the indexes products_text and products_grams. */
export const productSearch = {
  text: sql`(p.name || ' ' || coalesce(p.short_description, '') || ' ' || coalesce(p.sku, ''))`,
  grams: "products_grams",
  alias: "p",
};
