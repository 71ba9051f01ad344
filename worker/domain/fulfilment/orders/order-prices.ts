import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderPricesShape } from "../../../contract/entities/order-prices.ts";
import { notFound } from "../../../contract/errors.ts";
import { basePriceLevel } from "../../catalog/index.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, one, type RowOf } from "../../sql.ts";

const prices = () => z.object(orderPricesShape);
export type OrderPrices = RowOf<typeof prices>;

const lastAssignmentBefore = (instant: SQL): SQL => sql`
  select a.created_at, a.actor_id, a.data #>> '{changes,price_level_name,0}' as was,
    a.data #>> '{changes,price_level_name,1}' as level
  from audit_log a
  where a.subject_type = 'organization' and a.subject_id = o.org_id::text
    and a.created_at <= ${instant}
    and (a.data -> 'changes' ? 'price_level_name' or a.data -> 'fields' ? 'price_level_name')
  order by a.created_at desc, a.id desc
  limit 1`;

const priceTraceAt = (level: SQL, instant: SQL): SQL => sql`(
  select json_build_object(
    'price', c.price,
    'since', case when c.source <> 'before' then ${iso("c.changed_at")} end,
    'source', c.source,
    'by', (select u.first_name || ' ' || u.last_name from users u where u.id = c.actor_id)
  )
  from price_changes c
  where c.product_id = l.product_id and c.level = ${level}
    and (c.changed_at <= ${instant} or c.source = 'before')
  order by c.changed_at desc, c.id desc
  limit 1
)`;

const unknownPrice = sql`json_build_object('price', null, 'since', null, 'source', null, 'by', null)`;

/**
 * Origin of each line's price: the organization's price level at the time and the user who assigned it, that level's
 * price and its source, the base price, the price in the cart, and today's price (M8).
 */
export async function getOrderPrices(ctx: ReadCtx, orderId: string): Promise<OrderPrices> {
  const row = await one(
    ctx,
    () => z.object({ prices: prices() }),
    sql`
    select json_build_object(
      'level', json_build_object(
        'name', leveled.name,
        'is_noted', o.price_level_name is not null,
        'assigned', case when assigned.created_at is not null then json_build_object(
          'at', ${iso("assigned.created_at")},
          'by', (select u.first_name || ' ' || u.last_name from users u where u.id = assigned.actor_id),
          'from', assigned.was
        ) end
      ),
      'level_today', leveled.today,
      'lines', coalesce((
        select json_agg(json_build_object(
          'line_id', l.id,
          'product_id', l.product_id,
          'name', l.name,
          'quantity', l.quantity,
          'paid', l.price,
          'in_cart', (cart.seen_prices ->> l.product_id::text)::bigint,
          'at_order', coalesce(${priceTraceAt(sql`leveled.name`, sql`o.created_at`)}, ${unknownPrice}),
          'base_at_order', ${priceTraceAt(sql`${basePriceLevel}`, sql`o.created_at`)} -> 'price',
          'today', coalesce(${priceTraceAt(sql`leveled.today`, sql`now()`)}, ${unknownPrice})
        ) order by l.position)
        from order_lines l
        where l.order_id = o.id
      ), '[]')
    ) as prices
    from orders o
      join organizations org on org.id = o.org_id
      left join checkout_attempts attempt on attempt.id = o.attempt_id
      left join carts cart on cart.id = attempt.cart_id
      left join lateral (${lastAssignmentBefore(sql`o.created_at`)}) assigned on true
      cross join lateral (
        select
          coalesce(org.price_level_name, ${basePriceLevel}) as today,
          coalesce(o.price_level_name, assigned.level, org.price_level_name, ${basePriceLevel}) as name
      ) leveled
    where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  return row.prices;
}
