import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../columns.ts";
import { priceSources } from "../../enums.ts";
import { products } from "./products.ts";

/** History of prices, written by a trigger on products. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    /** Name of the price level at that time. */
    level: text().notNull(),
    /** Null if no level had this name when the price was recorded. */
    level_id: uuid(),
    /** US cents; null if the product lost its price at this level. */
    price: bigint({ mode: "number" }),
    source: text({ enum: priceSources }).notNull(),
    actor_id: uuid(),
    changed_at: createdAt(),
  },
  (table) => [
    index("price_changes_of_level").on(table.product_id, table.level, table.changed_at, table.id),
    index("price_changes_level").on(table.level, table.product_id).concurrently(),
  ],
);
