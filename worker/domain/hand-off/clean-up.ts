import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/** Forgets hand-off codes a day after their end. */
export async function cleanUp(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(
    sql`delete from hand_off_codes where expires_at < now() - interval '1 day'`,
  );
  return { found: rowCount, processed: rowCount };
}
