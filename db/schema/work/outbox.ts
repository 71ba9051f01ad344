import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";

/**
 * Messages to send, written in the transaction of the change. Secret codes of links are not in `payload`: they are
 * derived from `code_id` on sending.
 */
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
    /** Time of the first failed attempt that the provider may have accepted. */
    unclear_at: instant(),
    last_error: text(),
    last_status: integer(),
    /** First message of the batch; null for a message sent alone. */
    batch_id: bigint({ mode: "number" }),
    /** Lifetime of the link as the message states it; a retry must state the same. */
    link_minutes: integer(),
    /**
     * Administrators' texts for this type, by id, as of the first attempt, because a retry must be identical; null
     * before the first attempt.
     */
    texts: jsonb().$type<Record<string, object>>(),
    resent_at: instant(),
    /** Time of the provider's last report that it accepted the message but could not send it. */
    returned_at: instant(),
    reported_at: instant(),
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
    index("outbox_sent_at")
      .on(table.sent_at)
      .where(sql`${table.sent_at} is not null`)
      .concurrently(),
    index("outbox_created_at").on(table.created_at).concurrently(),
    uniqueIndex("outbox_event")
      .on(table.event, table.channel, table.user_id)
      .where(sql`${table.event} is not null`)
      .concurrently(),
  ],
);
