import { sql } from "drizzle-orm";
import { index, pgTable, smallint, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../../columns.ts";
import { users } from "./users.ts";

/**
 * One-time code by mail that replaces the bot check at one sign-in. As in verification_codes, the code itself is not
 * stored.
 */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    attempts: smallint().notNull().default(0),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [
    index("sign_in_codes_user_id").on(table.user_id, table.created_at),
    index("sign_in_codes_expires_at").on(table.expires_at),
  ],
);
