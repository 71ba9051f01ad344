import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldSignInCodes(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`delete from sign_in_codes where expires_at < now() - interval '1 day'`);
  return { found: rowCount, processed: rowCount };
}
