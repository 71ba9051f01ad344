import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, updatedAt } from "../../columns.ts";

export const shopSettings = pgTable(
  "shop_settings",
  {
    is_only: boolean().primaryKey().default(true),
    /** IANA name. Figures of money are by days of this zone. */
    time_zone: text().notNull().default("UTC"),
    /** US cents of an order in 24 hours above which refunds need a second person; null: none does. */
    refund_limit: bigint({ mode: "number" }),
    /** ISO days on which nothing is made, shipped or delivered, in order. */
    holidays: text().array().notNull().default([]),
    /** Printed on documents: name, then address and tax numbers, one per line; null: documents name no seller. */
    seller: text(),
    updated_at: updatedAt(),
  },
  (table) => [check("shop_settings_is_only", sql`${table.is_only}`)],
);

/** Sellers of before the last change of the setting: an invoice names the seller of its time. */
export const formerSellers = pgTable("former_sellers", {
  until: createdAt().primaryKey(),
  seller: text().notNull(),
});
