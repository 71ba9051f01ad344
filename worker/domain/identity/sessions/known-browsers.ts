import { type SQL, sql } from "drizzle-orm";
import { newToken, tokenHash } from "../../platform/index.ts";

/**
 * The insert that records the browser as known for one user of `from` (alias u), and the token for its cookie, of which
 * only the hash is stored. A known browser has its own rate limit for sign-ins (T6). `existing`: the token of a browser
 * that is already known.
 */
export async function recordKnownBrowser(from: SQL, existing?: string): Promise<{ token: string; insert: SQL }> {
  const token = existing ?? newToken();
  const insert = sql`
    insert into known_browsers (token_hash, user_id) select decode(${await tokenHash(token)}, 'hex'), u.id from ${from}
    on conflict (token_hash) do update set last_used_at = now()`;
  return { token, insert };
}

export const isKnownBrowser = (hash: string): SQL => sql`exists (
  select 1 from known_browsers b where b.token_hash = decode(${hash}, 'hex') and b.user_id = u.id)`;
