import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderStatuses, packageStatuses, paymentStatuses } from "../../../../db/enums.ts";
import { goodsShape } from "../../../contract/buying/customs.ts";
import { shippingDataShape } from "../../../contract/entities/order.ts";
import type { ReadCtx } from "../../context.ts";
import { many, type RowOf, uuids } from "../../sql.ts";

const packedOrder = () =>
  z.object({
    id: z.string(),
    order_number: z.string(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    payment_terms_days: z.nullable(z.int()),
    organization: z.string(),
    shipping_data: z.object(shippingDataShape),
    /** Carrier service of the paid shipping rate. */
    freight_service: z.nullable(z.string()),
    owed: z.array(
      z.object({
        line_id: z.string(),
        name: z.string(),
        sku: z.nullable(z.string()),
        quantity: z.int(),
        has_serials: z.boolean(),
        ...goodsShape,
      }),
    ),
    packages: z.array(
      z.object({
        id: z.string(),
        status: z.enum(packageStatuses),
        tracking_id: z.nullable(z.string()),
        has_label: z.boolean(),
        freight_service: z.nullable(z.string()),
        weight_grams: z.nullable(z.int()),
      }),
    ),
  });
export type PackedOrder = RowOf<typeof packedOrder>;

/** Includes voided packages; sorted like `ids`. */
export const listPackedOrders = (ctx: ReadCtx, ids: readonly string[]): Promise<PackedOrder[]> =>
  many(
    ctx,
    packedOrder,
    sql`
    select o.id, o.order_number, o.status, o.payment_status, o.payment_terms_days,
      o.shipping_data, o.freight_service, g.name as organization,
      coalesce((
        select json_agg(
          json_build_object(
            'line_id', l.id, 'name', l.name, 'sku', p.sku, 'quantity', owed_pieces(l),
            'has_serials', cardinality(p.patterns) > 0, 'price', l.price,
            'weight_grams', p.weight_grams, 'country_of_origin', p.country_of_origin, 'hs_code', p.hs_code,
            'customs_value', p.customs_value
          )
          order by l.position
        )
        from order_lines l
          join products p on p.id = l.product_id
        where l.order_id = o.id and owed_pieces(l) > 0
      ), '[]') as owed,
      coalesce((
        select json_agg(
          json_build_object(
            'id', p.id, 'status', p.status, 'tracking_id', p.tracking_id, 'has_label', p.has_label,
            'freight_service', p.freight_service, 'weight_grams', (p.parcel ->> 'weight_grams')::int
          )
          order by p.created_at, p.id
        )
        from packages p
        where p.order_id = o.id
      ), '[]') as packages
    from unnest(${uuids([...ids])}) with ordinality as chosen(id, place)
      join orders o on o.id = chosen.id
      join organizations g on g.id = o.org_id
    order by chosen.place`,
  );
