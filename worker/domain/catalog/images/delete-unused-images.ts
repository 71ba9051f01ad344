import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { many, texts } from "../../sql.ts";

const prefix = "images/";
const unusedMs = 24 * 60 * 60 * 1000;

/**
 * Deletes pictures from the bucket that no product and no order has used for a day. Uploads that never reached a
 * product are in no table, so the bucket is listed.
 */
export async function deleteUnusedImages(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const counts = { found: 0, processed: 0 };
  let cursor: string | undefined;
  do {
    const listing = await ctx.gateways.files.listFiles(prefix, cursor);
    const oldFiles = listing.files.filter(({ uploaded }) => uploaded.getTime() < Date.now() - unusedMs);
    counts.found += oldFiles.length;
    counts.processed += await removeUnusedImages(
      ctx,
      oldFiles.map(({ key }) => `/${key}`),
    );
    cursor = listing.cursor;
  } while (cursor !== undefined);
  return counts;
}

const claimedImage = () => z.object({ address: z.string() });

async function removeUnusedImages(ctx: Ctx, addresses: string[]): Promise<number> {
  if (addresses.length === 0) return 0;
  const rows = await many(
    ctx,
    claimedImage,
    sql`
    insert into image_objects (address, removing_at)
    select a.address, now() from unnest(${texts(addresses)}) a (address)
    where not exists (select from product_images i where i.address = a.address)
      and a.address not in (
        select shown.address
        from products p, unnest(array_remove(p.main_image || p.other_images, null)) shown (address))
      and not exists (
        select from order_lines l where l.main_image = a.address and l.main_image like '/images/%')
    on conflict (address) do update set removing_at = now(), removed_at = null
      where image_objects.stored_at < now() - interval '1 day'
        and (image_objects.removing_at is null or image_objects.removing_at < now() - interval '1 minute')
    returning address`,
  );
  const unusedAddresses = rows.map(({ address }) => address);
  if (unusedAddresses.length === 0) return 0;
  await ctx.gateways.files.removeFile(unusedAddresses.map((address) => address.slice(1)));
  // The row remains for an upload of the file that started before the removal and is recorded after it.
  await ctx.db.execute(sql`
    with d as (delete from image_objects where removed_at < now() - interval '1 day')
    update image_objects set removed_at = now()
    where address = any(${texts(unusedAddresses)}) and removing_at is not null and removed_at is null`);
  return unusedAddresses.length;
}
