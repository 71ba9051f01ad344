import { sql } from "drizzle-orm";
import { index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";
import { users } from "./users.ts";

/**
 * The number at which a person gets text messages, proved by a code. Several people may share one. It is separate from
 * `users.phone`, which anybody who manages people may type.
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
    /** Types of notifications that go there, too. */
    types: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [index("user_phones_number").on(table.number)],
);

/** A code by text message that proves a number. The digits are stored only as a keyed hash. */
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
    /** Hash of user and digits under a key that the database does not know; null in rows of releases before the column. */
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

/** Numbers whose owners turned text messages off, whoever has them here. */
export const phoneOptOuts = pgTable("phone_opt_outs", {
  /** E.164. */
  number: text().primaryKey(),
  opted_out_at: createdAt(),
});
