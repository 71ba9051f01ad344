import { type SQL, sql } from "drizzle-orm";

/**
 * Whether the account is blocked, because its owner reported a theft and the former address is another user's by then.
 * The current address is the thief's: it hears of no change and takes none back. Only support gives the account another
 * address, before it is active again.
 */
export const isBlocked = (user: "u" | "allowed"): SQL =>
  sql.raw(`(not ${user}.is_active and ${user}.password_hash is null and ${user}.agreed_at is not null)`);

/** Condition on user u and a code: of inactive users, only one with a blocked account may confirm a new address. */
export const mayUseCode = (code: "c" | "c2"): SQL =>
  sql`(u.is_active or (${sql.raw(code)}.scope = 'verify:email-change' and ${isBlocked("u")}))`;
