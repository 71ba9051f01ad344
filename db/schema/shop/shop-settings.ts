import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "../../columns.ts";

export const shopSettings = pgTable(
  "shop_settings",
  {
    is_only: boolean().primaryKey().default(true),
    /** IANA name. Financial reports use the days of this time zone. */
    time_zone: text().notNull().default("UTC"),
    /**
     * US cents. Refunds of one order within 24 hours that exceed this limit need a second person's approval; null: no
     * limit.
     */
    refund_limit: bigint({ mode: "number" }),
    /** ISO days in ascending order, on which nothing is made, shipped or delivered. */
    holidays: text().array().notNull().default([]),
    /** Printed on documents: name, then address and tax numbers, one per line; null: documents name no seller. */
    seller: text(),
    updated_at: updatedAt(),
  },
  (table) => [check("shop_settings_is_only", sql`${table.is_only}`)],
);

/** Former values of `seller` and the time of their replacement, because an invoice names the seller at its time. */
export const formerSellers = pgTable("former_sellers", {
  until: createdAt().primaryKey(),
  seller: text().notNull(),
});
