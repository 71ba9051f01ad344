import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/impersonate-session.ts";
import { sessionUser } from "../../../contract/entities/user.ts";
import { forbidden, notFound, unauthorized } from "../../../contract/errors.ts";
import { audited, newToken, tokenHash } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { impersonationAbsolute } from "../sessions/lifetimes.ts";
import { isUsable } from "../sessions/usable.ts";
import type { Session } from "../sessions/session-lookup.ts";
import { userJson } from "../sessions/user-rows.ts";
import { maybeOne, iso, one, type RowOf } from "../../sql.ts";
import { nextToken, resubmitWindow, type FormToken } from "./next-token.ts";
import { hasPermission } from "../../permissions.ts";

/** `own_expires_at`: end of the administrator's own session, so that its cookie lives long enough to return. */
const impersonationRow = () =>
  z.object({ user_id: z.string(), expires_at: z.string(), own_expires_at: z.string(), user: sessionUser });
export type ImpersonationSession = RowOf<typeof impersonationRow> & { token: string };
type StartImpersonationInput = InputOf<typeof contract.startImpersonation>["body"];

/**
 * Starts a 30-minute session in which an administrator acts as a customer's user; the organization sees the reason in
 * its activity. The administrator's own token stops working and the return issues a new one, so that only one of
 * concurrent starts succeeds (T13, O-035). @throws USR_NOT_FOUND, USR_NOT_AUTHORIZED for administrators, inactive users
 * and users who are not set up as targets, in an impersonation and for bearer sessions, INVALID_JWT if another start
 * won, except for a form submitted twice
 */
export async function startImpersonation(
  ctx: Ctx,
  session: Session,
  input: StartImpersonationInput,
  formToken?: FormToken,
): Promise<ImpersonationSession> {
  const actor = requireUser(ctx);
  const { user_id: userId } = input;
  const reason = input.reason || null;
  const isAllowed = sql`is_active and agreed_at is not null and not ${hasPermission("roles", "use_console")}`;
  const target = await one(
    ctx,
    () => z.object({ is_allowed: z.boolean() }),
    sql`select ${isAllowed} as is_allowed from users where id = ${userId}`,
    () => notFound("USR_NOT_FOUND"),
  );
  if (!target.is_allowed || session.impersonator_id || session.kind !== "cookie") throw forbidden("USR_NOT_AUTHORIZED");
  const token = await nextToken(ctx, formToken, `act-as:${userId}`);
  const auditTarget = { subject_id: userId, org_id: sql`(select org_id from target)` };
  const row = await maybeOne(
    ctx,
    impersonationRow,
    sql`
    with target as (
      select id, session_epoch, org_id from users where id = ${userId} and ${isAllowed} for share
    ), parked as (
      update sessions set token_hash = decode(${await tokenHash(newToken())}, 'hex') from target
      where sessions.id = ${session.session_id}
        and sessions.token_hash = decode(${session.token_hash}, 'hex')
        and sessions.revoked_at is null
      returning sessions.id, sessions.user_epoch, sessions.authenticated_at, sessions.expires_at
    ), s as (
      insert into sessions (
        token_hash, former_token_hash, exchanged_at, kind, user_id, user_epoch, actor_id, actor_epoch, parent_id,
        reason, authenticated_at, expires_at, user_agent
      )
      select
        decode(${await tokenHash(token)}, 'hex'), decode(${session.token_hash}, 'hex'), now(),
        'cookie', target.id, target.session_epoch, a.id,
        a.session_epoch, parked.id, ${reason}::text,
        parked.authenticated_at, now() + ${impersonationAbsolute}::interval, ${ctx.user_agent}
      from parked, target, users a where a.id = ${actor.user_id} and a.session_epoch = parked.user_epoch
      returning user_id, expires_at
    ), ${audited(ctx, "startImpersonation", "user", "s", { ...auditTarget, data: reason ? { reason } : {} })}
    select s.user_id, ${iso("s.expires_at")} as expires_at, ${iso("parked.expires_at")} as own_expires_at,
      ${userJson} as "user"
    from s cross join parked join users u on u.id = s.user_id join organizations o on o.id = u.org_id`,
  );
  const started = row ? { ...row, token } : formToken && (await findStartedImpersonation(ctx, formToken, userId));
  if (!started) throw unauthorized("INVALID_JWT");
  return started;
}

export async function findStartedImpersonation(
  ctx: Ctx,
  formToken: string,
  userId: string,
): Promise<ImpersonationSession | undefined> {
  const token = await nextToken(ctx, formToken, `act-as:${userId}`);
  const row = await maybeOne(
    ctx,
    impersonationRow,
    sql`
    select s.user_id, ${iso("s.expires_at")} as expires_at, ${iso("parked.expires_at")} as own_expires_at,
      ${userJson} as "user"
    from sessions s
      join sessions parked on parked.id = s.parent_id
      join users u on u.id = s.user_id
      join organizations o on o.id = u.org_id
      left join users a on a.id = s.actor_id
    where s.token_hash = decode(${await tokenHash(token)}, 'hex') and s.user_id = ${userId}
      and s.created_at > now() - ${resubmitWindow}::interval and ${isUsable}`,
  );
  return row && { ...row, token };
}
