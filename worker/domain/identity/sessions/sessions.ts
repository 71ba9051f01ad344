import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type impersonator, type sessionUser, userSession } from "../../../contract/entities/user.ts";
import { forbidden, unauthorized } from "../../../contract/errors.ts";
import { audited, newToken, tokenHash } from "../../platform/index.ts";
import { callerId } from "../../caller.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { auditEndedImpersonations, endImpersonations } from "./acting-ended.ts";
import { desktopAccess, desktopRefresh, sessionAbsolute } from "./lifetimes.ts";
import { iso, staticSql, type RowOf, many } from "../../sql.ts";
import { isActorAdmin, isOpen, isOver, isOverForUser } from "./usable.ts";
import { userJson } from "./user-rows.ts";

export type SessionUser = z.output<typeof sessionUser>;
/** The facts that authorization depends on. */
export type Session = {
  session_id: string;
  kind: "cookie" | "bearer";
  user_id: string;
  org_id: string;
  roles: SessionUser["roles"];
  impersonator_id: string | null;
  parent_id: string | null;
  /** The hash of the presented token: an exchange compares it to detect a concurrent exchange. */
  token_hash: string;
};
type Row = Omit<Session, "token_hash"> & {
  is_active: boolean | null;
  is_over: boolean;
  is_over_for_user: boolean;
  has_agreed: boolean;
  is_actor_admin: boolean;
  is_stale: boolean;
};
/** The signed-in user and session, for display. */
export type SessionDetails = {
  created_at: string;
  expires_at: string;
  impersonator: z.output<typeof impersonator>;
  user: SessionUser;
  /** The organization's price level, or null. */
  price_level_name: string | null;
};

/** A JSON expression over session s, user u, impersonator a and organization o, read with the session lookup. */
export type Preload<T> = SQL<T>;

/**
 * The account a session is checked against: its user, or the impersonating administrator, who may return whatever
 * happened to the user (O-035).
 */
export type Checked = "user" | "actor";

/** A request with both credential kinds is only accepted if their tokens are equal (T7). */
export type Credentials = { token: string; kind: "cookie" | "bearer" };

/**
 * The session of a token, in one round trip; everything that may have changed since sign-in is read fresh. Throws
 * INVALID_JWT, SESSION_USR_NOT_FOUND, IMPERSONATE_USR_NOT_FOUND, USR_INACTIVE, USR_NOT_AGREED (O-029 to O-031).
 */
export async function getSession<T>(
  ctx: Ctx,
  credentials: Credentials,
  preload?: Preload<T>,
  checked: Checked = "user",
): Promise<{ session: Session; preloaded: T }> {
  const hash = await tokenHash(credentials.token);
  const [found] = await ctx.db.prepared([sessionByHash(hash, preload)]);
  const row = found?.rows[0] as (Row & { preloaded: T }) | undefined; // the columns of sessionByHash
  // The desktop app's token is no cookie; a cookie's token works as bearer too (O-036).
  if (!row || (credentials.kind === "cookie" && row.kind !== "cookie")) throw unauthorized("INVALID_JWT");
  const isForUser = checked === "user" || !row.impersonator_id;
  // Checked before the session's own end, because inactivating a user ends their sessions too (O-029).
  if (isForUser && row.is_active === false) throw unauthorized("USR_INACTIVE");
  if (row.is_over || (isForUser && row.is_over_for_user) || (row.impersonator_id && !row.is_actor_admin))
    throw unauthorized("INVALID_JWT");
  if (row.is_active === null)
    throw unauthorized(row.impersonator_id ? "IMPERSONATE_USR_NOT_FOUND" : "SESSION_USR_NOT_FOUND");
  if (isForUser && !row.has_agreed) throw forbidden("USR_NOT_AGREED");
  if (row.is_stale) ctx.defer(touch(ctx, row.session_id));
  return { session: { ...row, token_hash: hash }, preloaded: row.preloaded };
}

const sessionByHash = (hash: string, preload: SQL = sql`null`): SQL =>
  sql`select ${preload} as preloaded, ${sessionRow} where s.token_hash = decode(${hash}, 'hex')`;

const sessionRow = staticSql(sql`
  s.id as session_id, s.kind, s.user_id, s.parent_id, s.actor_id as impersonator_id,
  u.org_id, u.roles, u.is_active,
  ${isOver} as is_over,
  ${isOverForUser} as is_over_for_user,
  s.last_seen_at < now() - interval '1 minute' as is_stale,
  u.agreed_at is not null as has_agreed,
  ${isActorAdmin} as is_actor_admin
  from sessions s
    left join users u on u.id = s.user_id
    left join organizations o on o.id = u.org_id
    left join users a on a.id = s.actor_id`);

/** For calls that need only the session. */
export const nothing: Preload<null> = staticSql(sql`null`) as Preload<null>;

/** For pages and calls that display the user or session. */
export const sessionDetails: Preload<SessionDetails> = staticSql(sql`json_build_object(
  'created_at', ${iso("s.created_at")},
  'expires_at', ${iso("s.expires_at")},
  'user', ${userJson},
  'price_level_name', o.price_level_name,
  'impersonator', case
    when a.id is not null
      then json_build_object(
        'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name, 'reason', s.reason)
  end)`);

const touch = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`update sessions set last_seen_at = now() where id = ${id}`).catch(() => {});

/**
 * The insert of a session for one user of `from` (alias u), as part of a larger statement; the token is returned, never
 * stored. `bearer` sessions (desktop app) can be renewed. `former`: the browser's previous session token.
 */
export async function newSession(
  ctx: Ctx,
  kind: "cookie" | "bearer",
  from: SQL,
  { id = crypto.randomUUID(), former }: { id?: string; former?: string | undefined } = {},
): Promise<{ token: string; insert: SQL }> {
  const token = newToken();
  const hash = await tokenHash(token);
  const formerHash = former === undefined ? null : await tokenHash(former);
  const insert = sql`
    insert into sessions (
      id, token_hash, former_token_hash, exchanged_at, kind, user_id, user_epoch, expires_at, refresh_expires_at,
      user_agent
    )
    select
      ${id}::uuid, decode(${hash}, 'hex'), decode(${formerHash}::text, 'hex'), now(), ${kind}, u.id, u.session_epoch,
      now() + ${kind === "bearer" ? desktopAccess : sessionAbsolute}::interval,
      now() + ${kind === "bearer" ? desktopRefresh : null}::interval,
      ${ctx.user_agent}
    from ${from}
    returning id, user_id, ${iso("created_at")} as created_at, ${iso("expires_at")} as expires_at,
      ${iso("refresh_expires_at")} as refresh_expires_at`;
  return { token, insert };
}

/**
 * Assignment for an update of users: ends all sessions and authorization codes of the user and all impersonations by or
 * of the user; `endImpersonations` audits the former. The row lock conflicts with the share lock of a sign-in, so that no
 * concurrent sign-in slips through.
 */
export const endSessions: SQL = sql`session_epoch = session_epoch + 1`;

/**
 * CTEs for a sign-in: end the browser's previous session and, for an impersonation, the administrator's session, so
 * that no token outlives the cookie that the new one replaces.
 */
export async function endBrowserSession(ctx: Ctx, token: string | undefined): Promise<SQL> {
  const hasToken = sql`token_hash = decode(${await tokenHash(token ?? "")}, 'hex')`;
  return sql`
    ended as (
      update sessions set revoked_at = now()
      where (${hasToken} or id = (select parent_id from sessions where ${hasToken}))
        and kind = 'cookie' and revoked_at is null
      returning user_id, actor_id
    ),
    ${auditEndedImpersonations(ctx)}`;
}

/** Ends a session and the impersonations started from it. */
export async function signOut(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      where (id = ${sessionId} or id = (select parent_id from sessions where id = ${sessionId}))
        and revoked_at is null
      returning id, user_id, actor_id
    ), one as (select 1 from ended limit 1),
    ${audited(ctx, "signOut", "session", "one", { subject_id: sessionId, org_id: null })},
    ${auditEndedImpersonations(ctx)}
    select 1 from one`);
  await endStartedFrom(ctx, requireUser(ctx).user_id, sessionId);
}

/**
 * A separate statement, because the first one's snapshot misses a session that is being started concurrently; after the
 * sign-out none can start.
 */
export const endStartedFrom = (ctx: Ctx, userId: string, sessionId: string): Promise<unknown> =>
  ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      where actor_id = ${userId} and parent_id = ${sessionId} and revoked_at is null
      returning user_id, actor_id
    ),
    ${auditEndedImpersonations(ctx)}
    select 1 from ended`);

/** Ends one of the user's own sessions and the impersonations started from it; other sessions are ignored (O-132). */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { user_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${sessionId} and user_id = ${user_id} and actor_id is null and revoked_at is null returning id
    ), ${audited(ctx, "endSession", "session", "ended", { org_id: null })}
    select 1 from ended`);
  await endStartedFrom(ctx, user_id, sessionId);
}

/** Ends every session and authorization code of the actor. */
export async function signOutEverywhere(ctx: Ctx): Promise<void> {
  const { user_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with ended as (update users set ${endSessions} where id = ${user_id} returning id, org_id, session_epoch),
    ${endImpersonations(ctx, "ended")},
    ${audited(ctx, "signOutEverywhere", "user", "ended")}
    select 1 from ended`);
}

/** `is_this`: the current session. */
const sessionSummary = () => z.extend(userSession, { is_this: z.boolean() });
export type SessionSummary = RowOf<typeof sessionSummary>;

/** The user's open sessions, the current one first, then by last use. */
export async function listSessions(ctx: Ctx): Promise<SessionSummary[]> {
  return many(
    ctx,
    sessionSummary,
    sql`
    select
      s.id, s.kind, s.user_agent, s.id = ${callerId(ctx, "session_id")} as is_this,
      ${iso("s.created_at")} as created_at, ${iso("s.last_seen_at")} as last_seen_at
    from sessions s join users u on u.id = s.user_id and u.session_epoch = s.user_epoch
    where s.user_id = ${callerId(ctx, "user_id")} and s.actor_id is null and ${isOpen}
    order by is_this desc, s.last_seen_at desc limit 100`,
  );
}
