import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import type { JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { startNotifications } from "./subscription-mails.ts";

/**
 * Announces given subscriptions that started within the last two days; those that started when they were given are
 * announced already. The event of the notification keeps each from being announced twice.
 */
export async function announceGivenSubscriptions(ctx: Ctx): Promise<JobCounts> {
  const { found } = await one(
    ctx,
    () => z.object({ found: z.int() }),
    sql`
    with started as (
      select * from subscriptions
      where stripe_id is null and user_id is null and status = 'active'
        and start_at between now() - interval '2 days' and now()
    ),
    ${startNotifications(ctx, sql`(select * from started)`)}
    select count(*)::int as found from started`,
    () => new Error("a count returned no row"),
  );
  if (found > 0) ctx.wakeWorkers();
  return { found, processed: found };
}
