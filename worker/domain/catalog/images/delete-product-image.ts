import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/product-images.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { addresses, imageNotFound, nextUpdatedAt, imageAssignments } from "./image-rows.ts";

/** `deleteUnusedImages` deletes the picture's file a day later, unless another product or an order uses it. */
export async function deleteProductImage(
  ctx: Ctx,
  { product_id, image_id }: InputOf<typeof contract.deleteProductImage>["params"],
): Promise<void> {
  const isDone = await exists(
    ctx,
    // Rows are locked in the order of an upload: file, product, picture.
    sql`
    with o as (
      update image_objects set stored_at = now() from product_images i
      where i.id = ${image_id} and i.product_id = ${product_id} and image_objects.address = i.address
      returning image_objects.address
    ), p as (
      update products set ${imageAssignments(sql`array_remove(${addresses}, o.address)`)},
        image_texts = image_texts - o.address, updated_at = ${nextUpdatedAt}
      from o where products.id = ${product_id}
      returning products.id, ${beforeAndAfter}
    ), i as (
      delete from product_images using p where product_images.id = ${image_id} and product_images.product_id = p.id
      returning product_images.id
    ), ${audited(ctx, "deleteProductImage", "product", "p", {
      org_id: null,
      changes: diffRows(),
      where: sql`exists (select from i)`,
    })}
    select 1 from i`,
  );
  if (!isDone) throw imageNotFound();
}
