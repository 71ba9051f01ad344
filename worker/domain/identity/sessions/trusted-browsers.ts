import { type SQL, sql } from "drizzle-orm";
import { newToken, tokenHash } from "../../platform/index.ts";

/**
 * Makes the browser known in which one user of `from` (alias u) has shown who they are, as part of a larger statement: it
 * then has tries of its own (T6). Known under its own token already, it keeps it. The token is returned, never stored.
 */
export async function knowBrowser(from: SQL, known?: string): Promise<{ token: string; insert: SQL }> {
  const token = known ?? newToken();
  const insert = sql`
    insert into known_browsers (token_hash, user_id) select decode(${await tokenHash(token)}, 'hex'), u.id from ${from}
    on conflict (token_hash) do update set last_used_at = now()`;
  return { token, insert };
}

/** An expression: whether the browser with this token is known to be a user's (alias u). */
export const isTrustedBrowser = (tokenHashed: string): SQL => sql`exists (
  select 1 from known_browsers b where b.token_hash = decode(${tokenHashed}, 'hex') and b.user_id = u.id)`;
