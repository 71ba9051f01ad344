import { sql } from "drizzle-orm";
import { index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";
import { users } from "./users.ts";

/**
 * Phone numbers, verified by a code; several users may share one. Managers may edit `users.phone`, but not this number.
 */
export const userPhones = pgTable(
  "user_phones",
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** E.164. */
    number: text().notNull(),
    verified_at: instant().notNull(),
    /** Notification types that are also sent as text messages. */
    types: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [index("user_phones_number").on(table.number)],
);

/** Codes that verify a phone number; only a keyed hash of the digits is stored. */
export const phoneCodes = pgTable(
  "phone_codes",
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    number: text().notNull(),
    /** Hash of user and digits under a key unknown to the database; null in rows older than the column. */
    code_hash: text(),
    attempts: smallint().notNull().default(0),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [
    index("phone_codes_user_id").on(table.user_id, table.created_at),
    index("phone_codes_expires_at").on(table.expires_at),
  ],
);

export const phoneOptOuts = pgTable("phone_opt_outs", {
  /** E.164. */
  number: text().primaryKey(),
  opted_out_at: createdAt(),
});
