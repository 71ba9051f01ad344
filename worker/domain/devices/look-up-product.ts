import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { product } from "../../contract/entities/product.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { currentPriceLevel, customerColumns, productIdBySerial, type Product } from "../catalog/index.ts";
import { currentOrgId } from "../current-user.ts";
import { afterLookup, type ReadCtx, requireUser } from "../context.ts";
import { consume, strictBudgets } from "../platform/index.ts";
import { maybeOne } from "../sql.ts";

/**
 * Rate-limited by user and network, because the answer reveals whether another organization owns the device (T12). The
 * read is batched with the session lookup, so the attempt is counted only after the read has run.
 */
export async function lookUpProduct(pendingCtx: ReadCtx, serial: string): Promise<Product> {
  const [ctx, row] = await Promise.all([
    afterLookup(pendingCtx),
    maybeOne(
      pendingCtx,
      () => z.object({ product: z.nullable(product), is_foreign: z.boolean() }),
      sql`
      select (
        select to_json(shown)
        from (
          select ${customerColumns(currentPriceLevel(pendingCtx))} from products p
          where p.id = ${productIdBySerial(serial)}
        ) shown
      ) as product,
        exists (
          select 1
          from devices d
          where upper(d.serial) = upper(${serial}) and not d.is_deleted and d.org_id <> ${currentOrgId(pendingCtx)}
        ) as is_foreign`,
    ),
  ]);
  await consume(ctx, strictBudgets(ctx, "serial", requireUser(ctx).user_id));
  if (!row?.product) throw notFound("PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
  if (row.is_foreign) throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  return row.product;
}
