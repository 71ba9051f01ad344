import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/product-images.ts";
import type { SentFile } from "../../../contract/endpoint.ts";
import { productImage } from "../../../contract/entities/product-image.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { type ImageExtension, imagePath, imagesMax, imageTypes } from "../../../contract/image-path.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { iso, one } from "../../sql.ts";
import { type CleanPicture, PictureRefusedError, type PictureType } from "./formats/bytes.ts";
import { cleanPicture } from "./formats/clean-picture.ts";
import { addresses, imageColumns, nextUpdatedAt, imageAssignments } from "./image-rows.ts";
import type { ProductImage } from "./list-product-images.ts";

export type Upload = { product_id: string; started_at: string };

/**
 * Checks, before an upload's body is read, that the product can have another picture. @throws PRODUCT_NOT_FOUND,
 * PRODUCT_IMAGE_LIMIT
 */
export async function prepareUpload(ctx: ReadCtx, product_id: string): Promise<Upload> {
  const product = await one(
    ctx,
    () => z.object({ started_at: z.string(), count: z.int() }),
    sql`
    select ${iso("now()")} as started_at, cardinality(${addresses}) as count
    from products where id = ${product_id}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  if (product.count >= imagesMax) throw unprocessable("PRODUCT_IMAGE_LIMIT");
  return { product_id, started_at: product.started_at };
}

const extensions: Record<PictureType, ImageExtension> = { png: "png", jpeg: "jpg", webp: "webp", avif: "avif" };
const allowedMessage =
  "Choose a PNG, JPEG, WebP or AVIF that is not animated, of at most 40 megapixels and 16,384 pixels a side";

/** @throws a BadRequest that says which files are allowed and why this one is not */
function toPicture({ bytes }: SentFile): CleanPicture {
  try {
    return cleanPicture(bytes);
  } catch (error) {
    if (!(error instanceof PictureRefusedError)) throw error;
    throw new BadRequest([
      { code: "custom", path: ["file"], message: `${allowedMessage}. This file ${error.message}.` },
    ]);
  }
}

const removalTries = 8;
const removalWaitMs = 250;

/**
 * The file is written to the bucket before the product refers to it; `deleteUnusedImages` removes files without a
 * product. Identical bytes share one file and, within a product, one picture: a repeated upload returns the existing
 * picture.
 */
export async function createProductImage(
  ctx: Ctx,
  { product_id, started_at }: Upload,
  { file, alt_text = "" }: { file: SentFile } & InputOf<typeof contract.createProductImage>["body"],
): Promise<ProductImage> {
  const { type, width, height, bytes } = toPicture(file);
  const extension = extensions[type];
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const address = imagePath(hash, { width, height }, extension);
  const image: NewImage = { address, hash, content_type: imageTypes[extension], width, height, bytes: bytes.length };
  let since = started_at;
  for (let tries = 0; tries < removalTries; tries++) {
    await ctx.gateways.files.saveFile(address.slice(1), bytes);
    const result = await addImage(ctx, { product_id, since, image, alt_text });
    if (result.image) return result.image;
    if (result.is_stored)
      throw result.is_product ? unprocessable("PRODUCT_IMAGE_LIMIT") : notFound("PRODUCT_NOT_FOUND");
    // The file is being removed, because no product and no order used it for a day: it is written again after the
    // removal.
    since = result.now;
    await new Promise((resolve) => setTimeout(resolve, removalWaitMs));
  }
  throw new GatewayError("files", "a removal of the same file does not end", { retryable: true });
}

type NewImage = { address: string; hash: string; content_type: string; width: number; height: number; bytes: number };

const outcomeRow = () =>
  z.object({
    now: z.string(),
    is_stored: z.boolean(),
    is_product: z.boolean(),
    image: z.nullable(productImage),
  });

/** Stores nothing while the file's removal is running, or if the file was removed after `since`. */
const addImage = (
  ctx: Ctx,
  { product_id, since, image, alt_text }: { product_id: string; since: string; image: NewImage; alt_text: string },
) =>
  one(
    ctx,
    outcomeRow,
    sql`
    with o as (
      insert into image_objects (address) values (${image.address})
      on conflict (address) do update set stored_at = now(), removing_at = null, removed_at = null
        where image_objects.removing_at is null
          or image_objects.removed_at < ${since}::timestamptz
          -- that removal was interrupted: no request to the bucket takes a minute
          or image_objects.removed_at is null
            and image_objects.removing_at < ${since}::timestamptz - interval '1 minute'
      returning address
    ), held as materialized (
      select products.id, o.address, o.address = any(${addresses}) as is_shown
      from products, o where products.id = ${product_id}
      for update of products
    ), p as (
      update products set
        ${imageAssignments(sql`case when held.is_shown then ${addresses} else ${addresses} || held.address end`)},
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
      changes: diffRows(),
      where: sql`p.is_changed`,
    })}
    select ${iso("now()")} as now, exists (select from o) as is_stored,
      exists (select from products where id = ${product_id}) as is_product,
      (select row_to_json(image) from (select ${imageColumns}, true as is_shown from i) image) as image`,
    () => new Error("an unconditional select returned no row"),
  );
