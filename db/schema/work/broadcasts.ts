import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { missedReasons } from "../../enums.ts";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";

/** Notifications to many recipients, drafts until `sent_at`. The id is the idempotency key of sending. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: id(),
    type: text().notNull(),
    /** Sending replaces `first_name` and `last_name` by those of each user who receives it. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    user_id: uuid(),
    org_id: uuid(),
    roles: text().array(),
    /** Conditions, instead of user, organization and roles; evaluated again when the broadcast is sent (ADR-069). */
    audience: jsonb().$type<Record<string, unknown>>(),
    channels: text().array().notNull(),
    created_by: uuid(),
    sent_by: uuid(),
    sent_at: instant(),
    /** Time at which a job sends the draft, unless it was sent by hand before. */
    send_at: instant(),
    scheduled_by: uuid(),
    /** Time at which the scheduled sending was refused. */
    missed_at: instant(),
    /** Null in rows older than this column, when an empty audience was the only reason. */
    missed_reason: text({ enum: missedReasons }),
    people: integer().notNull().default(0),
    organizations: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("broadcasts_created_at").on(table.created_at, table.id),
    index("broadcasts_send_at")
      .on(table.send_at, table.id)
      .where(sql`${table.sent_at} is null and ${table.send_at} is not null`)
      .concurrently(),
    index("broadcasts_sent_at")
      .on(table.sent_at, table.id)
      .where(sql`${table.sent_at} is not null`),
  ],
);

/** The outbox tracks the delivery of the mails. */
export const broadcastRecipients = pgTable(
  "broadcast_recipients",
  {
    id: id(),
    broadcast_id: uuid()
      .notNull()
      .references(() => broadcasts.id, { onDelete: "cascade" }),
    /** Null for an address without an account. */
    user_id: uuid(),
    email: text().notNull(),
    in_app: boolean().notNull(),
    /** `off`: the user turned reminders and news off; `none`: not requested. */
    mail: text({ enum: ["queued", "off", "none"] }).notNull(),
    phone: text({ enum: ["queued", "off", "no-number", "none"] }).notNull(),
    created_at: createdAt(),
    /** Time at which the recipient was notified; large broadcasts are sent in parts. */
    told_at: instant(),
  },
  (table) => [
    index("broadcast_recipients_waiting")
      .on(table.broadcast_id, table.id)
      .where(sql`${table.told_at} is null`),
    // A user gets a broadcast at most once.
    uniqueIndex("broadcast_recipients_user")
      .on(table.broadcast_id, table.user_id)
      .where(sql`${table.user_id} is not null`)
      .concurrently(),
    index("broadcast_recipients_email").on(table.broadcast_id, table.email, table.id),
    index("broadcast_recipients_created_at").on(table.broadcast_id, table.created_at, table.id),
  ],
);
