import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { currentOrgId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, iso, type RowOf, texts } from "../../sql.ts";

const person = () => z.nullable(z.object({ first_name: z.string(), last_name: z.string() }));

const history = () =>
  z.object({
    placed_by: person(),
    status_at: z.record(z.string(), z.string()),
    /**
     * Manual actions on the order, oldest first. `by` is null for actors hidden from the viewer, `support` names an
     * administrator who impersonated `by`.
     */
    acts: z.array(z.object({ action: z.string(), at: z.string(), by: person(), support: z.nullable(z.string()) })),
  });
export type OrderHistory = RowOf<typeof history>;

const noHistory: OrderHistory = { placed_by: null, status_at: {}, acts: [] };

type HistoryQuery = { where: SQL; actions: readonly string[]; by: SQL; support: SQL };

async function readHistory(ctx: ReadCtx, { where, actions, by, support }: HistoryQuery): Promise<OrderHistory> {
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
            json_build_object('action', a.action, 'at', ${iso("a.created_at")}, 'by', (
              select json_build_object('first_name', u.first_name, 'last_name', u.last_name)
              from users u where u.id = a.actor_id ${by}
            ), 'support', ${support})
            order by a.created_at, a.id
          )
          from audit_log a
          where a.subject_type = 'order' and a.subject_id = o.id::text and a.org_id = o.org_id
            and a.action = any(${texts(actions)})
        ), '[]') as acts
      from orders o
      where ${where}
    ) item`,
  );
  return row?.history ?? noHistory;
}

export const readOrderHistory = (ctx: ReadCtx, id: string): Promise<OrderHistory> =>
  readHistory(ctx, {
    where: sql`o.id = ${id} and o.org_id = ${currentOrgId(ctx)}`,
    actions: ["cancelOrder", "refundOrder"],
    by: sql`and u.org_id = o.org_id and a.impersonator_id is null`,
    support: sql`null`,
  });

export const readAdminOrderHistory = (ctx: ReadCtx, id: string): Promise<OrderHistory> =>
  readHistory(ctx, {
    where: sql`o.id = ${id}`,
    actions: ["cancelOrder", "refundOrder", "orderByLink", "shipOrder", "receiveOrder", "cancelPackage"],
    by: sql``,
    support: sql`(select u.first_name || ' ' || u.last_name from users u where u.id = a.impersonator_id)`,
  });
