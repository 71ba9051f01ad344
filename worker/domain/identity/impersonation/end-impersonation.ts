import { sql } from "drizzle-orm";
import { notFound } from "../../../contract/errors.ts";
import { audited, tokenHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { isUsable } from "../sessions/usable.ts";
import { impersonatedName, type ReturnedSession, returnedSession } from "../sessions/run-out.ts";
import type { Session } from "../sessions/session-lookup.ts";
import { maybeOne, iso } from "../../sql.ts";
import { nextToken, resubmitWindow, type FormToken } from "./next-token.ts";

/**
 * Ends an impersonation and returns to the administrator's own session under a new token. A form submitted twice gets
 * one session.
 */
export async function endImpersonation(ctx: Ctx, session: Session, formToken?: FormToken): Promise<ReturnedSession> {
  if (!session.impersonator_id || !session.parent_id) throw notFound("IMPERSONATE_SESSION_NOT_FOUND");
  const token = await nextToken(ctx, formToken, "return");
  const row = await maybeOne(
    ctx,
    returnedSession,
    sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${session.session_id} and revoked_at is null returning parent_id, user_id, token_hash
    ),
    own as (
      update sessions set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now(),
        former_token_hash = ended.token_hash, exchanged_at = now()
      from ended
      where sessions.id = ended.parent_id and sessions.revoked_at is null
      returning sessions.expires_at, ended.user_id as acted_as
    ), ${audited(ctx, "endImpersonation", "user", "own", { subject_id: session.user_id, org_id: session.org_id })}
    select ${iso("own.expires_at")} as expires_at, ${impersonatedName}
      from own left join users acted on acted.id = own.acted_as`,
  );
  const result = row ? { ...row, token } : formToken && (await findReturnedSession(ctx, formToken));
  if (!result) throw notFound("IMPERSONATE_SESSION_NOT_FOUND");
  return result;
}

/**
 * The session that the first of two submits of the same form returned to; undefined if that session has ended, or the
 * first submit was more than a minute ago.
 */
export async function findReturnedSession(ctx: Ctx, formToken: string): Promise<ReturnedSession | undefined> {
  const token = await nextToken(ctx, formToken, "return");
  const row = await maybeOne(
    ctx,
    returnedSession,
    sql`
    select ${iso("s.expires_at")} as expires_at, ${impersonatedName}
    from sessions s
      join sessions ended on ended.parent_id = s.id and ended.actor_id = s.user_id
      join users u on u.id = s.user_id
      left join users a on a.id = s.actor_id
      left join users acted on acted.id = ended.user_id
    where s.token_hash = decode(${await tokenHash(token)}, 'hex')
      and ended.token_hash = decode(${await tokenHash(formToken)}, 'hex')
      and ended.revoked_at > now() - ${resubmitWindow}::interval and ${isUsable}`,
  );
  return row && { ...row, token };
}
