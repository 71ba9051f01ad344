import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";

const userName = () => z.nullable(z.object({ first_name: z.string(), last_name: z.string() }));

const history = () =>
  z.object({
    placed_by: userName(),
    status_at: z.record(z.string(), z.string()),
    /**
     * Cancellations and refunds of the order and approvals of its purchase, oldest first. `by` is null for actors
     * outside the organization.
     */
    acts: z.array(z.object({ action: z.string(), at: z.string(), by: userName() })),
  });
export type OrderHistory = RowOf<typeof history>;

const noHistory: OrderHistory = { placed_by: null, status_at: {}, acts: [] };

export async function readOrderHistory(ctx: ReadCtx, id: string): Promise<OrderHistory> {
  const row = await maybeOne(
    ctx,
    () => z.object({ history: history() }),
    sql`
    select to_json(item) as history from (
      select
        (
          select json_build_object('first_name', u.first_name, 'last_name', u.last_name)
          from users u where u.id = o.user_id
        ) as placed_by,
        o.status_at,
        coalesce((
          select json_agg(
            json_build_object('action', act.action, 'at', ${iso("act.at")}, 'by', (
              select json_build_object('first_name', u.first_name, 'last_name', u.last_name)
              from users u where u.id = act.actor_id and u.org_id = o.org_id
            ))
            order by act.at
          )
          from (
            select a.action, a.created_at as at, case when a.impersonator_id is null then a.actor_id end as actor_id
            from audit_log a
            where a.subject_type = 'order' and a.subject_id = o.id::text and a.org_id = o.org_id
              and a.action in ('cancelOrder', 'refundOrder')
            union all
            select 'approveRequest', (given ->> 'decided_at')::timestamptz, (given ->> 'user_id')::uuid
            from approval_requests r, jsonb_array_elements(r.approvals) given
            where r.attempt_id = o.attempt_id
          ) act
        ), '[]') as acts
      from orders o
      where o.id = ${id} and o.org_id = ${currentOrgId(ctx)}
    ) item`,
  );
  return row?.history ?? noHistory;
}

const progressRow = () =>
  z.object({
    /** Time at which the order reached each status, if it was recorded. */
    status_at: z.record(z.string(), z.string()),
    /** Carrier service of the paid shipping rate. */
    freight_service: z.nullable(z.string()),
  });

/** Progress of an order for administrators, which the API's order does not contain. */
export async function readOrderProgress(ctx: ReadCtx, id: string): Promise<RowOf<typeof progressRow>> {
  const row = await maybeOne(
    ctx,
    progressRow,
    sql`select o.status_at, o.freight_service from orders o where o.id = ${id}`,
  );
  return row ?? { status_at: {}, freight_service: null };
}
