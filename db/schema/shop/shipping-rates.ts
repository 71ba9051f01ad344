import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";

/** A rate without `country` is for every country without a rate of its own, active or not. */
export const shippingRates = pgTable(
  "shipping_rates",
  {
    id: id(),
    country: text(),
    option: text().notNull(),
    /** US cents. */
    price: bigint({ mode: "number" }).notNull(),
    /** Business days from shipment to delivery; null without an estimate. */
    days_min: integer(),
    days_max: integer(),
    /** US cents; null: never free. */
    free_from: bigint({ mode: "number" }),
    /** Service of the carrier for orders with this rate; null: the service that `option` names. */
    service: text(),
    is_active: boolean().notNull().default(true),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("shipping_rates_country").on(table.country),
    uniqueIndex("shipping_rates_option_unique").on(sql`coalesce(${table.country}, '')`, sql`lower(${table.option})`),
    check(
      "shipping_rates_days",
      sql`(${table.days_min} is null) = (${table.days_max} is null)
        and 0 <= ${table.days_min} and ${table.days_min} <= ${table.days_max}`,
    ),
  ],
);
