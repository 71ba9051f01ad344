import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { first, iso, type RowOf } from "../sql.ts";

const person = () => z.nullable(z.object({ first_name: z.string(), last_name: z.string() }));

const history = () =>
  z.object({
    placed_by: person(),
    /** When each status was reached, as far as anybody noted it. */
    status_at: z.record(z.string(), z.string()),
    /** What was done about the order by hand, oldest first; `by` is null for the shop's own people. */
    acts: z.array(z.object({ action: z.string(), at: z.string(), by: person() })),
  });
/** What happened to an order besides its money. */
export type OrderHistory = RowOf<typeof history>;

/** Who placed an order of the caller's organization, when it moved on, and who did what about it; nothing of another's. */
export async function readOrderHistory(ctx: Ctx, id: string): Promise<OrderHistory> {
  const row = await first(
    ctx,
    () => z.object({ found: history() }),
    sql`
    select to_json(shown) as found from (
      select
        (
          select json_build_object('first_name', u.first_name, 'last_name', u.last_name)
          from users u where u.id = o.user_id
        ) as placed_by,
        o.status_at,
        coalesce((
          select json_agg(
            json_build_object('action', a.action, 'at', ${iso("a.created_at")}, 'by', (
              select json_build_object('first_name', u.first_name, 'last_name', u.last_name)
              from users u where u.id = a.actor_id and u.org_id = o.org_id and a.impersonator_id is null
            ))
            order by a.created_at, a.id
          )
          from audit_log a
          where a.subject_type = 'order' and a.subject_id = o.id::text and a.org_id = o.org_id
            and a.action in ('cancelOrder', 'refundOrder')
        ), '[]') as acts
      from orders o
      where o.id = ${id} and o.org_id = ${callerId(ctx, "org_id")}
    ) shown`,
  );
  return row?.found ?? { placed_by: null, status_at: {}, acts: [] };
}
