import { sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import { audited } from "../audit/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { idRow, required } from "../sql.ts";

type OfOrganization = { org_id: string; id: string };

/** Removes a device from an organization; its row stays, its serial number is free again. Throws ORG_PRODUCT_NOT_FOUND, also the second time. */
export async function removeDevice(ctx: Ctx, { org_id, id }: OfOrganization): Promise<void> {
  await required(
    ctx,
    idRow,
    sql`
    with d as (
      update devices set is_deleted = true, updated_at = now()
      where id = ${id} and org_id = ${org_id} and not is_deleted
      returning id, org_id, serial
    ), ${audited(ctx, "removeDevice", "device", "d", { data: sql`jsonb_build_object('serial', d.serial)` })}
    select id from d`,
    () => notFound("ORG_PRODUCT_NOT_FOUND"),
  );
}

/** Removes a device of the caller's organization. Throws ORG_PRODUCT_NOT_FOUND. */
export const deleteOrgProduct = (ctx: Ctx, id: string): Promise<void> =>
  removeDevice(ctx, { org_id: requireUser(ctx).org_id, id });

/** Removes a device of any organization, for administrators. Throws ORG_PRODUCT_NOT_FOUND. */
export const deleteAdminOrgProduct = (ctx: Ctx, device: OfOrganization): Promise<void> => removeDevice(ctx, device);
