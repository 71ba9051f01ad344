import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { subscriptionIntervals, subscriptionStatuses } from "../../enums.ts";
import { checkoutAttempts } from "../shop/carts.ts";
import { organizations } from "../people/organizations.ts";
import { products } from "../shop/products.ts";

/** `name` is the card's brand or the bank. */
export type PlanMethod = { id: string; type: "card" | "us_bank_account"; name: string | null; last4: string };

export const subscriptions = pgTable(
  "subscriptions",
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    org_id: uuid()
      .notNull()
      .references(() => organizations.id),
    user_id: uuid(),
    attempt_id: uuid().references(() => checkoutAttempts.id),
    stripe_id: text(),
    status: text({ enum: subscriptionStatuses }).notNull().default("incomplete"),
    /** US cents, without tax. */
    amount: bigint({ mode: "number" }).notNull(),
    tax: bigint({ mode: "number" }).notNull().default(0),
    interval: text({ enum: subscriptionIntervals }).notNull(),
    interval_count: integer().notNull().default(1),
    start_at: createdAt(),
    cancel_at: instant(),
    /** The customer canceled as of the end of the period, and can undo the cancellation until then. */
    cancels_at_period_end: boolean().notNull().default(false),
    /** Payment method of the next term, as the provider last reported it. */
    payment_method: jsonb().$type<PlanMethod>(),
    current_period_end: instant(),
    applied_seq: bigint({ mode: "number" }).notNull().default(0),
    created_by: uuid(),
    updated_by: uuid(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("subscriptions_stripe_id_unique").on(table.stripe_id),
    uniqueIndex("subscriptions_live_unique")
      .on(table.org_id, table.product_id)
      .where(sql`${table.status} in ('incomplete', 'active', 'past_due')`),
    index("subscriptions_attempt_id").on(table.attempt_id),
    // One index per sort order of the lists, with their filter columns, for index-only paging and counting.
    index("subscriptions_created_at").on(table.created_at, table.id, table.org_id, table.product_id, table.status),
    index("subscriptions_updated_at").on(table.updated_at, table.id, table.org_id, table.product_id, table.status),
    index("subscriptions_period_end").on(
      table.current_period_end,
      table.id,
      table.org_id,
      table.product_id,
      table.status,
    ),
    index("subscriptions_status").on(table.status, table.id, table.org_id, table.product_id),
    index("subscriptions_org_created_at").on(table.org_id, table.created_at, table.id, table.product_id, table.status),
    index("subscriptions_product_created_at").on(table.product_id, table.created_at, table.id, table.status),
  ],
);
