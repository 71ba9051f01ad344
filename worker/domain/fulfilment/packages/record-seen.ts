import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { idRow, many } from "../../sql.ts";
import { received } from "./receive-orders.ts";

/** A package's latest state at the carrier. */
export type Seen = {
  id: string;
  status: "sent" | "delivered" | "exception";
  note: string | null;
  delivered_at: string | null;
};

/**
 * Records the states of packages, marks fully delivered orders as received and notifies their buyers once, in one
 * audited statement. Delivered packages stay delivered. Returns the ids of received orders.
 */
export async function recordSeen(ctx: Ctx, seen: readonly Seen[]): Promise<string[]> {
  if (seen.length === 0) return [];
  const orders = sql`select p.order_id from packages p join seen on seen.id = p.id`;
  const rows = await many(
    ctx,
    idRow,
    sql`
    with seen as (
      select * from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as s(
        id uuid, status text, note text, delivered_at timestamptz
      )
    ),
    before as (select * from orders where id in (${orders}) order by id for update),
    p as (
      update packages
      set
        status = seen.status, note = seen.note, updated_at = now(),
        delivered_at = case when seen.status = 'delivered' then coalesce(seen.delivered_at, now()) end
      from seen, before
      where packages.id = seen.id
        and packages.order_id = before.id
        and packages.status in ('sent', 'exception')
        and (packages.status, packages.note) is distinct from (seen.status, seen.note)
      returning packages.order_id, packages.tracking_id, packages.status, packages.delivered_at
    ),
    now_known as (
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
    ${received(ctx, sql`select id, packages from now_known`)}
    select id from o where has_arrived`,
  );
  if (rows.length > 0) ctx.wakeWorkers();
  return rows.map(({ id }) => id);
}
