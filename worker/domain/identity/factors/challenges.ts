import { type SQL, sql } from "drizzle-orm";
import type { ChallengePurpose } from "../../../../db/enums.ts";
import { newToken, tokenHash } from "../../platform/index.ts";
import { challengeLife, wrongCodesMax } from "./lifetimes.ts";

/** A secret for the cookie of a browser that gets a challenge. */
export const newChallengeSecret = newToken;

/**
 * `browser` is the secret in the browser's cookie. `from` (alias u) selects the user who must answer; without it, any
 * user may.
 */
export async function newChallenge(
  purpose: ChallengePurpose,
  browser: string,
  from?: SQL,
): Promise<{ token: string; insert: SQL }> {
  const token = newToken();
  const insert = sql`
    insert into sign_in_challenges (purpose, token_hash, browser_hash, user_id, user_epoch, expires_at)
    select ${purpose}, decode(${await tokenHash(token)}, 'hex'), decode(${await tokenHash(browser)}, 'hex'),
      ${from ? sql`u.id, u.session_epoch` : sql`null, null`}, now() + ${challengeLife}::interval
    ${from ? sql`from ${from}` : sql``}
    returning id`;
  return { token, insert };
}

export const isAnswerable = async (purpose: ChallengePurpose, browser: string): Promise<SQL> => sql`(
  c.purpose = ${purpose} and c.browser_hash = decode(${await tokenHash(browser)}, 'hex')
  and c.used_at is null and c.expires_at > now() and c.wrong_codes < ${wrongCodesMax})`;

export const hasToken = async (token: string): Promise<SQL> =>
  sql`c.token_hash = decode(${await tokenHash(token)}, 'hex')`;

/** Returns no row if another request consumed the challenge first or the challenge has expired. */
export const consumeChallenge = (id: string): SQL => sql`
  update sign_in_challenges set used_at = now()
  where id = ${id} and used_at is null and expires_at > now() returning 1`;
