import { sql } from "drizzle-orm";
import { boolean, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";

/**
 * Price levels of the shop. `products.price_levels` refers to them by `name`; triggers create levels found in products
 * or organizations, follow renames, and refuse to delete a level in use.
 */
export const priceLevels = pgTable(
  "price_levels",
  {
    id: id(),
    name: text().notNull(),
    /** The level of visitors and of organizations without one; cannot be renamed or deleted. */
    is_base: boolean().notNull().default(false),
    synchronized_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    unique("price_levels_name").on(table.name),
    uniqueIndex("price_levels_lower_name").on(sql`lower(btrim(${table.name}))`),
    uniqueIndex("price_levels_base")
      .on(table.is_base)
      .where(sql`is_base`),
  ],
);
