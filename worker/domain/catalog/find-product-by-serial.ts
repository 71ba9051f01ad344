import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../contract/errors.ts";
import type { ReadCtx } from "../context.ts";
import { one } from "../sql.ts";

/**
 * The product whose serial pattern matches; of several matches, that of the made serial number, otherwise the oldest
 * product (O-047).
 */
export async function findProductBySerial(ctx: ReadCtx, serial: string): Promise<{ id: string; name: string }> {
  return one(
    ctx,
    () => z.object({ id: z.string(), name: z.string() }),
    sql`
    select id, name from products
    where exists (select 1 from unnest(patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$'))
    order by
      id is distinct from (select product_id from made_serials where upper(serial) = upper(${serial})), created_at, id
    limit 1`,
    () => notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND"),
  );
}
