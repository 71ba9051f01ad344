import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { deviceClaim, deviceClaimShape } from "../../contract/entities/device-claim.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import { selectFields } from "../select-of.ts";
import { one, uuids } from "../sql.ts";
import { addMadeSerialsPart } from "./register-device.ts";
import { removeDevices } from "./remove-device.ts";

export type DeviceClaim = z.output<typeof deviceClaim>;
type Query = ListQuery & { org_id?: string | undefined; product_id?: string | undefined };

const columns = selectFields(deviceClaimShape, "d", {
  org: sql`json_build_object('id', o.id, 'name', o.name)`,
  product: sql`json_build_object('id', p.id, 'name', p.name, 'sku', p.sku)`,
});

export const listDeviceClaims = (ctx: ReadCtx, query: Query): Promise<Page<DeviceClaim>> =>
  readPage(ctx, query, {
    shape: () => deviceClaim,
    columns,
    from: sql`devices d`,
    join: sql`join products p on p.id = d.product_id join organizations o on o.id = d.org_id`,
    where: [
      sql`d.verified_by is null`,
      sql`not d.is_deleted`,
      query.org_id && sql`d.org_id = ${query.org_id}`,
      query.product_id && sql`d.product_id = ${query.product_id}`,
    ],
    text: sql`d.serial`,
    alias: "d",
  });

/**
 * Removes unverified devices of any organizations, all or none. @throws ORG_PRODUCT_NOT_FOUND about the first missing
 * device
 */
export async function deleteDeviceClaims(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await removeDevices(ctx, ids, sql`verified_by is null`);
}

/**
 * Verifies devices on an administrator's word, all or none, and records their serial numbers as made.
 * @throws ORG_PRODUCT_NOT_FOUND about the first missing device
 */
export async function verifyDevices(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  const { missing } = await one(
    ctx,
    () => z.object({ missing: z.nullable(z.string()) }),
    sql`
    with held as (
      select id from devices where id = any(${uuids(uniqueIds)}) and not is_deleted order by id for update
    ), ${verifyDevicesParts(
      ctx,
      sql`
      update devices set verified_by = 'administrator', updated_at = now()
      where id in (select id from held) and (select count(*) from held) = ${uniqueIds.length} and verified_by is null`,
    )}, ${addMadeSerialsPart(sql`select product_id, serial from proven`)}
    select (
      select id from unnest(${uuids(uniqueIds)}) with ordinality as requested(id, place)
      where id not in (select id from held)
      order by place limit 1
    ) as missing`,
    () => new Error("a select without tables returned no row"),
  );
  if (missing !== null) throw notFound("ORG_PRODUCT_NOT_FOUND").about(missing);
}

/** `update` changes the columns that verify devices; the CTE `proven` returns the changed devices. */
export const verifyDevicesParts = (ctx: Ctx, update: SQL): SQL => sql`
  proven as (${update} returning devices.id, devices.org_id, devices.product_id, devices.serial, ${beforeAndAfter}),
  ${audited(ctx, "verifyDevices", "device", "proven", {
    as: "verified",
    data: sql`jsonb_build_object('serial', proven.serial)`,
    changes: diffRows(),
  })}`;
