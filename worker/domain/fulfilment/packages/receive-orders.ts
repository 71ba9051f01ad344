import { type SQL, sql } from "drizzle-orm";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { idRow, many, uuids } from "../../sql.ts";
import { readShippedOrder } from "./read-order.ts";
import { arrivalNotifications } from "./shipping-mails.ts";

export const updateDeliveries = (ctx: Ctx, rows: SQL): SQL => sql`
  o as (
    update orders
    set
      shipping_data = jsonb_set(before.shipping_data, '{packages}', updated.packages),
      updated_at = now(),
      status = case
        when before.status = 'shipped' and not exists (
          select 1 from jsonb_array_elements(updated.packages) parcel where parcel ->> 'delivered_at' is null
        ) then 'received'
        else before.status
      end
    from (${rows}) updated join before on before.id = updated.id
    where orders.id = before.id
    returning
      orders.*, ${beforeAndAfter}, before.status = 'shipped' and new.status = 'received' as has_arrived,
      (
        select max((parcel ->> 'delivered_at')::timestamptz) from jsonb_array_elements(updated.packages) parcel
      ) as arrived_at
  ),
  ${audited(ctx, "receiveOrder", "order", "o", {
    where: sql`o.has_arrived`,
    data: {},
    changes: changesOf(),
  })},
  ${arrivalNotifications(ctx, sql`select * from o where o.has_arrived`)}`;

export async function receiveOrder(ctx: Ctx, id: string): Promise<void> {
  await readShippedOrder(ctx, id);
  await markReceived(ctx, [id]);
}

/** Answers the ids of those that were shipped and are received now. */
export const receiveOrders = async (ctx: Ctx, ids: string[]): Promise<string[]> =>
  (await markReceived(ctx, ids)).map(({ id }) => id);

export async function markReceived(ctx: Ctx, ids: string[]): Promise<{ id: string }[]> {
  const received = await many(
    ctx,
    idRow,
    sql`
    with before as (
      select * from orders where id = any(${uuids(ids)}) and status = 'shipped' order by id for update
    ),
    p as (
      update packages set status = 'delivered', delivered_at = now(), updated_at = now()
      from before
      where packages.order_id = before.id and packages.status in ('sent', 'exception')
    ),
    delivered as (
      select
        before.id,
        coalesce(jsonb_agg(
          parcel || jsonb_build_object('delivered_at', coalesce(
            parcel ->> 'delivered_at',
            to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
          ))
          order by place
        ), '[]') as packages
      from before
        cross join jsonb_array_elements(before.shipping_data -> 'packages') with ordinality listed (parcel, place)
      group by before.id
    ),
    ${updateDeliveries(ctx, sql`select id, packages from delivered`)}
    select id from o where has_arrived`,
  );
  ctx.wakeWorkers();
  return received;
}
