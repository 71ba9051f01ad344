import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { productImage } from "../../../contract/entities/product-image.ts";
import { notFound } from "../../../contract/errors.ts";
import { imagesMax } from "../../../contract/image-path.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";
import { addresses, imageColumns } from "./image-rows.ts";

export type ProductImage = z.output<typeof productImage>;
type ImageList = { data: ProductImage[]; meta: { limit: number; offset: number; count: number } };

export async function listProductImages(ctx: ReadCtx, product_id: string): Promise<ImageList> {
  const { images } = await one(
    ctx,
    () => z.object({ images: z.array(productImage) }),
    sql`
    select coalesce((
      select json_agg(row_to_json(listed)) from (
        select i.id, coalesce(i.address, a.address) as address, coalesce(i.alt_text, '') as alt_text,
          i.content_type, i.width, i.height, i.bytes, a.place is not null as is_shown, i.created_at
        from unnest(${addresses}) with ordinality a (address, place)
          full join (select ${imageColumns} from product_images i where i.product_id = products.id) i
            on i.address = a.address
        order by a.place nulls last, i.created_at, i.id
      ) listed), '[]') as images
    from products where id = ${product_id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  return { data: images, meta: { limit: Math.max(imagesMax, images.length), offset: 0, count: images.length } };
}
