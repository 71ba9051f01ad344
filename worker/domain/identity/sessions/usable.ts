import { type SQL, sql } from "drizzle-orm";
import { sessionIdle } from "./lifetimes.ts";
import { hasStaffPermission } from "../../permissions.ts";

const hasEnded = (row: "s" | "sessions"): SQL =>
  sql.raw(`${row}.revoked_at is not null
  or ${row}.expires_at <= now()
  or ${row}.last_seen_at <= now() - interval '${sessionIdle}'`);

export const isLiveIn = (row: "s" | "sessions"): SQL => sql`(not (${hasEnded(row)}))`;
const isLive: SQL = isLiveIn("s");

/** Live, or renewable by the desktop app: the user can still end it. */
export const isOpen: SQL = sql`(${isLive} or (s.revoked_at is null and coalesce(s.refresh_expires_at > now(), false)))`;

/** Ended by itself, or with all sessions of the impersonating administrator (alias a). */
export const isOver: SQL = sql`(${hasEnded("s")}
  or coalesce(s.actor_epoch <> a.session_epoch, false))`;
export const isOverForUser: SQL = sql`coalesce(s.user_epoch <> u.session_epoch, false)`;
export const isActorAdmin: SQL = sql`coalesce(a.is_active and ${hasStaffPermission("a", "impersonation:act")}, false)`;

export const isUsable: SQL = sql`(not ${isOver} and not ${isOverForUser} and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or ${isActorAdmin}))`;
