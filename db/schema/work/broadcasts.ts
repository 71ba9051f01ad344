import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt } from "../../columns.ts";

/** What administrators tell people: a draft until `sent_at`. Its id is the key under which it is sent, once. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: id(),
    type: text().notNull(),
    /** Without names of people. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    user_id: uuid(),
    org_id: uuid(),
    roles: text().array(),
    channels: text().array().notNull(),
    created_by: uuid(),
    sent_by: uuid(),
    sent_at: instant(),
    /** Whom it reached, as it was sent. */
    people: integer().notNull().default(0),
    organizations: integer().notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index("broadcasts_created_at").on(table.created_at, table.id),
    index("broadcasts_sent_at")
      .on(table.sent_at, table.id)
      .where(sql`${table.sent_at} is not null`),
  ],
);

/** To whom one went, and which way; what became of a mail is told by its row of the outbox. */
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
    /** `off`: they turned reminders and news off; `none`: it was not asked for. */
    mail: text({ enum: ["queued", "off", "none"] }).notNull(),
    phone: text({ enum: ["queued", "off", "no-number", "none"] }).notNull(),
    created_at: createdAt(),
    /** When it was written into their app and the outbox; of many that is done part by part. */
    told_at: instant(),
  },
  (table) => [
    index("broadcast_recipients_waiting")
      .on(table.broadcast_id, table.id)
      .where(sql`${table.told_at} is null`),
    index("broadcast_recipients_email").on(table.broadcast_id, table.email, table.id),
    index("broadcast_recipients_created_at").on(table.broadcast_id, table.created_at, table.id),
  ],
);
