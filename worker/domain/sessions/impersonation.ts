import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../contract/entities/user.ts";
import { forbidden, notFound, unauthorized } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { newToken, tokenHash } from "../secrets/index.ts";
import { impersonationAbsolute, sessionIdle } from "./lifetimes.ts";
import type { Session } from "./sessions.ts";
import { first, iso, required, type RowOf } from "../sql.ts";
import { userJson } from "./user-rows.ts";

/** `own_expires_at`: when the administrator's own session ends, so that the cookie is there to return by. */
const impersonated = () =>
  z.object({ user_id: z.string(), expires_at: z.string(), own_expires_at: z.string(), user: sessionUser });
export type Impersonated = RowOf<typeof impersonated> & { token: string };
type Start = { user_id: string; reason?: string | undefined };

/**
 * Starts a session in which an administrator acts as a customer's user, for 30 minutes. The administrator's own token
 * stops working until they return, so that one of many concurrent starts works (T13, O-035). The organization reads the
 * reason in its activity. Throws USR_NOT_FOUND; USR_NOT_AUTHORIZED for administrators, inactive people, nested
 * impersonation and bearer sessions; INVALID_JWT when another start was first.
 */
export async function startImpersonation(ctx: Ctx, session: Session, input: Start): Promise<Impersonated> {
  const actor = requireUser(ctx);
  const { user_id: userId } = input;
  const reason = input.reason || null;
  const isAllowed = sql`is_active and agreed_at is not null and not 'admin' = any(roles)`;
  const target = await required(
    ctx,
    () => z.object({ is_allowed: z.boolean() }),
    sql`select ${isAllowed} as is_allowed from users where id = ${userId}`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (!target.is_allowed || session.impersonator_id || session.kind !== "cookie") throw forbidden("USR_NOT_AUTHORIZED");
  const token = newToken();
  const whom = { subject_id: userId, org_id: sql`(select org_id from target)` };
  const row = await required(
    ctx,
    impersonated,
    sql`
    with target as (
      select id, session_epoch, org_id from users where id = ${userId} and ${isAllowed} for share
    ), parked as (
      update sessions set token_hash = decode(${await tokenHash(newToken())}, 'hex') from target
      where sessions.id = ${session.session_id}
        and sessions.token_hash = decode(${session.token_hash}, 'hex')
        and sessions.revoked_at is null
      returning sessions.id, sessions.user_epoch, sessions.expires_at
    ), s as (
      insert into sessions (
        token_hash, kind, user_id, user_epoch, actor_id, actor_epoch, parent_id, reason, expires_at,
        user_agent
      )
      select
        decode(${await tokenHash(token)}, 'hex'), 'cookie', target.id, target.session_epoch, a.id,
        a.session_epoch, parked.id, ${reason}::text, now() + ${impersonationAbsolute}::interval, ${ctx.user_agent}
      from parked, target, users a where a.id = ${actor.user_id} and a.session_epoch = parked.user_epoch
      returning user_id, expires_at
    ), ${audited(ctx, "startImpersonation", "user", "s", { ...whom, data: reason ? { reason } : {} })}
    select s.user_id, ${iso("s.expires_at")} as expires_at, ${iso("parked.expires_at")} as own_expires_at,
      ${userJson} as "user"
    from s cross join parked join users u on u.id = s.user_id join organizations o on o.id = u.org_id`,
    () => unauthorized("INVALID_JWT"),
  );
  return { ...row, token };
}

const own = () => z.object({ name: z.string(), expires_at: z.string() });
/** The administrator's own session, and as whom they acted. */
export type Own = RowOf<typeof own> & { token: string };

/** Returns to the administrator's own session under a new token. Throws IMPERSONATE_SESSION_NOT_FOUND. */
export async function endImpersonation(ctx: Ctx, session: Session): Promise<Own> {
  if (!session.impersonator_id || !session.parent_id) throw notFound("IMPERSONATE_SESSION_NOT_FOUND");
  const token = newToken();
  const row = await required(
    ctx,
    own,
    sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${session.session_id} and revoked_at is null returning parent_id, user_id
    ),
    own as (
      update sessions set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now()
      from ended
      where sessions.id = ended.parent_id and sessions.revoked_at is null
      returning sessions.expires_at, ended.user_id as acted_as
    ), ${audited(ctx, "endImpersonation", "user", "own", { subject_id: session.user_id, org_id: session.org_id })}
    select ${iso("own.expires_at")} as expires_at, ${nameOf} from own left join users u on u.id = own.acted_as`,
    () => notFound("IMPERSONATE_SESSION_NOT_FOUND"),
  );
  return { ...row, token };
}

const nameOf = sql`coalesce(u.first_name || ' ' || u.last_name, 'somebody') as name`;

/** Whose act it is that a session of somebody who acts as another is over. */
const ofEnded = {
  subject_id: sql`ended.user_id`,
  by: { actor_id: sql`ended.user_id`, impersonator_id: sql`ended.actor_id` },
};

/**
 * Back to the administrator's own session when the 30 minutes are over, under a new token, for as long as that session lasts
 * by itself; once. Undefined where the token is of no such session, or the own one has ended too.
 */
export async function returnFromImpersonation(ctx: Ctx, acting: string): Promise<Own | undefined> {
  const token = newToken();
  const row = await first(
    ctx,
    own,
    sql`
    with ended as (
      update sessions set revoked_at = now()
      from users u
      where sessions.token_hash = decode(${await tokenHash(acting)}, 'hex') and sessions.actor_id is not null
        and sessions.expires_at <= now() and (sessions.revoked_at is null or sessions.revoked_at = sessions.expires_at)
        and u.id = sessions.user_id
      returning sessions.parent_id, sessions.actor_id, sessions.actor_epoch, sessions.user_id, u.org_id,
        old.revoked_at is null as is_news
    ),
    own as (
      update sessions set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now()
      from ended, users a
      where sessions.id = ended.parent_id and sessions.revoked_at is null and sessions.expires_at > now()
        and sessions.last_seen_at > now() - ${sessionIdle}::interval
        and a.id = ended.actor_id and a.session_epoch = ended.actor_epoch and a.is_active and 'admin' = any(a.roles)
      returning sessions.expires_at, ended.user_id as acted_as
    ),
    ${audited(ctx, "endImpersonation", "user", "ended", { ...ofEnded, where: sql`ended.is_news` })}
    select ${iso("own.expires_at")} as expires_at, ${nameOf} from own left join users u on u.id = own.acted_as`,
  );
  return row && { ...row, token };
}

/**
 * Notes the end of those that ran out and from which nobody has returned, so that the organization reads of it. They end at
 * the instant at which they ran out, by which a return that is still possible knows them.
 */
export async function noteRunOut(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = expires_at
      from users u
      where sessions.actor_id is not null and sessions.revoked_at is null and sessions.expires_at <= now()
        and u.id = sessions.user_id
      returning sessions.id, sessions.user_id, sessions.actor_id, u.org_id
    ),
    ${audited(ctx, "endImpersonation", "user", "ended", ofEnded)}
    select 1 from ended`);
  return { found: rows.length, processed: rows.length };
}
