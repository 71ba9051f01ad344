import { bigint, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { priceLevels } from "./price-levels.ts";
import { products } from "./products.ts";

/**
 * The statement that copies a scheduled price to the product also deletes its row, so that each price is applied once.
 */
export const scheduledPrices = pgTable(
  "scheduled_prices",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    level: text()
      .notNull()
      .references(() => priceLevels.name, { onUpdate: "cascade" }),
    /** US cents; null removes the product's price at this level. */
    price: bigint({ mode: "number" }),
    starts_at: instant().notNull(),
    created_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("scheduled_prices_unique").on(table.product_id, table.level, table.starts_at),
    index("scheduled_prices_starts_at").on(table.starts_at, table.id),
    index("scheduled_prices_level").on(table.level),
  ],
);
