import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { sessionUser } from "../../contract/entities/user.ts";
import { forbidden, notFound, unauthorized } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { newToken, tokenHash } from "../secrets/index.ts";
import { impersonationAbsolute } from "./lifetimes.ts";
import type { Session } from "./sessions.ts";
import { iso, required, type RowOf } from "../sql.ts";
import { userJson } from "./user-rows.ts";

const impersonated = () => z.object({ user_id: z.string(), expires_at: z.string(), user: sessionUser });
export type Impersonated = RowOf<typeof impersonated> & { token: string };

/**
 * Starts a session in which an administrator acts as a customer's user, for 30 minutes. The administrator's own token
 * stops working until they return, so that one of many concurrent starts works (T13, O-035). Throws USR_NOT_FOUND;
 * USR_NOT_AUTHORIZED for administrators, inactive people, nested impersonation and bearer sessions; INVALID_JWT when
 * another start was first.
 */
export async function startImpersonation(ctx: Ctx, session: Session, userId: string): Promise<Impersonated> {
  const actor = requireUser(ctx);
  const isAllowed = sql`is_active and agreed_at is not null and not 'admin' = any(roles)`;
  const target = await required(
    ctx,
    () => z.object({ is_allowed: z.boolean() }),
    sql`select ${isAllowed} as is_allowed from users where id = ${userId}`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (!target.is_allowed || session.impersonator_id || session.kind !== "cookie") throw forbidden("USR_NOT_AUTHORIZED");
  const token = newToken();
  const org_id = sql`(select org_id from target)`;
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
      returning sessions.id, sessions.user_epoch
    ), s as (
      insert into sessions (
        token_hash, kind, user_id, user_epoch, actor_id, actor_epoch, parent_id, expires_at,
        user_agent
      )
      select
        decode(${await tokenHash(token)}, 'hex'), 'cookie', target.id, target.session_epoch, a.id,
        a.session_epoch, parked.id, now() + ${impersonationAbsolute}::interval, ${ctx.user_agent}
      from parked, target, users a where a.id = ${actor.user_id} and a.session_epoch = parked.user_epoch
      returning user_id, expires_at
    ), ${audited(ctx, "startImpersonation", "user", "s", { subject_id: userId, org_id })}
    select s.user_id, ${iso("s.expires_at")} as expires_at, ${userJson} as "user"
    from s join users u on u.id = s.user_id join organizations o on o.id = u.org_id`,
    () => unauthorized("INVALID_JWT"),
  );
  return { ...row, token };
}

/** Returns to the administrator's own session under a new token. Throws IMPERSONATE_SESSION_NOT_FOUND. */
export async function endImpersonation(ctx: Ctx, session: Session): Promise<{ token: string; expires_at: string }> {
  if (!session.impersonator_id || !session.parent_id) throw notFound("IMPERSONATE_SESSION_NOT_FOUND");
  const token = newToken();
  const row = await required(
    ctx,
    () => z.object({ expires_at: z.string() }),
    sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${session.session_id} and revoked_at is null returning parent_id
    ),
    own as (
      update sessions set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now()
      from ended
      where sessions.id = ended.parent_id and sessions.revoked_at is null
      returning sessions.expires_at
    ), ${audited(ctx, "endImpersonation", "user", "own", { subject_id: session.user_id, org_id: session.org_id })}
    select ${iso("expires_at")} as expires_at from own`,
    () => notFound("IMPERSONATE_SESSION_NOT_FOUND"),
  );
  return { ...row, token };
}
