import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/orders.ts";
import { orderNote } from "../../../contract/entities/order-note.ts";
import { notFound } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { exists, iso, one } from "../../sql.ts";

export type OrderNote = z.output<typeof orderNote>;

/** Invisible to customers. */
export async function listOrderNotes(ctx: ReadCtx, orderId: string): Promise<Page<OrderNote>> {
  const { notes } = await one(
    ctx,
    () => z.object({ notes: z.array(orderNote) }),
    sql`
    select coalesce((
      select json_agg(item)
      from (
        select n.id, n.text, ${iso("n.created_at")} as created_at,
          json_build_object(
            'id', n.author_id, 'name', coalesce(u.first_name || ' ' || u.last_name, 'Somebody')
          ) as author
        from order_notes n left join users u on u.id = n.author_id
        where n.order_id = o.id
        order by n.created_at desc, n.id desc
        limit 200
      ) item
    ), '[]') as notes
    from orders o
    where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  return singlePage(notes);
}

export async function addOrderNote(
  ctx: Ctx,
  orderId: string,
  { text, id }: InputOf<typeof contract.addOrderNote>["body"],
): Promise<void> {
  const isFound = await exists(
    ctx,
    sql`
    with o as (select id, org_id from orders where id = ${orderId}),
    n as (
      insert into order_notes (id, order_id, org_id, author_id, text)
      select ${id ?? crypto.randomUUID()}, o.id, o.org_id, ${requireUser(ctx).user_id}, ${text} from o
      on conflict (id) do nothing
      returning order_id as id, org_id
    ),
    ${audited(ctx, "addOrderNote", "order", "n")}
    select 1 from o`,
  );
  if (!isFound) throw notFound("ORDER_NOT_FOUND");
}
