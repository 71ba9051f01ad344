import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/** Deletes messages 30 days after they were sent. */
export async function deleteSentMail(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`delete from outbox where sent_at < now() - interval '30 days'`);
  return { found: rowCount, processed: rowCount };
}
