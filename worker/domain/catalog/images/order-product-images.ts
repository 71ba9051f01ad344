import { sql } from "drizzle-orm";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, texts } from "../../sql.ts";
import { addresses, nextUpdatedAt, imageAssignments } from "./image-rows.ts";

/**
 * The list must contain every displayed picture once, by upload id or address, and may add uploaded pictures that are
 * not displayed yet.
 */
export async function orderProductImages(ctx: Ctx, product_id: string, images: readonly string[]): Promise<void> {
  const isDone = await exists(
    ctx,
    sql`
    with held as materialized (
      select id from products where id = ${product_id} for update
    ), own as materialized (
      select i.id, i.address from product_images i join held on i.product_id = held.id for share of i
    ), requested as materialized (
      select coalesce(array_agg(coalesce(own.address, named.image) order by named.place), '{}') as list,
        array(select address from own) as own
      from unnest(${texts(images)}) with ordinality named (image, place)
        left join own on own.id::text = lower(named.image) or own.address = named.image
    ), p as (
      update products set ${imageAssignments(sql`requested.list`)}, updated_at = ${nextUpdatedAt}
      from requested
      where products.id = ${product_id}
        and requested.list @> ${addresses} and ${addresses} || requested.own @> requested.list
        and cardinality(requested.list) = (select count(distinct each) from unnest(requested.list) each)
      returning products.id, ${beforeAndAfter}
    ), ${audited(ctx, "orderProductImages", "product", "p", { org_id: null, changes: diffRows() })}
    select 1 from p`,
  );
  if (isDone) return;
  const productExists = await exists(ctx, sql`select 1 from products where id = ${product_id}`);
  throw productExists ? unprocessable("PRODUCT_IMAGES_CHANGED") : notFound("PRODUCT_NOT_FOUND");
}
