import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { product } from "../../contract/entities/product.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { currentPriceLevel, customerColumns, findProductBySerial, type Product } from "../catalog/index.ts";
import { afterLookup, type ReadCtx, requireUser } from "../context.ts";
import { consume, strictBudgets } from "../platform/index.ts";
import { maybeOne } from "../sql.ts";

/**
 * The product of a serial number. Rate-limited, because the answer reveals whether another organization owns the device
 * (T12).
 */
export async function lookUpProduct(pendingCtx: ReadCtx, serial: string): Promise<Product> {
  const ctx = await afterLookup(pendingCtx);
  const { org_id, user_id } = requireUser(ctx);
  await consume(ctx, strictBudgets(ctx, "serial", user_id));
  const { id } = await findProductBySerial(ctx, serial);
  const row = await maybeOne(
    ctx,
    () => z.object({ product, is_foreign: z.boolean() }),
    sql`
    select (
      select to_json(shown)
      from (select ${customerColumns(currentPriceLevel(ctx))} from products p where p.id = ${id}) shown
    ) as product,
      exists (
        select 1
        from devices d
        where upper(d.serial) = upper(${serial}) and not d.is_deleted and d.org_id <> ${org_id}
      ) as is_foreign`,
  );
  if (row?.is_foreign) throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  if (!row?.product) throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
  return row.product;
}
