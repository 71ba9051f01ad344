import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited, newToken, tokenHash } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";
import { isActorAdmin, isLiveIn } from "./usable.ts";

export const returnedSession = () => z.object({ name: z.string(), expires_at: z.string() });
export type ReturnedSession = RowOf<typeof returnedSession> & { token: string };

export const impersonatedName = sql`coalesce(acted.first_name || ' ' || acted.last_name, 'somebody') as name`;

const auditTarget = {
  subject_id: sql`ended.user_id`,
  by: { actor_id: sql`ended.user_id`, impersonator_id: sql`ended.actor_id` },
};

/**
 * Returns from an impersonation that expired after 30 minutes to the administrator's own session, once, under a new
 * token, for the rest of that session's lifetime. Undefined if the token belongs to no expired impersonation or the
 * administrator's session or permission has ended too.
 */
export async function returnFromImpersonation(ctx: Ctx, actingToken: string): Promise<ReturnedSession | undefined> {
  const token = newToken();
  const row = await maybeOne(
    ctx,
    returnedSession,
    sql`
    with ended as (
      update sessions set revoked_at = now()
      from users u
      where sessions.token_hash = decode(${await tokenHash(actingToken)}, 'hex') and sessions.actor_id is not null
        and sessions.expires_at <= now() and (sessions.revoked_at is null or sessions.revoked_at = sessions.expires_at)
        and u.id = sessions.user_id
      returning sessions.parent_id, sessions.actor_id, sessions.actor_epoch, sessions.user_id, u.org_id,
        sessions.token_hash, old.revoked_at is null as is_first
    ),
    own as (
      update sessions set token_hash = decode(${await tokenHash(token)}, 'hex'), last_seen_at = now(),
        former_token_hash = ended.token_hash, exchanged_at = now()
      from ended, users a
      where sessions.id = ended.parent_id and ${isLiveIn("sessions")}
        and a.id = ended.actor_id and a.session_epoch = ended.actor_epoch and ${isActorAdmin}
      returning sessions.expires_at, ended.user_id as acted_as
    ),
    ${audited(ctx, "endImpersonation", "user", "ended", { ...auditTarget, where: sql`ended.is_first` })}
    select ${iso("own.expires_at")} as expires_at, ${impersonatedName}
      from own left join users acted on acted.id = own.acted_as`,
  );
  return row && { ...row, token };
}

/**
 * Audits the end of impersonations that expired without a return, for the organization's activity. `revoked_at` becomes
 * the expiry time, by which a later return recognizes the session. Also ends impersonations whose administrator lost
 * the role, in case the statement that removed the role missed them.
 */
export async function recordExpiredImpersonations(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute(sql`
    with ended as (
      update sessions set revoked_at = least(sessions.expires_at, now())
      from users u
      where sessions.actor_id is not null and sessions.revoked_at is null and u.id = sessions.user_id
        and (sessions.expires_at <= now() or not exists (
          select 1 from users a
          where a.id = sessions.actor_id and a.session_epoch = sessions.actor_epoch and ${isActorAdmin}
        ))
      returning sessions.id, sessions.user_id, sessions.actor_id, u.org_id
    ),
    ${audited(ctx, "endImpersonation", "user", "ended", auditTarget)}
    select 1 from ended`);
  return { found: rows.length, processed: rows.length };
}
