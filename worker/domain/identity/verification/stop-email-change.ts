import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { unprocessable } from "../../../contract/errors.ts";
import {
  audited,
  beforeAndAfter,
  diffRows,
  consume,
  isStopToken,
  stopLifetime,
  strictBudgets,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { stopRecoveriesParts } from "../factors/recovery/running.ts";
import { removeAdditionsParts } from "../security-events/remove-additions.ts";
import { endImpersonationsParts } from "../sessions/acting-ended.ts";
import { endSessionsClause } from "../sessions/sessions.ts";
import { idRow, many, maybeOneOf } from "../../sql.ts";
import { lockAccount, voidCodeClause } from "./codes.ts";

/** `address taken`: another user has the former address now, so the account is inactivated. */
export type StopResult = "stopped" | "taken back" | "address taken";

/**
 * Stops an email change by the link in the mail to the previous address: voids the user's links except those for
 * set-up, and ends all sessions. If changes away from that address were confirmed since the request, the account
 * returns to it: their own stop links end, and the password and everything added since the first of them are removed,
 * because they may be an attacker's. Security events since then count as reported, so that buttons in an attacker's
 * mailbox undo nothing of the owner's. If the address is another user's now, the account is inactivated instead. Safe
 * to repeat. The link works only while the account has the address that it was mailed to, or one that followed from it.
 * @throws INVALID_VERIFICATION_CODE
 */
export async function stopEmailChange(ctx: Ctx, input: { user_id: string; token: string }): Promise<StopResult> {
  await consume(ctx, strictBudgets(ctx, "stop-email-change"));
  const id = await findChange(ctx, input);
  if (id === undefined) throw unprocessable("INVALID_VERIFICATION_CODE");
  const change = { id, user_id: input.user_id };
  try {
    return (await undoChange(ctx, change, true)) ? "taken back" : "stopped";
  } catch (error) {
    if (violatedConstraint(error) !== "users_email_unique") throw error;
    // With its current address, the account is the attacker's to recover, as in `reportSecurityEvent`.
    return (await undoChange(ctx, change, false)) ? "address taken" : "stopped";
  }
}

/**
 * Stops the change and, if it was confirmed since the request, undoes it. Without `restoresEmail`, undoing inactivates
 * the account instead of giving it the former address. Returns whether the change was confirmed.
 */
async function undoChange(
  ctx: Ctx,
  { id, user_id }: { id: string; user_id: string },
  restoresEmail: boolean,
): Promise<boolean> {
  const results = await ctx.db.batch([
    ...lockAccount(user_id),
    sql`
    with recursive stopped as (select * from verification_codes where id = ${id}),
    followed as (
      select c.new_email, c.used_at
      from stopped
        join verification_codes c on c.user_id = stopped.user_id and c.scope = 'verify:email-change'
          and c.used_at >= stopped.created_at and lower(c.old_email) = lower(stopped.old_email)
      union
      select c.new_email, c.used_at
      from followed
        join verification_codes c on c.user_id = ${user_id} and c.scope = 'verify:email-change'
          and c.used_at > followed.used_at and lower(c.old_email) = lower(followed.new_email)
    ),
    candidate as (
      select stopped.user_id, stopped.old_email, (select min(used_at) from followed) as since,
        exists (select 1 from followed where lower(followed.new_email) = lower(u.email)) as is_done,
        lower(u.email) = lower(stopped.old_email) as is_own
      from stopped join users u on u.id = stopped.user_id
    ),
    change as (select * from candidate where is_done or is_own),
    ended as (
      update verification_codes c set old_email = null
      from change
      where change.is_done and c.user_id = change.user_id and c.scope = 'verify:email-change'
        and c.used_at > change.since
    ),
    undone as (
      update security_events e set reported_at = now()
      from change
      where change.is_done and e.user_id = change.user_id and e.created_at >= change.since and e.reported_at is null
    ),
    reverted as (select * from change where is_done),
    ${removeAdditionsParts("reverted", "since")},
    voided as (
      update verification_codes c set ${voidCodeClause}
      from change where c.user_id = change.user_id and c.used_at is null and c.scope <> 'verify:user-setup'
    ),
    u as (
      update users set
        email = case when change.is_done and ${restoresEmail} then change.old_email else users.email end,
        password_hash = case when change.is_done then null else users.password_hash end,
        is_active = users.is_active and (${restoresEmail} or not change.is_done),
        ${endSessionsClause},
        updated_at = now()
      from change where users.id = change.user_id
      returning
        users.id, users.org_id, users.session_epoch, ${beforeAndAfter},
        case when change.is_done and ${restoresEmail}
          then jsonb_build_object('old_email', old.email, 'new_email', change.old_email)
          else '{}'
        end as addresses
    ),
    ${stopRecoveriesParts("u")},
    ${endImpersonationsParts(ctx, "u")},
    ${audited(ctx, "stopEmailChange", "user", "u", { data: sql`u.addresses`, changes: diffRows() })}
    select change.is_done from u join change on change.user_id = u.id`,
  ]);
  const change = maybeOneOf(ctx, () => z.object({ is_done: z.boolean() }), results.at(-1));
  if (!change) throw unprocessable("INVALID_VERIFICATION_CODE");
  return change.is_done;
}

async function findChange(ctx: Ctx, { user_id, token }: { user_id: string; token: string }) {
  const changes = await many(
    ctx,
    idRow,
    sql`
    select id from verification_codes
    where user_id = ${user_id} and scope = 'verify:email-change' and old_email is not null
      and created_at > now() - ${stopLifetime}::interval`,
  );
  for (const { id } of changes) if (await isStopToken(ctx.settings, id, token)) return id;
  return undefined;
}
