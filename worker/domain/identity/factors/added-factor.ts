import { type SQL, sql } from "drizzle-orm";
import type { Rows } from "../../../../db/handle.ts";
import { unauthorized } from "../../../contract/errors.ts";
import type { MailPayload } from "../../../contract/notification-types.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { iso } from "../../sql.ts";
import { eventPayload, recordSecurityEventParts } from "../security-events/record-event.ts";
import { endImpersonationsParts } from "../sessions/acting-ended.ts";
import { hasLiveSession } from "../sessions/usable.ts";
import { hasFactor } from "./has-factor.ts";

/** The CTE `me`: the user, unless the session has ended. */
export const mePart = (ctx: Ctx): SQL => sql`
  me as (
    select users.id, users.org_id, users.email, ${hasFactor("users")} as had_factor,
      exists (
        select 1 from organizations o where o.id = users.org_id and o.require_second_factor_from is not null
      ) as must_keep_one
    from users where users.id = ${requireUser(ctx).user_id} and ${hasLiveSession(ctx, "users")}
  )`;

/**
 * Runs a statement that changes the factors of `me` after one that locks the user, so that it sees which factors a
 * concurrent change left, and whether a concurrent report of a theft ended the session. A lock inside the statement
 * would come after its snapshot. @throws INVALID_JWT
 */
export async function changeFactors(ctx: Ctx, statement: SQL): Promise<Rows<Record<string, unknown>> | undefined> {
  const [, user, result] = await ctx.db.batch([
    sql`select 1 from users where id = ${requireUser(ctx).user_id} for update`,
    sql`with ${mePart(ctx)} select 1 from me`,
    statement,
  ]);
  if (user?.rows.length === 0) throw unauthorized("INVALID_JWT");
  return result;
}

/**
 * CTEs for a statement whose CTE `rows` added a factor of `me`: the user's first factor ends all sessions but this one,
 * because they were started by a password alone.
 */
export const endOtherSessionsParts = (ctx: Ctx, rows: string): SQL => sql`
  first as (
    update users set session_epoch = users.session_epoch + 1
    from me where users.id = me.id and not me.had_factor and exists (select 1 from ${sql.raw(rows)})
    returning users.id, users.org_id, users.session_epoch
  ),
  continued as (
    update sessions set user_epoch = first.session_epoch, authenticated_at = now()
    from first where sessions.id = ${requireUser(ctx).session_id} and sessions.user_epoch = first.session_epoch - 1
  ),
  ${endImpersonationsParts(ctx, "first")},
  ${audited(ctx, "endOtherSessions", "user", "first", { as: "audited_first" })}`;

type Change = MailPayload<"signInMethodChanged">["change"];
const eventKinds = { passkey: "passkey_added", totp: "totp_enabled", backup_codes: "backup_codes_created" } as const;

/**
 * CTEs that record a security event for the users of `rows` (`id`) and mail them about the change, with a button "This
 * was not me".
 */
export function notifyOfFactorParts(
  ctx: Ctx,
  change: Exclude<Change, "recovered">,
  rows: string,
  { passkey = sql`null`, has_ended_sessions }: { passkey?: SQL; has_ended_sessions: SQL },
): SQL {
  const mail = notificationParts(
    {
      type: "signInMethodChanged",
      recipient: sql`owner.email`,
      user_id: sql`owner.id`,
      payload: sql`${eventPayload} || jsonb_strip_nulls(jsonb_build_object(
        'first_name', owner.first_name, 'last_name', owner.last_name, 'change', ${change}::text, 'passkey', ${passkey},
        'changed_at', ${iso("happened.created_at")}, 'has_ended_sessions', ${has_ended_sessions}))`,
    },
    sql`happened
      join users owner on owner.id = happened.user_id
      join ${sql.raw(rows)} on ${sql.raw(rows)}.id = owner.id`,
  );
  return sql`${recordSecurityEventParts(ctx, eventKinds[change], rows)}, ${mail}`;
}

/** Needs `endOtherSessionsParts` in the same statement. */
export const hasEndedSessions: SQL = sql`exists (select 1 from first)`;

/** CTEs that delete the backup codes and trusted browsers of `me` if no factor remains. */
export const dropRestOfFactorsParts = (hasFactorLeft: SQL): SQL => sql`
  codes_gone as (delete from backup_codes using me where backup_codes.user_id = me.id and not ${hasFactorLeft}),
  trust_gone as (delete from trusted_browsers using me where trusted_browsers.user_id = me.id
    and not ${hasFactorLeft})`;
