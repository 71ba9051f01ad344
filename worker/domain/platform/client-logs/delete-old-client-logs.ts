import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/** Deletes kinds of errors that nobody reported for 30 days. */
export async function deleteOldClientLogs(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(
    sql`delete from client_errors where last_seen_at < now() - interval '30 days'`,
  );
  return { found: rowCount, processed: rowCount };
}
