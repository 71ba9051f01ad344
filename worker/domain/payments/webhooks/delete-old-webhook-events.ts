import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/**
 * Forgets callbacks 60 days after they were applied or ignored: the provider sends none again after that, and keeps events
 * itself for 30 (https://docs.stripe.com/api/events). What waits or was given up stays.
 */
export async function deleteOldWebhookEvents(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from stripe_events
    where status in ('processed', 'ignored') and received_at < now() - interval '60 days'`);
  return { found: rowCount, processed: rowCount };
}
