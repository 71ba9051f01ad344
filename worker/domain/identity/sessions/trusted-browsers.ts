import { type SQL, sql } from "drizzle-orm";
import { newToken, tokenHash } from "../../platform/index.ts";

/**
 * The insert that trusts the browser in which one user of `from` (alias u) has authenticated, as part of a larger
 * statement. A trusted browser gets its own rate limit (T6), and one that is already trusted retains its token. The
 * token is returned, never stored.
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
