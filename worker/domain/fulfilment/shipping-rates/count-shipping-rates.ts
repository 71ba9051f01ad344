import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

const countRow = () => z.object({ count: z.int() });

export async function countShippingRates(ctx: ReadCtx): Promise<number> {
  const row = await maybeOne(ctx, countRow, sql`select count(*)::int as count from shipping_rates`);
  return row?.count ?? 0;
}
