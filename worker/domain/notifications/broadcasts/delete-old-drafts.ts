import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldDrafts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(
    sql`
    delete from broadcasts
    where sent_at is null and send_at is null and updated_at < now() - interval '30 days'`,
  );
  return { found: rowCount, processed: rowCount };
}
