import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";
import { planSwitchStatuses, subscriptionTerms } from "../../enums.ts";
import { products } from "../shop/products.ts";
import { subscriptions } from "./subscriptions.ts";

/** A previewed change of a plan's term, claimed before the provider is called. US cents. */
export const planSwitches = pgTable(
  "plan_switches",
  {
    /** Also the idempotency key at the provider. */
    id: id(),
    subscription_id: uuid()
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    org_id: uuid().notNull(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    interval: text({ enum: subscriptionTerms }).notNull(),
    /** Price of each new term, without tax. */
    amount: bigint({ mode: "number" }).notNull(),
    tax: bigint({ mode: "number" }).notNull(),
    /** Credit for the unused days of the current period. */
    credit: bigint({ mode: "number" }).notNull(),
    /** Charged amount, after the customer's balance at the provider. */
    due: bigint({ mode: "number" }).notNull(),
    /** Time of proration at the provider: the days after it are unused. */
    prorated_at: instant().notNull(),
    /** End of the current period, if the switch takes effect then; null: immediately. */
    begins_at: instant(),
    actor_id: uuid().notNull(),
    status: text({ enum: planSwitchStatuses }).notNull().default("previewed"),
    /** The provider's reason for declining the payment. */
    refusal: text(),
    /** Page on which the buyer confirms the payment for the bank; the switch waits for the confirmation. */
    confirm_url: text(),
    /** Time of the next check whether the provider has carried out the switch. */
    next_at: createdAt(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex("plan_switches_claimed_unique")
      .on(table.subscription_id)
      .where(sql`${table.status} = 'claimed'`),
    uniqueIndex("plan_switches_scheduled_unique")
      .on(table.subscription_id)
      .where(sql`${table.status} = 'scheduled'`),
    index("plan_switches_subscription_id").on(table.subscription_id),
    index("plan_switches_claimed")
      .on(table.next_at)
      .where(sql`${table.status} = 'claimed'`),
  ],
);
