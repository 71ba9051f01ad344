import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAt, id, instant } from "../../columns.ts";
import { sessionKinds } from "../../enums.ts";

/**
 * Sessions; of a token, only the SHA-256 is stored. The foreign key is missing on purpose: a session must outlive its
 * user in order to be refused.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    token_hash: bytes().notNull(),
    /** Hash of the token that `token_hash` replaced in the browser, for requests sent before the exchange. */
    former_token_hash: bytes(),
    exchanged_at: instant(),
    kind: text({ enum: sessionKinds }).notNull(),
    user_id: uuid().notNull(),
    user_epoch: integer().notNull().default(0),
    /** The administrator who impersonates `user_id`, and their session. */
    actor_id: uuid(),
    actor_epoch: integer(),
    parent_id: uuid(),
    reason: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    /** Time of the user's last proof of identity: the sign-in, or a later confirmation. */
    authenticated_at: createdAt(),
    expires_at: instant().notNull(),
    /** End of the desktop app's renewals, counted from the sign-in; null for sessions without renewal. */
    refresh_expires_at: instant(),
    revoked_at: instant(),
    user_agent: text(),
  },
  (table) => [
    uniqueIndex("sessions_token_hash_unique").on(table.token_hash),
    index("sessions_user_id").on(table.user_id),
    index("sessions_actor_id").on(table.actor_id),
    index("sessions_expires_at").on(table.expires_at),
    index("sessions_former_token_hash")
      .on(table.former_token_hash)
      .where(sql`${table.former_token_hash} is not null`),
  ],
);

/**
 * Refresh tokens of the desktop app, as hashes. The tokens of a session form a family: the current one is unused, and
 * used ones stay until the session ends, because reusing one ends the session (RFC 9700 section 4.14.2).
 */
export const refreshTokens = pgTable(
  "refresh_tokens",
  {
    token_hash: bytes().primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    used_at: instant(),
  },
  (table) => [index("refresh_tokens_session_id").on(table.session_id)],
);

/**
 * Browsers in which a user has signed in before. Each has its own budget of sign-in attempts, so that an attacker
 * cannot lock the owner out.
 */
export const knownBrowsers = pgTable(
  "known_browsers",
  {
    token_hash: bytes().primaryKey(),
    user_id: uuid().notNull(),
    created_at: createdAt(),
    last_used_at: createdAt(),
  },
  (table) => [index("known_browsers_user_id").on(table.user_id)],
);

/** Authorization code of the desktop app's sign-in (RFC 7636, RFC 8252). */
export const handOffCodes = pgTable(
  "hand_off_codes",
  {
    code_hash: bytes().primaryKey(),
    user_id: uuid().notNull(),
    client: text().notNull(),
    redirect_uri: text().notNull(),
    code_challenge: text(),
    user_epoch: integer().notNull(),
    /** The session that issued the code; `session_id` is the session that the code created. */
    from_session_id: uuid().notNull(),
    session_id: uuid(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [index("hand_off_codes_expires_at").on(table.expires_at)],
);
