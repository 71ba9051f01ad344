import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { type SendInput, sendNotification } from "../../notifications/index.ts";
import type { JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { renewalReminders } from "./subscription-mails.ts";

/**
 * Lead time of the first reminder: 30 days for a term of a year or several months; 7 days for one month, like the
 * provider's `invoice.upcoming` (docs/deploy.md); 1 day for shorter terms. The lead is shorter than a term of a month
 * or more, so no reminder falls on the day of the last renewal.
 */
const leadTime = sql`(case
  when s.interval = 'year' or (s.interval = 'month' and s.interval_count > 1) then interval '30 days'
  when s.interval = 'month' then interval '7 days'
  else interval '1 day'
end)`;

const isRenewingSoon = sql`
  s.status = 'active' and s.stripe_id is not null
  and s.current_period_end between now() and now() + ${leadTime}
  and (s.cancel_at is null or s.cancel_at > s.current_period_end)`;

export const remindOfRenewal = (ctx: Ctx, id: string): Promise<JobCounts> => queueReminders(ctx, sql`s.id = ${id}`);

export const remindOfRenewals = (ctx: Ctx): Promise<JobCounts> => queueReminders(ctx, isRenewingSoon);

async function queueReminders(ctx: Ctx, where: SQL): Promise<JobCounts> {
  const counts = await one(
    ctx,
    () => z.object({ found: z.int(), processed: z.int() }),
    sql`
    with ${renewalReminders(ctx, where)}
    select
      (select count(*) from told)::int as found,
      (select count(*) from told_app)::int as processed`,
    () => new Error("a count returned no row"),
  );
  if (counts.processed > 0) ctx.wakeWorkers();
  return counts;
}

/** Queues `send` and the renewal reminders, and wakes the workers for all waiting messages (O-108). */
export async function runNotificationTask(ctx: Ctx, send?: SendInput): Promise<void> {
  if (send) await sendNotification(ctx, send);
  await remindOfRenewals(ctx);
  ctx.wakeWorkers();
}
