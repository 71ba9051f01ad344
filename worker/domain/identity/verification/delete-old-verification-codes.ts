import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldVerificationCodes(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(
    sql`delete from verification_codes where expires_at < now() - interval '30 days'`,
  );
  return { found: rowCount, processed: rowCount };
}
