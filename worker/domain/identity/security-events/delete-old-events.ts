import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/** `readEvents` shows the same 90 days. */
export async function deleteOldSecurityEvents(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute(
    sql`delete from security_events where created_at < now() - interval '90 days' returning 1`,
  );
  return { found: rows.length, processed: rows.length };
}
