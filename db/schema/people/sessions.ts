import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAt, id, instant } from "../../columns.ts";
import { sessionKinds } from "../../enums.ts";

/** Only the SHA-256 of a token is stored. No foreign key on purpose: a session must be able to outlive its user and be refused. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    token_hash: bytes().notNull(),
    /** Of the token in whose place this session's own came in its browser, and when. */
    former_token_hash: bytes(),
    exchanged_at: instant(),
    kind: text({ enum: sessionKinds }).notNull(),
    user_id: uuid().notNull(),
    user_epoch: integer().notNull().default(0),
    /** The administrator who acts as `user_id`, and the session to return to. */
    actor_id: uuid(),
    actor_epoch: integer(),
    parent_id: uuid(),
    /** Why they act as `user_id`, as they said. */
    reason: text(),
    created_at: createdAt(),
    last_seen_at: createdAt(),
    expires_at: instant().notNull(),
    /** Until when the desktop app can have its access token renewed, counted from the sign-in; null for what cannot be renewed. */
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
 * Refresh tokens of the desktop app, as hashes. All those of one session are a family: the session's current one is unused, and
 * the used ones stay until the session is over, because using one again ends the session (RFC 9700 section 4.14.2).
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

/** A browser in which a person signed in before: it has its own budget of tries, so that an attacker cannot lock the owner out. */
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

/** One-time code of the desktop hand-off (RFC 7636, RFC 8252). */
export const handOffCodes = pgTable(
  "hand_off_codes",
  {
    code_hash: bytes().primaryKey(),
    user_id: uuid().notNull(),
    client: text().notNull(),
    redirect_uri: text().notNull(),
    code_challenge: text(),
    user_epoch: integer().notNull(),
    /** The session in which the code was made, and the one that it made. */
    from_session_id: uuid().notNull(),
    session_id: uuid(),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [index("hand_off_codes_expires_at").on(table.expires_at)],
);
