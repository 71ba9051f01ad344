import { sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";

/** The product whose serial pattern matches (O-047). Throws PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND. */
export async function findProductBySerial(ctx: Ctx, serial: string): Promise<{ id: string; name: string }> {
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select id, name from products
    where exists (select 1 from unnest(patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$'))
    order by created_at limit 1`);
  if (!rows[0]) throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
  return rows[0];
}
