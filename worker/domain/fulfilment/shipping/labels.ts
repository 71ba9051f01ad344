import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { readShippedOrder } from "../packages/read-order.ts";
import { one } from "../../sql.ts";

const keyOf = (packageId: string) => `labels/${packageId}.pdf`;
const triesMax = 3;

/**
 * Stores the label of a package; three tries, because the carrier issues it once. False if the file store fails: the
 * shipment is valid without it.
 */
export async function saveLabel(ctx: Ctx, packageId: string, label: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    try {
      await ctx.gateways.files.saveFile(keyOf(packageId), label);
      return true;
    } catch (error) {
      ctx.log({ level: "error", event: "label", package_id: packageId, tries, reason: String(error) });
    }
  }
  return false;
}

export const readLabel = (ctx: ReadCtx, packageId: string): Promise<Uint8Array<ArrayBuffer>> =>
  ctx.gateways.files.readFile(keyOf(packageId));

export async function downloadLabel(
  ctx: ReadCtx,
  { order_id, package_id }: { order_id: string; package_id: string },
): Promise<{ content: Uint8Array<ArrayBuffer>; tracking_id: string }> {
  await readShippedOrder(ctx, order_id);
  const { tracking_id } = await one(
    ctx,
    () => z.object({ tracking_id: z.string() }),
    sql`
    select tracking_id from packages
    where id = ${package_id} and order_id = ${order_id} and has_label and status <> 'canceled'`,
    () => notFound("FILE_NOT_FOUND"),
  );
  return { content: await readLabel(ctx, package_id), tracking_id };
}
