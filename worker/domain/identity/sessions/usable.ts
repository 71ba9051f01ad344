import { type SQL, sql } from "drizzle-orm";
import { type Ctx, requireUser } from "../../context.ts";
import { sessionIdle, staffAbsolute, staffIdle } from "./lifetimes.ts";
import { hasPermission, hasStaffPermission } from "../../permissions.ts";

type SessionAlias = "s" | "sessions";

/**
 * Whether the actor's session still lives, in a statement after one that locks the user: a report of a theft may have
 * ended it since the check at the start of the request.
 */
export const hasLiveSession = (ctx: Ctx, user: "u" | "users"): SQL => sql`exists (
  select 1 from sessions own
  where own.id = ${requireUser(ctx).session_id} and own.user_epoch = ${sql.raw(user)}.session_epoch
    and own.revoked_at is null)`;

/** Whether the session of an administrator is past their shorter lifetimes. */
export const isOverForStaff = (row: SessionAlias): SQL =>
  sql`(${sql.raw(`(${row}.created_at <= now() - interval '${staffAbsolute}'
    or ${row}.last_seen_at <= now() - interval '${staffIdle}')`)}
    and exists (select 1 from users staff where staff.id = ${sql.raw(`${row}.user_id`)}
      and ${hasPermission("staff.roles", "use_console")}))`;

const hasEnded = (row: SessionAlias): SQL => sql`${sql.raw(`${row}.revoked_at is not null
  or ${row}.expires_at <= now()
  or ${row}.last_seen_at <= now() - interval '${sessionIdle}'`)}
  or ${isOverForStaff(row)}`;

export const isLiveIn = (row: SessionAlias): SQL => sql`(not (${hasEnded(row)}))`;
const isLive: SQL = isLiveIn("s");

/** Whether session s is live, or renewable by the desktop app, so that the user can still end it. */
export const isOpen: SQL = sql`(${isLive} or (s.revoked_at is null and coalesce(s.refresh_expires_at > now(), false)
  and not ${isOverForStaff("s")}))`;

/**
 * Whether session s was ended or has expired, or all sessions of the impersonating administrator (alias a) were ended.
 */
export const isOver: SQL = sql`(${hasEnded("s")}
  or coalesce(s.actor_epoch <> a.session_epoch, false))`;
export const isOverForUser: SQL = sql`coalesce(s.user_epoch <> u.session_epoch, false)`;
export const isActorAdmin: SQL = sql`coalesce(a.is_active and ${hasStaffPermission("a", "impersonation:act")}, false)`;

export const isUsable: SQL = sql`(not ${isOver} and not ${isOverForUser} and u.is_active and u.agreed_at is not null
  and (s.actor_id is null or ${isActorAdmin}))`;
