import { type SQL, sql } from "drizzle-orm";
import { newToken, tokenHash } from "../../platform/index.ts";
import { iso } from "../../sql.ts";
import { desktopAccess } from "./lifetimes.ts";
import { isOverForStaff } from "./usable.ts";

/**
 * A new access token, and the update that gives it to the session of the CTE `from` (`session_id`, `user_epoch`); the
 * previous token stops working. Skips sessions that ended meanwhile (ADR-028).
 */
export async function renewSession(from: string): Promise<{ token: string; update: SQL }> {
  const token = newToken();
  const update = sql`
    update sessions
    set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now(),
      expires_at = least(now() + ${desktopAccess}::interval, sessions.refresh_expires_at)
    from ${sql.raw(from)} renewed
    where sessions.id = renewed.session_id and sessions.user_epoch = renewed.user_epoch
      and sessions.revoked_at is null and sessions.refresh_expires_at > now()
      and not ${isOverForStaff("sessions")}
    returning sessions.id, ${iso("sessions.expires_at")} as expires_at,
      ${iso("sessions.refresh_expires_at")} as refresh_expires_at`;
  return { token, update };
}
