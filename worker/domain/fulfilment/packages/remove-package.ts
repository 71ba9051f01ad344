import { sql } from "drizzle-orm";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { unregisterDevicesParts, unshipDevicesParts } from "../../devices/index.ts";
import { lockOrder } from "../orders/lock-order.ts";

/**
 * Removes a package from its order without changing the order's status. Its pieces are owed again, its serial numbers
 * are released, the devices it registered are unregistered, and its invoice names the first package that remains, in
 * one audited statement. Idempotent.
 */
export async function removePackage(ctx: Ctx, orderId: string, packageId: string): Promise<void> {
  await ctx.db.batch([
    lockOrder(orderId),
    sql`
    with i as (select id from invoices where reference_type = 'order' and reference_id = ${orderId}),
    before as (select * from orders where id = ${orderId}),
    p as (
      update packages set status = 'canceled', updated_at = now()
      from before
      where packages.id = ${packageId} and packages.order_id = before.id and packages.status <> 'canceled'
      returning packages.id, packages.tracking_id, before.org_id
    ),
    contents as (delete from package_lines using p where package_lines.package_id = p.id),
    s as (
      delete from package_serials using p where package_serials.package_id = p.id
      returning package_serials.line_id, package_serials.serial, package_serials.device_id, p.org_id
    ),
    ${unregisterDevicesParts(ctx, sql`select device_id as id, org_id from s where device_id is not null`)},
    ${unshipDevicesParts(ctx, sql`select org_id, serial from s where device_id is null`)},
    lines as (
      update order_lines l
      set
        updated_at = now(),
        serial_number = array(
          select number from unnest(l.serial_number) with ordinality remaining (number, place)
          where upper(number) not in (select upper(s.serial) from s where s.line_id = l.id)
          order by place
        )
      from (select distinct line_id from s) affected
      where l.id = affected.line_id
    ),
    o as (
      update orders
      set
        updated_at = now(),
        shipping_data = jsonb_set(before.shipping_data, '{packages}', coalesce((
          select jsonb_agg(parcel order by place)
          from jsonb_array_elements(before.shipping_data -> 'packages') with ordinality listed (parcel, place)
          where upper(parcel ->> 'tracking_id') is distinct from upper(p.tracking_id)
        ), '[]'))
      from before, p
      where orders.id = before.id
      returning orders.id, orders.org_id, orders.shipping_data, ${beforeAndAfter}
    ),
    billed as (
      update invoices
      set
        updated_at = now(),
        tracking_number = o.shipping_data #>> '{packages,0,tracking_id}',
        tracking_url = o.shipping_data #>> '{packages,0,tracking_link}'
      from i, o, p
      where invoices.id = i.id and upper(invoices.tracking_number) = upper(p.tracking_id)
    ),
    ${audited(ctx, "cancelPackage", "order", "o", {
      data: sql`(select to_jsonb(p) - 'org_id' from p)`,
      changes: diffRows(),
    })}
    select 1 from o`,
  ]);
}
