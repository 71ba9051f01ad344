import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { userSession } from "../../../contract/entities/user.ts";
import { audited, newToken, tokenHash } from "../../platform/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentSessionId, currentUserId } from "../../current-user.ts";
import { auditEndedImpersonations, endImpersonationsParts } from "./acting-ended.ts";
import { desktopAccess, desktopRefresh, sessionAbsolute, staffAbsolute } from "./lifetimes.ts";
import { hasPermission } from "../../permissions.ts";
import { iso, type RowOf, many } from "../../sql.ts";
import { isOpen } from "./usable.ts";

/**
 * The insert of a session for one user of `from` (alias u), and the session's token, of which only the hash is stored.
 * `bearer` sessions (desktop app) can be renewed. `former`: the browser's previous session token. `authenticated_at`:
 * the time at which the user last proved who they are.
 */
export async function newSession(
  ctx: Ctx,
  kind: "cookie" | "bearer",
  from: SQL,
  {
    id = crypto.randomUUID(),
    former,
    authenticated_at = sql`now()`,
  }: { id?: string; former?: string | undefined; authenticated_at?: SQL } = {},
): Promise<{ token: string; insert: SQL }> {
  const token = newToken();
  const hash = await tokenHash(token);
  const formerHash = former === undefined ? null : await tokenHash(former);
  const insert = sql`
    insert into sessions (
      id, token_hash, former_token_hash, exchanged_at, kind, user_id, user_epoch, authenticated_at, expires_at,
      refresh_expires_at, user_agent
    )
    select
      ${id}::uuid, decode(${hash}, 'hex'), decode(${formerHash}::text, 'hex'), now(), ${kind}, u.id, u.session_epoch,
      ${authenticated_at},
      now() + ${kind === "bearer" ? sql`${desktopAccess}` : lifetimeFor(sessionAbsolute)}::interval,
      now() + ${kind === "bearer" ? lifetimeFor(desktopRefresh) : sql`null`}::interval,
      ${ctx.user_agent}
    from ${from}
    returning id, user_id, ${iso("created_at")} as created_at, ${iso("expires_at")} as expires_at,
      ${iso("refresh_expires_at")} as refresh_expires_at`;
  return { token, insert };
}

/** Administrators have the same lifetime in all kinds of sessions. */
const lifetimeFor = (usual: string): SQL =>
  sql`case when ${hasPermission("u.roles", "use_console")} then ${staffAbsolute} else ${usual} end`;

/**
 * Assignment for an update of users: ends all sessions and authorization codes of the user and all impersonations by or
 * of the user; `endImpersonationsParts` audits those by the user. The row lock conflicts with the share lock of a
 * sign-in, so that no concurrent sign-in slips through.
 */
export const endSessionsClause: SQL = sql`session_epoch = session_epoch + 1`;

/**
 * CTEs for a sign-in: end the browser's previous session and, for an impersonation, the administrator's session, so
 * that no token outlives the cookie that the new one replaces.
 */
export async function endBrowserSessionParts(ctx: Ctx, token: string | undefined): Promise<SQL> {
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
  await endSessionImpersonations(ctx, requireUser(ctx).user_id, sessionId);
}

/**
 * Ends the impersonations that a session started. A separate statement, because the snapshot of the sign-out misses an
 * impersonation that is being started concurrently; after the sign-out, none can start.
 */
export const endSessionImpersonations = (ctx: Ctx, userId: string, sessionId: string): Promise<unknown> =>
  ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      where actor_id = ${userId} and parent_id = ${sessionId} and revoked_at is null
      returning user_id, actor_id
    ),
    ${auditEndedImpersonations(ctx)}
    select 1 from ended`);

/** Ends a session and the impersonations started from it. Idempotent (O-132); ignores other users' sessions. */
export async function endSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { user_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${sessionId} and user_id = ${user_id} and actor_id is null and revoked_at is null returning id
    ), ${audited(ctx, "endSession", "session", "ended", { org_id: null })}
    select 1 from ended`);
  await endSessionImpersonations(ctx, user_id, sessionId);
}

export async function signOutEverywhere(ctx: Ctx): Promise<void> {
  const { user_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with ended as (update users set ${endSessionsClause} where id = ${user_id} returning id, org_id, session_epoch),
    ${endImpersonationsParts(ctx, "ended")},
    ${audited(ctx, "signOutEverywhere", "user", "ended")}
    select 1 from ended`);
}

const sessionSummary = () => z.extend(userSession, { is_this: z.boolean() });
export type SessionSummary = RowOf<typeof sessionSummary>;

export async function listSessions(ctx: ReadCtx): Promise<SessionSummary[]> {
  return many(
    ctx,
    sessionSummary,
    sql`
    select
      s.id, s.kind, s.user_agent, s.id = ${currentSessionId(ctx)} as is_this,
      ${iso("s.created_at")} as created_at, ${iso("s.last_seen_at")} as last_seen_at
    from sessions s join users u on u.id = s.user_id and u.session_epoch = s.user_epoch
    where s.user_id = ${currentUserId(ctx)} and s.actor_id is null and ${isOpen}
    order by is_this desc, s.last_seen_at desc limit 100`,
  );
}
