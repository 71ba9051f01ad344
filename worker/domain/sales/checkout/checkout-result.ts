import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderLine, orderShape } from "../../../contract/entities/order.ts";
import { subscription } from "../../../contract/entities/subscription.ts";
import { notFound } from "../../../contract/errors.ts";
import { currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { orderColumns, orderLineList } from "../../fulfilment/index.ts";
import { one, type RowOf } from "../../sql.ts";
import { subscriptionColumns } from "../../payments/index.ts";

const checkoutResult = () =>
  z.object({
    cart_no: z.string(),
    state: z.enum(["pending", "succeeded", "partly", "failed"]),
    failure: z.nullable(z.string()),
    order: z.nullable(z.object({ ...orderShape, lines: z.array(orderLine) })),
    plans: z.array(subscription),
  });
export type CheckoutResult = RowOf<typeof checkoutResult>;

export const getCheckoutResult = (ctx: ReadCtx, cartNo: string): Promise<CheckoutResult> =>
  one(
    ctx,
    checkoutResult,
    sql`
    select
      c.cart_no,
      case when a.status = 'claimed' then 'pending' else a.status end as state,
      a.failure,
      (
        select to_json(item)
        from (select ${orderColumns}, ${orderLineList} as lines from orders o where o.attempt_id = a.id) item
      ) as "order",
      coalesce((select json_agg(item order by item.id) from (
        select ${subscriptionColumns}
        from subscriptions s
          join products p on p.id = s.product_id
        where s.attempt_id = a.id
      ) item), '[]') as plans
    from carts c join checkout_attempts a on a.cart_id = c.id
    where c.cart_no = ${cartNo} and c.user_id = ${currentUserId(ctx)} order by a.created_at desc limit 1`,
    () => notFound("CART_NOT_FOUND"),
  );
