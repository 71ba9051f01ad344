import { sql } from "drizzle-orm";
import { unprocessable } from "../../contract/errors.ts";
import { auditInsert } from "../audit/index.ts";
import { findProductBySerial } from "../catalog/index.ts";
import type { Ctx } from "../context.ts";

/**
 * Registers a device for an organization; the same serial again returns the device that is there (O-126).
 * Throws PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND, PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG.
 */
export async function registerDevice(ctx: Ctx, input: { org_id: string; serial: string }): Promise<{ id: string }> {
  const product = await findProductBySerial(ctx, input.serial);
  const added = await ctx.db.execute<{ id: string }>(sql`
    with d as (
      insert into devices (org_id, product_id, serial) values (${input.org_id}, ${product.id}, ${input.serial})
      on conflict (upper(serial)) where not is_deleted do nothing returning id
    ), audited as (${auditInsert(ctx, { action: "registerDevice", subject_type: "device", subject_id: sql`d.id`, org_id: input.org_id }, sql`d`)})
    select id from d`);
  if (added.rows[0]) return added.rows[0];
  const held = await ctx.db.execute<{ id: string }>(sql`
    select id from devices where upper(serial) = upper(${input.serial}) and not is_deleted and org_id = ${input.org_id}`);
  if (!held.rows[0]) throw unprocessable("PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG");
  return held.rows[0];
}
