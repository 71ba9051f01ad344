import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import { unprocessable } from "../../../contract/errors.ts";
import {
  audited,
  beforeAndAfter,
  changesOf,
  consume,
  isStopToken,
  stopLifetime,
  strictBudgets,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { stopRecoveriesParts } from "../factors/recovery/running.ts";
import { endImpersonationsParts } from "../sessions/acting-ended.ts";
import { endSessions } from "../sessions/sessions.ts";
import { idRow, one, many } from "../../sql.ts";

/**
 * Stops an email change on behalf of the previous address: voids all links of the user and ends all sessions. A
 * confirmed change is reverted and the password removed, as an attacker may have set it. Safe to repeat.
 */
export async function stopEmailChange(
  ctx: Ctx,
  input: { user_id: string; token: string },
): Promise<{ is_taken_back: boolean }> {
  await consume(ctx, strictBudgets(ctx, "stop-email-change"));
  const id = await findChange(ctx, input);
  if (id === undefined) throw unprocessable("INVALID_VERIFICATION_CODE");
  try {
    return await one(
      ctx,
      () => z.object({ is_taken_back: z.boolean() }),
      sql`
      with change as (
        select
          c.user_id, c.old_email, c.new_email, c.used_at is not null and lower(u.email) = lower(c.new_email) as is_done
        from verification_codes c join users u on u.id = c.user_id
        where c.id = ${id}
      ),
      voided as (
        update verification_codes set expires_at = least(expires_at, now()), token_expires_at = now()
        where user_id = ${input.user_id} and used_at is null and scope <> 'verify:user-setup'
      ),
      u as (
        update users set
          email = case when change.is_done then change.old_email else users.email end,
          password_hash = case when change.is_done then null else users.password_hash end,
          ${endSessions},
          updated_at = now()
        from change where users.id = change.user_id
        returning
          users.id, users.org_id, users.session_epoch, ${beforeAndAfter},
          case when change.is_done
            then jsonb_build_object('old_email', change.new_email, 'new_email', change.old_email)
            else '{}'
          end as addresses
      ),
      ${stopRecoveriesParts("u")},
      ${endImpersonationsParts(ctx, "u")},
      ${audited(ctx, "stopEmailChange", "user", "u", { data: sql`u.addresses`, changes: changesOf() })}
      select change.is_done as is_taken_back from u join change on change.user_id = u.id`,
      () => unprocessable("INVALID_VERIFICATION_CODE"),
    );
  } catch (error) {
    throw violatedConstraint(error) === "users_email_unique" ? unprocessable("USR_EMAIL_EXISTS") : error;
  }
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
