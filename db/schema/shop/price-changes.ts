import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../columns.ts";
import { priceSources } from "../../enums.ts";
import { products } from "./products.ts";

/** Every price that a product has had at a level: a trigger of the products writes a row whenever one is another. */
export const priceChanges = pgTable(
  "price_changes",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    /** Name of the level at that time. */
    level: text().notNull(),
    /** The level, whatever it is called today; null where none had this name when the price was recorded. */
    level_id: uuid(),
    /** In US cents; null where the product has no price at this level any more. */
    price: bigint({ mode: "number" }),
    source: text({ enum: priceSources }).notNull(),
    /** The person who changed it or asked for the synchronisation; null for a job. */
    actor_id: uuid(),
    changed_at: createdAt(),
  },
  (table) => [
    index("price_changes_of_level").on(table.product_id, table.level, table.changed_at, table.id),
    // Which levels there are, each found behind the one before it.
    index("price_changes_level").on(table.level, table.product_id).concurrently(),
  ],
);
