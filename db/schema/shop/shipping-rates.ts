import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id } from "../../columns.ts";

/** country null: where no rate names the country. */
export const shippingRates = pgTable(
  "shipping_rates",
  {
    id: id(),
    country: text(),
    option: text().notNull(),
    price: bigint({ mode: "number" }).notNull(),
    /** Business days until it arrives; null where nobody promises. */
    days_min: integer(),
    days_max: integer(),
  },
  (table) => [index("shipping_rates_country").on(table.country)],
);
