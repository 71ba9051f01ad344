import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/**
 * After 60 days the provider resends no webhook, because it retains events for 30 days
 * (https://docs.stripe.com/api/events). Waiting and given-up webhooks are retained.
 */
export async function deleteOldWebhookEvents(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from stripe_events
    where status in ('processed', 'ignored') and received_at < now() - interval '60 days'`);
  return { found: rowCount, processed: rowCount };
}
