import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

const countRow = () => z.object({ count: z.int() });

export async function countShippingRates(ctx: Ctx): Promise<number> {
  const row = await maybeOne(ctx, countRow, sql`select count(*)::int as count from shipping_rates`);
  return row?.count ?? 0;
}
