import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../platform/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { one, uuids } from "../sql.ts";

const belongsToOrganization = (orgId: string): SQL => sql`org_id = ${orgId}`;

/**
 * Removes devices, all or none, and returns their serial numbers, which are free again; the rows remain. A device that
 * does not meet `condition` counts as missing. @throws ORG_PRODUCT_NOT_FOUND about the first missing device, also on
 * repetition
 */
export async function removeDevices(ctx: Ctx, ids: readonly string[], condition: SQL): Promise<string[]> {
  const uniqueIds = [...new Set(ids)];
  const { missing, serials } = await one(
    ctx,
    () => z.object({ missing: z.nullable(z.string()), serials: z.array(z.string()) }),
    sql`
    with held as (
      select id from devices
      where ${condition} and id = any(${uuids(uniqueIds)}) and not is_deleted
      order by id
      for update
    ), d as (
      update devices set is_deleted = true, updated_at = now()
      where id in (select id from held) and (select count(*) from held) = ${uniqueIds.length}
      returning id, org_id, serial, ${beforeAndAfter}
    ), ${audited(ctx, "removeDevice", "device", "d", {
      data: sql`jsonb_build_object('serial', d.serial)`,
      changes: diffRows(),
    })}
    select
      (
        select id from unnest(${uuids(uniqueIds)}) with ordinality as requested(id, place)
        where id not in (select id from held)
        order by place limit 1
      ) as missing,
      array(select serial from d order by upper(serial)) as serials`,
    () => new Error("a select without tables returned no row"),
  );
  if (missing !== null) throw notFound("ORG_PRODUCT_NOT_FOUND").about(missing);
  return serials;
}

export async function removeDevice(ctx: Ctx, { org_id, id }: { org_id: string; id: string }): Promise<void> {
  await removeDevices(ctx, [id], belongsToOrganization(org_id));
}

export const deleteOrgProduct = (ctx: Ctx, id: string): Promise<void> =>
  removeDevice(ctx, { org_id: requireUser(ctx).org_id, id });

export const deleteOrgProducts = (ctx: Ctx, ids: readonly string[]): Promise<string[]> =>
  removeDevices(ctx, ids, belongsToOrganization(requireUser(ctx).org_id));

export const deleteAdminOrgProduct = (ctx: Ctx, device: { org_id: string; id: string }): Promise<void> =>
  removeDevice(ctx, device);
