import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";

/** Webhook events, each stored once. Processing fetches the object from the provider, so payloads are not stored. */
export const stripeEvents = pgTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    object_id: text().notNull(),
    created: bigint({ mode: "number" }).notNull(),
    /**
     * `ignored`: the event is not about our records. `given-up`: for 72 hours its processing failed or its object was
     * unknown, and an administrator must decide.
     */
    status: text({ enum: ["received", "processed", "ignored", "given-up"] })
      .notNull()
      .default("received"),
    tries: integer().notNull().default(0),
    next_at: createdAt(),
    lease_until: createdAt(),
    received_at: createdAt(),
    processed_at: instant(),
  },
  (table) => [
    index("stripe_events_waiting")
      .on(table.next_at)
      .where(sql`${table.status} = 'received'`),
    index("stripe_events_given_up")
      .on(table.received_at)
      .where(sql`${table.status} = 'given-up'`)
      .concurrently(),
  ],
);
