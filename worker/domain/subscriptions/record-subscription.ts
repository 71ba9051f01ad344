import { sql } from "drizzle-orm";
import type { ProviderSubscription } from "../../gateways/payment-provider.ts";
import type { Ctx } from "../context.ts";

/** Brings our subscription to the provider's state, unless a newer one was applied (T4). */
export async function recordSubscription(
  ctx: Ctx,
  subscriptionId: string,
  seq: number,
  provider: ProviderSubscription,
): Promise<void> {
  await ctx.db.execute(sql`
    update subscriptions
    set
      status = ${provider.status},
      stripe_id = ${provider.id},
      start_at = ${provider.start_at}::timestamptz,
      cancel_at = ${provider.cancel_at}::timestamptz,
      current_period_end = ${provider.current_period_end}::timestamptz,
      applied_seq = ${seq},
      updated_at = now()
    where id = ${subscriptionId} and applied_seq < ${seq}`);
}
