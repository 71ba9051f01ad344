import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { goodsShape } from "../../../contract/buying/customs.ts";
import { packageShape } from "../../../contract/entities/package.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { idRow, iso, many, one, type RowOf, uuids } from "../../sql.ts";

const packageRow = () => z.object(packageShape);
export type Package = RowOf<typeof packageRow>;

export async function listOrderPackages(ctx: ReadCtx, orderId: string): Promise<Page<Package>> {
  const { packages } = await one(
    ctx,
    () => z.object({ packages: z.array(packageRow()) }),
    sql`
    select coalesce((
      select json_agg(shown order by shown.created_at, shown.id)
      from (
        select
          p.id, p.status, p.tracking_id, p.tracking_link, p.freight_carrier, p.freight_service, p.note, p.has_label,
          p.has_customs_invoice,
          (p.parcel ->> 'weight_grams')::int as weight_grams,
          ${iso("p.delivered_at")} as delivered_at, ${iso("p.created_at")} as created_at,
          coalesce((
            select json_agg(json_build_object('line_id', s.line_id, 'serial', s.serial) order by s.serial)
            from package_serials s
            where s.package_id = p.id
          ), '[]') as devices,
          coalesce((
            select json_agg(json_build_object('line_id', c.line_id, 'quantity', c.quantity) order by l.position)
            from package_lines c join order_lines l on l.id = c.line_id
            where c.package_id = p.id
          ), '[]') as lines
        from packages p
        where p.order_id = o.id and p.status <> 'canceled'
      ) shown
    ), '[]') as packages
    from orders o
    where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  return singlePage(packages);
}

const packedProduct = () =>
  z.object({ id: z.string(), product_id: z.string(), has_serials: z.boolean(), ...goodsShape });
export type PackedProduct = RowOf<typeof packedProduct>;

export const listPackedProducts = (ctx: ReadCtx, orderId: string): Promise<PackedProduct[]> =>
  many(
    ctx,
    packedProduct,
    sql`
    select
      l.id, l.product_id, l.price::float as price, p.weight_grams, p.country_of_origin, p.hs_code, p.customs_value,
      cardinality(p.patterns) > 0 as has_serials
    from order_lines l join products p on p.id = l.product_id
    where l.order_id = ${orderId}
    order by l.position`,
  );

export async function findSentIds(ctx: Ctx, orderId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await many(
    ctx,
    idRow,
    sql`
    select id from packages
    where order_id = ${orderId} and id = any(${uuids(ids)}) and status in ('sent', 'delivered', 'exception')`,
  );
  return new Set(rows.map(({ id }) => id));
}
