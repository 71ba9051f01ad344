import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

/**
 * Deletes unconfirmed previews after a day and confirmed imports after 30 days; the audit log retains their changes.
 */
export async function deleteOldProductImports(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from product_imports
    where created_at < now() - case when confirmed_at is null then interval '1 day' else interval '30 days' end`);
  return { found: rowCount, processed: rowCount };
}
