import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";

export async function deleteOldProductImports(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from product_imports
    where created_at < now() - case when confirmed_at is null then interval '1 day' else interval '30 days' end`);
  return { found: rowCount, processed: rowCount };
}
