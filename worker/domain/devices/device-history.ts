import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../current-user.ts";
import type { ReadCtx } from "../context.ts";
import { maybeOne, iso, type RowOf } from "../sql.ts";

const entry = z.object({
  at: z.string(),
  action: z.string(),
  by: z.nullable(z.string()),
  support: z.nullable(z.string()),
});
const historyRow = () =>
  z.object({
    /** The organization's latest order with this serial number. */
    order: z.nullable(
      z.object({ id: z.string(), order_number: z.string(), created_at: z.string(), by: z.nullable(z.string()) }),
    ),
    entries: z.array(entry),
  });
export type DeviceHistory = RowOf<typeof historyRow>;

const fullName = (alias: string) => sql.raw(`nullif(concat_ws(' ', ${alias}.first_name, ${alias}.last_name), '')`);

/** Undefined for an unknown or removed device, and for another organization's device. */
export const readDeviceHistory = (ctx: ReadCtx, id: string): Promise<DeviceHistory | undefined> =>
  maybeOne(
    ctx,
    historyRow,
    sql`
    select
      (
        select json_build_object('id', o.id, 'order_number', o.order_number, 'created_at', ${iso("o.created_at")},
          'by', ${fullName("buyer")})
        from orders o
          join order_lines l on l.order_id = o.id
          left join users buyer on buyer.id = o.user_id
        where o.org_id = d.org_id
          and l.product_id = d.product_id
          and exists (select 1 from unnest(l.serial_number) number where upper(number) = upper(d.serial))
        order by o.created_at desc
        limit 1
      ) as order,
      coalesce((
        select json_agg(json_build_object('at', ${iso("a.created_at")}, 'action', a.action, 'by', ${fullName("actor")},
          'support', ${fullName("support")}) order by a.created_at desc, a.id desc)
        from audit_log a
          left join users actor on actor.id = a.actor_id
          left join users support on support.id = a.impersonator_id
        where a.subject_type = 'device' and a.subject_id = d.id::text and a.org_id = d.org_id
      ), '[]') as entries
    from devices d
    where d.id = ${id} and d.org_id = ${currentOrgId(ctx)} and not d.is_deleted`,
  );
