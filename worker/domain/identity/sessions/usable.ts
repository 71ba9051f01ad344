import { type SQL, sql } from "drizzle-orm";
import { sessionIdle } from "./lifetimes.ts";
import { hasPermission } from "../../permissions.ts";

/** The session `row` can be used no more, as far as it alone tells. */
const hasEnded = (row: "s" | "sessions"): SQL =>
  sql.raw(`${row}.revoked_at is not null
  or ${row}.expires_at <= now()
  or ${row}.last_seen_at <= now() - interval '${sessionIdle}'`);

/** It can still be used, as far as it alone tells. */
export const isLiveIn = (row: "s" | "sessions"): SQL => sql`(not (${hasEnded(row)}))`;
const isLive: SQL = isLiveIn("s");

/** Session s is live, or is one of the desktop app whose access token can be renewed: a person can still end it. */
export const isOpen: SQL = sql`(${isLive} or (s.revoked_at is null and coalesce(s.refresh_expires_at > now(), false)))`;

/** Session s is over for everybody: by itself, or because all those of the administrator (alias a) who acts by it were ended. */
export const isOver: SQL = sql`(${hasEnded("s")}
  or coalesce(s.actor_epoch <> a.session_epoch, false))`;
/** All sessions of its user (alias u) were ended. */
export const isOverForUser: SQL = sql`coalesce(s.user_epoch <> u.session_epoch, false)`;
/** Who acts (alias a) is still an administrator. */
export const isActorAdmin: SQL = sql`coalesce(a.is_active and ${hasPermission("a.roles", "manage_shop")}, false)`;

/** Whether getSession accepts session s for its user. */
export const isUsable: SQL = sql`(not ${isOver} and not ${isOverForUser} and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or ${isActorAdmin}))`;
