import { sql } from "drizzle-orm";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { getOrgProduct } from "../../devices/index.ts";
import type { Page } from "../../listing.ts";
import { listSoftware, type Software } from "../list-software.ts";

export async function listOrgProductSoftware(ctx: ReadCtx, id: string): Promise<Page<Software>> {
  const product_id = sql`(
    select product_id
    from devices
    where id = ${id} and org_id = ${currentOrgId(ctx)} and not is_deleted
  )`;
  const [software] = await Promise.all([
    listSoftware(ctx, { product_id, device_id: sql`${id}::uuid` }),
    getOrgProduct(ctx, id),
  ]);
  return software;
}
