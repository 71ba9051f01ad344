import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { one, type RowOf } from "../../sql.ts";
import { isOutstanding, leftToPay } from "./outstanding.ts";

const customerRow = () =>
  z.object({
    price_level: z.nullable(z.object({ id: z.nullable(z.string()), name: z.string() })),
    order_count: z.int(),
    /** Outstanding US cents, by the rule of the finance figures (`isOutstanding`). */
    open_balance: z.number(),
  });
export type OrderCustomer = RowOf<typeof customerRow>;

/** The price level is today's, not the one at the time of the order. */
export const readOrderCustomer = (ctx: ReadCtx, orderId: string): Promise<OrderCustomer> =>
  one(
    ctx,
    customerRow,
    sql`
    select
      case when org.price_level_name is not null then json_build_object(
        'id', (select level.id from price_levels level where level.name = org.price_level_name limit 1),
        'name', org.price_level_name
      ) end as price_level,
      (select count(*)::int from orders placed where placed.org_id = org.id) as order_count,
      (
        select coalesce(sum(${leftToPay}), 0)::float from invoices i where i.org_id = org.id and ${isOutstanding}
      ) as open_balance
    from orders o join organizations org on org.id = o.org_id
    where o.id = ${orderId}`,
    () => notFound("ORDER_NOT_FOUND"),
  );
