import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldPhoneCodes(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`delete from phone_codes where expires_at < now() - interval '1 day'`);
  return { found: rowCount, processed: rowCount };
}
