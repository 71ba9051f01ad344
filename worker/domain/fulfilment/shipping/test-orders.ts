import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { idRow, one, many } from "../../sql.ts";

const createdOrder = () => z.object({ order_id: z.string(), order_number: z.string() });

/**
 * Creates a free order of one device for the administrator's own organization, at its address or a sample one, for
 * testing the carrier (O-115). Without an invoice nothing is billed or exported. @throws PRODUCT_NOT_FOUND if the shop
 * sells no hardware
 */
export async function createTestOrder(ctx: Ctx): Promise<{ order_id: string; order_number: string }> {
  const { user_id } = requireUser(ctx);
  return one(
    ctx,
    createdOrder,
    sql`
    with goods as (
      select id, name, main_image, short_description
      from products
      where type = 'hardware' and subscription_term is null and is_active and not is_archived
      order by position, id
      limit 1
    ),
    o as (
      insert into orders (user_id, org_id, total, status, payment_status, is_test, shipping_data)
      select
        u.id, u.org_id, 0, 'processing', 'paid', true,
        jsonb_build_object(
          'personal_data', jsonb_build_object(
            'first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone, 'email', u.email
          ),
          'address', coalesce(org.address, jsonb_build_object(
            'line1', '1 Test Street', 'line2', null, 'city', 'Austin', 'state', 'TX',
            'postal_code', '78701', 'country', 'US'
          )),
          'packages', '[]'::jsonb,
          'method', 'Test'
        )
      from users u
        join organizations org on org.id = u.org_id
        cross join goods
      where u.id = ${user_id}
      returning id, org_id, order_number
    ),
    lines as (
      insert into order_lines (order_id, product_id, position, quantity, name, price, main_image, short_description)
      select o.id, g.id, 0, 1, g.name, 0, g.main_image, g.short_description from o, goods g
    ),
    ${audited(ctx, "createTestOrder", "order", "o")}
    select id as order_id, order_number from o`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
}

/**
 * Deletes the test orders of the administrator's organization with their packages, voiding their labels first if the
 * carrier still can. Returns their number. A trigger prevents orders from becoming or ceasing to be tests.
 */
export async function removeTestOrders(ctx: Ctx): Promise<number> {
  const { org_id } = requireUser(ctx);
  const labels = await many(
    ctx,
    () => z.object({ tracking_id: z.string() }),
    sql`
    select p.tracking_id from packages p join orders o on o.id = p.order_id
    where o.org_id = ${org_id} and o.is_test and p.parcel is not null and p.status in ('made', 'sent')
      and p.tracking_id is not null`,
  );
  for (const { tracking_id } of labels) await ctx.gateways.fulex?.cancel(tracking_id);
  const rows = await many(
    ctx,
    idRow,
    sql`
    with test_orders as (select id, org_id, order_number from orders where org_id = ${org_id} and is_test for update),
    parcels as (delete from packages using test_orders where packages.order_id = test_orders.id),
    lines as (delete from order_lines using test_orders where order_lines.order_id = test_orders.id),
    about as (
      delete from notes using test_orders where notes.subject_type = 'order' and notes.subject_id = test_orders.id
    ),
    assigned as (
      delete from assignments using test_orders
      where assignments.subject_type = 'order' and assignments.subject_id = test_orders.id
    ),
    o as (
      delete from orders using test_orders where orders.id = test_orders.id and orders.is_test
      returning orders.id, orders.org_id, orders.order_number, ${beforeAndAfter}
    ),
    ${audited(ctx, "removeTestOrders", "order", "o", {
      data: sql`jsonb_build_object('order_number', o.order_number)`,
      changes: diffRows(),
    })}
    select id from o`,
  );
  return rows.length;
}
