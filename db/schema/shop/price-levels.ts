import { sql } from "drizzle-orm";
import { boolean, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";

/**
 * Price levels of the shop. `products.price_levels` names them by `name`; triggers create the level that a write to products or
 * organizations brings, move its key when it is renamed, and refuse to delete it while it is used.
 */
export const priceLevels = pgTable(
  "price_levels",
  {
    id: id(),
    name: text().notNull(),
    /** The level of visitors and of organizations without one: neither renamed nor deleted. */
    is_base: boolean().notNull().default(false),
    /** When the accounting system first brought it: its name is changed there. Null for levels of ours. */
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
