import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";

/** What must be sent, written in the transaction of the change. A link's secret code is not in `payload`: it is derived from `code_id` when sent. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text({ enum: ["email", "phone"] }).notNull(),
    type: text().notNull(),
    recipient: text().notNull(),
    user_id: uuid(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    code_id: uuid(),
    /** Names what happened, where it could be told of twice (M14). */
    event: text(),
    attempts: integer().notNull().default(0),
    created_at: createdAt(),
    next_at: instant()
      .notNull()
      .default(sql`now()`),
    lease_until: instant()
      .notNull()
      .default(sql`now()`),
    sent_at: instant(),
    failed_at: instant(),
    last_error: text(),
    /** What the provider last answered, as an HTTP status. */
    last_status: integer(),
    /** The first message of the request that this one goes by; null for one that goes alone. */
    batch_id: bigint({ mode: "number" }),
    /** How long the link lives, as the message says it; kept, because a repetition must say the same. */
    link_minutes: integer(),
    /** When an administrator sent it again after it was given up. */
    resent_at: instant(),
  },
  (table) => [
    index("outbox_waiting")
      .on(table.next_at)
      .where(sql`${table.sent_at} is null and ${table.failed_at} is null`),
    index("outbox_batches")
      .on(table.batch_id)
      .where(sql`${table.sent_at} is null and ${table.failed_at} is null`),
    index("outbox_given_up")
      .on(table.failed_at)
      .where(sql`${table.failed_at} is not null`),
    uniqueIndex("outbox_event")
      .on(table.event, table.channel, table.user_id)
      .where(sql`${table.event} is not null`)
      .concurrently(),
  ],
);
