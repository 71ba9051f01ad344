import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldClientLogs(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(
    sql`delete from client_errors where last_seen_at < now() - interval '30 days'`,
  );
  return { found: rowCount, processed: rowCount };
}
