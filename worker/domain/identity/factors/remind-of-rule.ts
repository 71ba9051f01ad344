import { sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import type { JobCounts } from "../../platform/index.ts";
import { idRow, many } from "../../sql.ts";
import { hasFactor } from "./has-factor.ts";

/** Organizations per statement; the next run handles the others. */
const organizationsMax = 50;

/**
 * Reminds users without a second factor of their organization's rule: when it is made, and 7 days and 1 day before it
 * takes effect. After an outage of the job, one mail replaces all that were missed.
 */
export async function remindOfSecondFactor(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    idRow,
    sql`
    with today as (select (now() at time zone 'UTC')::date as day),
    due as (
      select o.id from organizations o, today
      where o.remind_second_factor_on <= today.day
      order by o.remind_second_factor_on, o.id limit ${organizationsMax}
      for update of o skip locked
    ),
    changed as (
      update organizations o
      set remind_second_factor_on = (
        select min(o.require_second_factor_from - before) from unnest(array[7, 1]) before
        where o.require_second_factor_from - before > today.day
      )
      from due, today
      where o.id = due.id
      returning o.id, o.name, o.require_second_factor_from as from_day,
        o.require_second_factor_from <= today.day as is_in_force
    ),
    u as (
      select u.id, u.email, u.first_name, u.last_name, changed.name as org_name, changed.from_day, changed.is_in_force
      from changed join users u on u.org_id = changed.id
      where u.is_active and u.agreed_at is not null and changed.from_day is not null and not ${hasFactor("u")}
    ),
    ${notificationParts(
      {
        type: "secondFactorRule",
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'org_name', u.org_name, 'from_day', u.from_day::text,
          'is_in_force', u.is_in_force, 'url', ${pageUrl(ctx, pages.security, {})})`,
        channels: ["email"],
      },
      sql`u`,
    )}
    select id from changed`,
  );
  if (rows.length > 0) ctx.wakeWorkers();
  return { found: rows.length, processed: rows.length };
}
