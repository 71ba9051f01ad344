import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, createdAt, id, instant } from "../../columns.ts";
import { challengePurposes } from "../../enums.ts";
import { users } from "./users.ts";

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const randomId = () =>
  uuid()
    .primaryKey()
    .default(sql`gen_random_uuid()`);

/** A credential of WebAuthn; the public key is in COSE format. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    user_id: userId(),
    credential_id: bytes().notNull(),
    public_key: bytes().notNull(),
    /**
     * Signatures so far; 0 for authenticators that do not count. A count lower than before indicates a cloned
     * authenticator.
     */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    name: text().notNull(),
    /** Whether the authenticator copies the passkey to other devices, as password managers do. */
    is_synced: boolean().notNull(),
    created_at: createdAt(),
    last_used_at: instant(),
  },
  (table) => [
    uniqueIndex("passkeys_credential_id_unique").on(table.credential_id),
    index("passkeys_user_id").on(table.user_id, table.created_at),
  ],
);

/** An authenticator app (RFC 6238), pending until `enabled_at`. */
export const totpSecrets = pgTable("totp_secrets", {
  user_id: userId().primaryKey(),
  /** Encrypted by a key that the database does not have. */
  sealed_secret: bytes().notNull(),
  /** Id of the key that encrypted the secret, from `sealKeyId`. */
  sealed_by: text(),
  /** The time step of the last accepted code; only later ones are accepted. */
  last_step: bigint({ mode: "number" }),
  created_at: createdAt(),
  enabled_at: instant(),
});

/** Only a hash of each code is stored, encrypted like `sealed_secret`, because a code is short enough to be guessed. */
export const backupCodes = pgTable(
  "backup_codes",
  { user_id: userId(), code_hash: text().notNull(), sealed_by: text(), created_at: createdAt(), used_at: instant() },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
);

/** Wrong codes of a user since `since`; five in 15 minutes pause all codes of the user. */
export const secondFactorTries = pgTable("second_factor_tries", {
  user_id: userId().primaryKey(),
  wrong: integer().notNull(),
  since: instant().notNull(),
});

/**
 * Challenges to one browser that can be answered once: for a second factor after the right password, or for a passkey.
 * Tokens are stored as SHA-256.
 */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    id: randomId(),
    purpose: text({ enum: challengePurposes }).notNull(),
    token_hash: bytes().notNull(),
    browser_hash: bytes().notNull(),
    /** Null for a sign-in by passkey alone, which any user may answer. */
    user_id: uuid().references(() => users.id, { onDelete: "cascade" }),
    user_epoch: integer(),
    webauthn_challenge: bytes(),
    wrong_codes: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [
    uniqueIndex("sign_in_challenges_token_hash_unique").on(table.token_hash),
    index("sign_in_challenges_user_id").on(table.user_id),
    index("sign_in_challenges_expires_at").on(table.expires_at),
  ],
);

/**
 * Browsers that need no second factor after the right password, for 30 days. Unlike `known_browsers`, they exist only
 * at the user's request.
 */
export const trustedBrowsers = pgTable(
  "trusted_browsers",
  {
    id: id(),
    token_hash: bytes().notNull(),
    user_id: userId(),
    user_agent: text(),
    created_at: createdAt(),
    last_used_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex("trusted_browsers_token_hash_unique").on(table.token_hash),
    index("trusted_browsers_user_id").on(table.user_id, table.created_at),
    index("trusted_browsers_expires_at").on(table.expires_at),
  ],
);

/**
 * The removal of all factors of a user who lost them, begun by an administrator. At `due_at` a link is mailed that
 * works until `expires_at`; the link's token is derived from the row. A user has at most one open recovery.
 */
export const secondFactorRecoveries = pgTable(
  "second_factor_recoveries",
  {
    id: randomId(),
    user_id: userId(),
    begun_by: uuid().references(() => users.id, { onDelete: "set null" }),
    begun_at: createdAt(),
    due_at: instant().notNull(),
    mailed_at: instant(),
    expires_at: instant(),
    /** Passwords that were tried with the link; after ten the link is invalid. */
    tries: integer().notNull().default(0),
    stopped_at: instant(),
    used_at: instant(),
  },
  (table) => [
    uniqueIndex("second_factor_recoveries_open")
      .on(table.user_id)
      .where(sql`stopped_at is null and used_at is null`),
    index("second_factor_recoveries_due_at")
      .on(table.due_at)
      .where(sql`mailed_at is null and stopped_at is null`),
    index("second_factor_recoveries_begun_by").on(table.begun_by),
    index("second_factor_recoveries_begun_at").on(table.begun_at),
  ],
);
