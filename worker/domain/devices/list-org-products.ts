import { sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { device } from "../../contract/entities/device.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { iso } from "../sql.ts";

export type Device = z.output<typeof device>;

/** The devices that the caller's organization has registered and not removed, each with its product; for every member (O-124). */
export const listOrgProducts = (
  ctx: Ctx,
  query: ListQuery & { product_id?: string | undefined },
): Promise<Page<Device>> =>
  readPage(ctx, query, {
    shape: () => device,
    columns: sql`d.id, d.org_id, d.serial, d.product_id, d.is_deleted,
      ${iso("d.created_at")} as created_at, ${iso("d.updated_at")} as updated_at,
      json_build_object('id', p.id, 'name', p.name, 'sku', p.sku, 'main_image', p.main_image,
        'short_description', p.short_description) as product`,
    from: sql`devices d`,
    join: sql`join products p on p.id = d.product_id`,
    where: [
      sql`d.org_id = ${callerId(ctx, "org_id")}`,
      sql`not d.is_deleted`,
      query.product_id && sql`d.product_id = ${query.product_id}`,
    ],
    text: sql`d.serial`,
    alias: "d",
  });
