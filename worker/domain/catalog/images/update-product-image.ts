import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/product-images.ts";
import { productImage } from "../../../contract/entities/product-image.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { one } from "../../sql.ts";
import { addresses, imageColumns, imageNotFound, nextUpdatedAt } from "./image-rows.ts";
import type { ProductImage } from "./list-product-images.ts";

/** With an empty text, the product's name describes the picture. */
export const updateProductImage = (
  ctx: Ctx,
  { product_id, image_id }: InputOf<typeof contract.updateProductImage>["params"],
  { alt_text }: InputOf<typeof contract.updateProductImage>["body"],
): Promise<ProductImage> =>
  one(
    ctx,
    () => productImage,
    sql`
    with held as materialized (
      select id from products where id = ${product_id} for update
    ), i as (
      update product_images set alt_text = ${alt_text}, updated_at = now() from held
      where product_images.id = ${image_id} and product_images.product_id = held.id
      returning product_images.*
    ), p as (
      update products set updated_at = ${nextUpdatedAt},
        image_texts = case when ${alt_text} = '' then image_texts - i.address
          else image_texts || jsonb_build_object(i.address, ${alt_text}::text) end
      from i where products.id = i.product_id
      returning products.id, i.address = any(${addresses}) as is_shown, ${beforeAndAfter}
    ), ${audited(ctx, "updateProductImage", "product", "p", { org_id: null, changes: diffRows() })}
    select ${imageColumns}, p.is_shown from i, p`,
    imageNotFound,
  );
