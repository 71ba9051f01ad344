import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { audited, beforeAndAfter, diffRows, type JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { endNotifications } from "./subscription-mails.ts";

const isAnnounced = sql`before ->> 'status' = 'active' and cancel_at > now() - interval '2 days'`;

/**
 * Cancels given subscriptions whose end has passed, so that their plan can be bought or given again, and announces ends
 * of the last two days. The provider ends paid subscriptions. A bought one without an id of the provider still waits
 * for its first payment and is skipped.
 */
export async function endGivenSubscriptions(ctx: Ctx): Promise<JobCounts> {
  const { found } = await one(
    ctx,
    () => z.object({ found: z.int() }),
    sql`
    with ended as (
      update subscriptions
      set
        status = case when status = 'incomplete' then 'incomplete_expired' else 'canceled' end,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where stripe_id is null and cancel_at <= now()
        and (status in ('active', 'past_due') or (status = 'incomplete' and user_id is null))
      returning *, ${beforeAndAfter}
    ),
    ${endNotifications(ctx, sql`(select * from ended where ${isAnnounced})`)},
    ${audited(ctx, "updateSubscription", "subscription", "ended", { changes: diffRows() })}
    select count(*)::int as found from ended`,
    () => new Error("a count returned no row"),
  );
  if (found > 0) ctx.wakeWorkers();
  return { found, processed: found };
}
