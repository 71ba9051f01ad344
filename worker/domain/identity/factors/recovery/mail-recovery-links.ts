import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited } from "../../../platform/index.ts";
import type { Ctx } from "../../../context.ts";
import { notificationParts } from "../../../notifications/index.ts";
import { iso, one } from "../../../sql.ts";
import { recoveryLinkLife } from "./running.ts";

/** Also stops the due recoveries of inactive users. */
export async function mailRecoveryLinks(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const mail = notificationParts(
    {
      type: "recoveryReady",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name,
        'recovery_id', mailed.recovery_id, 'expires_at', ${iso("mailed.expires_at")})`,
    },
    sql`mailed join users u on u.id = mailed.id`,
  );
  const counts = await one(
    ctx,
    () => z.object({ found: z.int(), processed: z.int() }),
    sql`
    with due as (
      select r.id from second_factor_recoveries r
      where r.mailed_at is null and r.stopped_at is null and r.used_at is null and r.due_at <= now()
      order by r.due_at limit 100 for update skip locked
    ),
    changed as (
      update second_factor_recoveries r
      set
        mailed_at = case when u.is_active then now() end,
        expires_at = case when u.is_active then now() + ${recoveryLinkLife}::interval end,
        stopped_at = case when not u.is_active then now() end
      from due, users u
      where r.id = due.id and u.id = r.user_id
      returning r.id as recovery_id, r.user_id as id, u.org_id, r.mailed_at, r.expires_at
    ),
    mailed as (select * from changed where mailed_at is not null),
    ${mail},
    ${audited(ctx, "mailRecoveryLinks", "user", "mailed")}
    select (select count(*)::int from due) as found, (select count(*)::int from mailed) as processed`,
    () => new Error("a select without tables returned no row"),
  );
  if (counts.processed > 0) ctx.wakeWorkers();
  return counts;
}
