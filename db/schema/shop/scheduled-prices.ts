import { bigint, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { priceLevels } from "./price-levels.ts";
import { products } from "./products.ts";

/** Prices that begin at an instant. A row is deleted in the statement that writes its price, so that it is written once. */
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
    /** In US cents; null: from then on the product has no price at this level. */
    price: bigint({ mode: "number" }),
    starts_at: instant().notNull(),
    /** The person who scheduled it. */
    created_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [
    uniqueIndex("scheduled_prices_unique").on(table.product_id, table.level, table.starts_at),
    index("scheduled_prices_starts_at").on(table.starts_at, table.id),
    index("scheduled_prices_level").on(table.level),
  ],
);
