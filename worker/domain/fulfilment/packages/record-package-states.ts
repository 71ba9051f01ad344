import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Tracking } from "../../../gateways/fulex/index.ts";
import { idRow, manyOf, uuids } from "../../sql.ts";
import { updateDeliveriesParts } from "./receive-orders.ts";

export type PackageState = {
  id: string;
  status: "sent" | "delivered" | "exception";
  note: string | null;
  delivered_at: string | null;
  events: Tracking["events"];
};

/**
 * Stores the carrier's states of packages. The same audited statement marks delivered orders that owe nothing as
 * received and notifies their buyers once. Delivered packages stay delivered. A separate statement locks the orders,
 * because one that waits for a removed package would still count its pieces as shipped. Returns the ids of received
 * orders.
 */
export async function recordPackageStates(ctx: Ctx, states: readonly PackageState[]): Promise<string[]> {
  if (states.length === 0) return [];
  const ids = uuids(states.map(({ id }) => id));
  const orders = sql`from orders where id in (select order_id from packages where id = any(${ids}))`;
  const [, answer] = await ctx.db.batch([
    sql`select 1 ${orders} order by id for update`,
    sql`
    with states as (
      select * from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s(
        id uuid, status text, note text, delivered_at timestamptz, events jsonb
      )
    ),
    before as (select * ${orders}),
    p as (
      update packages
      set
        status = states.status, note = states.note, events = states.events, updated_at = now(),
        delivered_at = case when states.status = 'delivered' then coalesce(states.delivered_at, now()) end
      from states, before
      where packages.id = states.id
        and packages.order_id = before.id
        and packages.status in ('sent', 'exception')
        and (packages.status, packages.note, packages.events)
          is distinct from (states.status, states.note, states.events)
      returning packages.order_id, packages.tracking_id, packages.status, packages.delivered_at
    ),
    delivered as (
      select
        before.id,
        jsonb_agg(
          case when p.order_id is null then parcel
            else parcel || jsonb_build_object('delivered_at', to_char(
              p.delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
            ))
          end
          order by place
        ) as packages
      from before
        cross join jsonb_array_elements(before.shipping_data -> 'packages') with ordinality listed (parcel, place)
        left join p on p.order_id = before.id
          and p.status = 'delivered'
          and upper(p.tracking_id) = upper(parcel ->> 'tracking_id')
      group by before.id
      having bool_or(p.order_id is not null)
    ),
    ${updateDeliveriesParts(ctx, sql`select id, packages from delivered`)}
    select id from o where has_arrived`,
  ]);
  const rows = manyOf(ctx, idRow, answer);
  if (rows.length > 0) ctx.wakeWorkers();
  return rows.map(({ id }) => id);
}
