import { type SQL, sql } from "drizzle-orm";
import { unprocessable } from "../../../contract/errors.ts";
import { lockEventMailsPart, withdrawEventsPart } from "../../notifications/index.ts";
import { audited, beforeAndAfter, diffRows, ownChangesPart } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, idRow, many, uuids } from "../../sql.ts";
import { readShippedOrder } from "./read-order.ts";
import { arrivalEvent, arrivalNotifications } from "./shipping-mails.ts";

/** `data` is stored in the audit entry; the mails can be withdrawn for `hold_s` seconds. */
type Arrival = { data: SQL; hold_s: number | undefined };

/** After a full refund by amount, which names no lines, the order owes no pieces. */
const hasOwedPieces = sql`(before.payment_status <> 'refunded' and exists (
  select 1 from order_lines l where l.order_id = before.id and owed_pieces(l) > 0
))`;

/**
 * CTEs that store the packages of `rows` and mark a shipped order as received once all its packages are delivered. An
 * administrator's `arrival` also marks orders that still owe pieces; the carrier's last delivery does not.
 */
export const updateDeliveriesParts = (ctx: Ctx, rows: SQL, arrival?: Arrival): SQL => sql`
  o as (
    update orders
    set
      shipping_data = jsonb_set(before.shipping_data, '{packages}', updated.packages),
      updated_at = now(),
      status = case
        when before.status = 'shipped' and not exists (
          select 1 from jsonb_array_elements(updated.packages) parcel where parcel ->> 'delivered_at' is null
        ) ${arrival ? sql`` : sql`and not ${hasOwedPieces}`} then 'received'
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
    data: arrival?.data ?? {},
    changes: diffRows(),
  })},
  ${arrivalNotifications(ctx, sql`select * from o where o.has_arrived`, arrival?.hold_s)}`;

export async function receiveOrder(ctx: Ctx, id: string): Promise<void> {
  await readShippedOrder(ctx, id);
  await markReceived(ctx, [id]);
}

/**
 * The mails wait for `hold_s` seconds, in which `undoReceiveOrders` can undo the change. Returns the ids of the
 * received orders.
 */
export const receiveOrders = async (ctx: Ctx, ids: string[], hold_s?: number): Promise<string[]> =>
  (await markReceived(ctx, ids, hold_s)).map(({ id }) => id);

/** The former states of the packages, which `undoReceiveOrders` restores. */
const formerStates = sql`jsonb_build_object(
  'packages', coalesce((select jsonb_object_agg(p.id, p.former) from p where p.order_id = o.id), '{}')
)`;

export async function markReceived(ctx: Ctx, ids: string[], hold_s?: number): Promise<{ id: string }[]> {
  const receivedOrders = await many(
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
      returning with (old as was) packages.id, packages.order_id, was.status as former
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
    ${updateDeliveriesParts(ctx, sql`select id, packages from delivered`, { data: formerStates, hold_s })}
    select id from o where has_arrived`,
  );
  ctx.wakeWorkers(hold_s);
  return receivedOrders;
}

/**
 * Undoes a recent bulk "received" of the user: sets its orders back to shipped, all or none, and withdraws their mails.
 * @throws OBJECT_OUTDATED once it is too late, a mail was sent, or an order or a package has changed since
 */
export async function undoReceiveOrders(ctx: Ctx, request_id: string): Promise<void> {
  const parcels = (version: 0 | 1) => sql`undone.changes #> ${`{shipping_data.packages,${version}}`}`;
  const events = sql`select ${arrivalEvent(sql`id`)} from undone`;
  const isUndoable = sql`(select is_undoable from checked)`;
  const isDone = await exists(
    ctx,
    sql`
    with ${ownChangesPart(ctx, "receiveOrder", request_id)},
    held as (
      select orders.id
      from orders join undone on undone.id = orders.id
      where orders.status = 'received' and orders.shipping_data -> 'packages' = ${parcels(1)}
      order by orders.id for update of orders
    ),
    former as (
      select undone.id as order_id, state.key::uuid as id, state.value as status
      from undone cross join jsonb_each_text(undone.data -> 'packages') state
    ),
    held_packages as (
      select packages.id
      from packages join former on former.id = packages.id
      where packages.status = 'delivered'
      order by packages.id for update of packages
    ),
    ${lockEventMailsPart(events)},
    checked as (
      select
        (select count(*) from held) = (select count(*) from undone)
        and (select count(*) from held_packages) = (select count(*) from former)
        and not exists (select 1 from mails where not is_held) as is_undoable
    ),
    ${withdrawEventsPart(events, isUndoable)},
    p as (
      update packages set status = former.status, delivered_at = null, updated_at = now()
      from former
      where packages.id = former.id and ${isUndoable}
    ),
    o as (
      update orders
      set
        status = 'shipped',
        updated_at = greatest(now(), orders.updated_at + interval '1 millisecond'),
        shipping_data = jsonb_set(orders.shipping_data, '{packages}', ${parcels(0)})
      from undone
      where orders.id = undone.id and ${isUndoable}
      returning orders.id, orders.org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "undoReceiveOrders", "order", "o", { changes: diffRows() })}
    select 1 from o`,
  );
  if (!isDone) throw unprocessable("OBJECT_OUTDATED");
}
