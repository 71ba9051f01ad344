import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { users } from "../people/users.ts";

/** Optional mails that wait for the user's next digest; sent ones are deleted after 30 days. */
export const digestEntries = pgTable(
  "digest_entries",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    event: text(),
    created_at: createdAt(),
    /** Time at which the digest was put into the outbox. */
    sent_at: instant(),
  },
  (table) => [
    index("digest_entries_waiting")
      .on(table.user_id)
      .where(sql`${table.sent_at} is null`),
    uniqueIndex("digest_entries_event")
      .on(table.event, table.user_id)
      .where(sql`${table.event} is not null`),
  ],
);

/** Texts are rendered from type and payload on reading. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Idempotency key of events that could be announced twice (M14). */
    event: text(),
    read_at: instant(),
    created_at: createdAt(),
  },
  (table) => [
    index("notifications_user_created_at").on(table.user_id, table.created_at),
    index("notifications_unread")
      .on(table.user_id)
      .where(sql`${table.read_at} is null`)
      .concurrently(),
    uniqueIndex("notifications_event")
      .on(table.event, table.user_id)
      .where(sql`${table.event} is not null`)
      .concurrently(),
  ],
);
