import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newVersionClause } from "./cart-rows.ts";

export async function emptyOldCarts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    update carts c
    set products = '{}', seen_prices = '{}', ${newVersionClause}
    where not c.is_complete and c.attempt_id is null and c.quoted is null and c.products <> '{}'
      and c.updated_at < now() - interval '180 days'`);
  return { found: rowCount, processed: rowCount };
}
