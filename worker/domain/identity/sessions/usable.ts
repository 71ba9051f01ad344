import { type SQL, sql } from "drizzle-orm";
import { sessionIdle } from "./lifetimes.ts";
import { hasPermission } from "../../permissions.ts";

/** Whether the session `row` has ended by its own columns. */
const hasEnded = (row: "s" | "sessions"): SQL =>
  sql.raw(`${row}.revoked_at is not null
  or ${row}.expires_at <= now()
  or ${row}.last_seen_at <= now() - interval '${sessionIdle}'`);

/** Whether the session `row` is live by its own columns. */
export const isLiveIn = (row: "s" | "sessions"): SQL => sql`(not (${hasEnded(row)}))`;
const isLive: SQL = isLiveIn("s");

/** Session s is live, or belongs to the desktop app and can be renewed: its user can still end it. */
export const isOpen: SQL = sql`(${isLive} or (s.revoked_at is null and coalesce(s.refresh_expires_at > now(), false)))`;

/** Session s has ended by itself, or because all sessions of the impersonating administrator (alias a) were ended. */
export const isOver: SQL = sql`(${hasEnded("s")}
  or coalesce(s.actor_epoch <> a.session_epoch, false))`;
/** All sessions of the user (alias u) were ended. */
export const isOverForUser: SQL = sql`coalesce(s.user_epoch <> u.session_epoch, false)`;
/** The impersonating account (alias a) is still an administrator. */
export const isActorAdmin: SQL = sql`coalesce(a.is_active and ${hasPermission("a.roles", "manage_shop")}, false)`;

/** Whether getSession accepts session s for its user. */
export const isUsable: SQL = sql`(not ${isOver} and not ${isOverForUser} and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or ${isActorAdmin}))`;
