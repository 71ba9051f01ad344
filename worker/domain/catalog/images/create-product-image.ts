import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SentFile } from "../../../contract/endpoint.ts";
import { productImage } from "../../../contract/entities/product-image.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { type ImageExtension, imagePath, imagesMax, imageTypes } from "../../../contract/image-path.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { iso, one } from "../../sql.ts";
import { type CleanPicture, PictureRefused, type PictureType } from "./formats/bytes.ts";
import { cleanPicture } from "./formats/clean-picture.ts";
import { addresses, imageColumns, nextUpdatedAt, setAddresses } from "./image-rows.ts";
import type { ProductImage } from "./list-product-images.ts";

/** What is known before the file is read. */
export type Upload = { product_id: string; started_at: string };

/** Throws PRODUCT_NOT_FOUND, and PRODUCT_IMAGE_LIMIT for a product that has its pictures already. */
export async function prepareUpload(ctx: Ctx, product_id: string): Promise<Upload> {
  const found = await one(
    ctx,
    () => z.object({ started_at: z.string(), count: z.int() }),
    sql`
    select ${iso("now()")} as started_at, cardinality(${addresses}) as count
    from products where id = ${product_id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  if (found.count >= imagesMax) throw unprocessable("PRODUCT_IMAGE_LIMIT");
  return { product_id, started_at: found.started_at };
}

const extensions: Record<PictureType, ImageExtension> = { png: "png", jpeg: "jpg", webp: "webp", avif: "avif" };
const taken =
  "Choose a PNG, JPEG, WebP or AVIF that is not animated, of at most 40 megapixels and 16,384 pixels a side";

/** Throws BadRequest, which says what is taken and why this file is not. */
function toPicture({ bytes }: SentFile): CleanPicture {
  try {
    return cleanPicture(bytes);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    throw new BadRequest([{ code: "custom", path: ["file"], message: `${taken}. This file ${error.message}.` }]);
  }
}

const removalTries = 8;
const removalWaitMs = 250;

/**
 * Adds a picture to a product, as its last one. Its file is in the bucket before the product names it; a file without a product
 * is removed by `deleteUnusedImages`. The same bytes are one file and, for one product, one picture: sent twice, the same one is answered.
 * Throws BadRequest, PRODUCT_NOT_FOUND, PRODUCT_IMAGE_LIMIT, and GatewayError where the bucket fails.
 */
export async function createProductImage(
  ctx: Ctx,
  { product_id, started_at }: Upload,
  { file, alt_text = "" }: { file: SentFile; alt_text?: string | undefined },
): Promise<ProductImage> {
  const { type, width, height, bytes } = toPicture(file);
  const extension = extensions[type];
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const address = imagePath(hash, { width, height }, extension);
  const image: NewImage = { address, hash, content_type: imageTypes[extension], width, height, bytes: bytes.length };
  let since = started_at;
  for (let tries = 0; tries < removalTries; tries++) {
    await ctx.gateways.files.keepFile(address.slice(1), bytes);
    const result = await addImage(ctx, { product_id, since, image, alt_text });
    if (result.image) return result.image;
    if (result.is_stored)
      throw result.is_product ? unprocessable("PRODUCT_IMAGE_LIMIT") : notFound("PRODUCT_NOT_FOUND");
    // the same file is being removed because no product showed it for a day: it is written again when that is over
    since = result.now;
    await new Promise((resolve) => setTimeout(resolve, removalWaitMs));
  }
  throw new GatewayError("files", "a removal of the same file does not end", { retryable: true });
}

type NewImage = { address: string; hash: string; content_type: string; width: number; height: number; bytes: number };

const outcome = () =>
  z.object({
    now: z.string(),
    is_stored: z.boolean(),
    is_product: z.boolean(),
    image: z.nullable(productImage),
  });

/**
 * Names the file in its own table, which fails while it is being removed or when it was removed after `since`, and then in the
 * product and its pictures.
 */
const addImage = (
  ctx: Ctx,
  { product_id, since, image, alt_text }: { product_id: string; since: string; image: NewImage; alt_text: string },
) =>
  one(
    ctx,
    outcome,
    sql`
    with o as (
      insert into image_objects (address) values (${image.address})
      on conflict (address) do update set stored_at = now(), removing_at = null, removed_at = null
        where image_objects.removing_at is null
          or image_objects.removed_at < ${since}::timestamptz
          -- whoever was removing it is gone: no request to the bucket lives that long
          or image_objects.removed_at is null
            and image_objects.removing_at < ${since}::timestamptz - interval '1 minute'
      returning address
    ), held as materialized (
      select products.id, o.address, o.address = any(${addresses}) as is_shown
      from products, o where products.id = ${product_id}
      for update of products
    ), p as (
      update products set
        ${setAddresses(sql`case when held.is_shown then ${addresses} else ${addresses} || held.address end`)},
        image_texts = case when ${alt_text} = '' then image_texts
          else image_texts || jsonb_build_object(held.address, ${alt_text}::text) end,
        updated_at = case when held.is_shown and ${alt_text} = '' then products.updated_at else ${nextUpdatedAt} end
      from held
      where products.id = held.id and (held.is_shown or cardinality(${addresses}) < ${imagesMax})
      returning products.id, held.address, not held.is_shown or ${alt_text} <> '' as is_changed, ${beforeAndAfter}
    ), i as (
      insert into product_images (product_id, address, hash, content_type, width, height, bytes, alt_text, created_by)
      select p.id, p.address, ${image.hash}, ${image.content_type}, ${image.width}::int, ${image.height}::int,
        ${image.bytes}::int, ${alt_text}, ${ctx.actor.kind === "user" ? ctx.actor.user_id : null}::uuid
      from p
      on conflict (product_id, address) do update set updated_at = now(),
        alt_text = case when excluded.alt_text = '' then product_images.alt_text else excluded.alt_text end
      returning *
    ), ${audited(ctx, "createProductImage", "product", "p", {
      org_id: null,
      changes: changesOf(),
      where: sql`p.is_changed`,
    })}
    select ${iso("now()")} as now, exists (select from o) as is_stored,
      exists (select from products where id = ${product_id}) as is_product,
      (select row_to_json(made) from (select ${imageColumns}, true as is_shown from i) made) as image`,
    () => new Error("a statement without a condition answered nothing"),
  );
