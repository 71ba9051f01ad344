import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/** Also deletes browsers whose trust has ended, and recoveries older than 90 days. */
export async function deleteOldChallenges(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    with over as (delete from trusted_browsers where expires_at < now()),
    recovered as (delete from second_factor_recoveries where begun_at < now() - interval '90 days')
    delete from sign_in_challenges where expires_at < now() - interval '1 day'`);
  return { found: rowCount, processed: rowCount };
}
