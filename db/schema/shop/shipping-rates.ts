import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { id } from "../../columns.ts";

/** country null: where no rate names the country. */
export const shippingRates = pgTable(
  "shipping_rates",
  { id: id(), country: text(), option: text().notNull(), price: bigint({ mode: "number" }).notNull() },
  (table) => [index("shipping_rates_country").on(table.country)],
);
