import { sql } from "drizzle-orm";
import { index, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAt, instant } from "../../columns.ts";
import { verificationScopes } from "../../enums.ts";
import { users } from "./users.ts";

/**
 * The code itself is not stored: it is derived from the random row id with a secret unknown to the database.
 * `token_hash`: the verification cookie issued for a correct code; `claimed_until`: lease of the request that completes
 * the verification.
 */
export const verificationCodes = pgTable(
  "verification_codes",
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    scope: text({ enum: verificationScopes }).notNull(),
    new_email: text(),
    /** The previous address, for undoing an email change. */
    old_email: text(),
    attempts: smallint().notNull().default(0),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
    token_hash: bytes(),
    token_expires_at: instant(),
    claimed_until: instant(),
  },
  (table) => [
    index("verification_codes_user_scope").on(table.user_id, table.scope, table.created_at),
    index("verification_codes_token_hash").on(table.token_hash),
    index("verification_codes_expires_at").on(table.expires_at),
  ],
);
