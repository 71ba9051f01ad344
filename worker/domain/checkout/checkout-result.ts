import { sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { type Order, orderColumns } from "../orders/index.ts";
import { type Subscription, subscriptionColumns } from "../subscriptions/index.ts";

export type CheckoutResult = {
  cart_no: string;
  state: "pending" | "succeeded" | "partly" | "failed";
  failure: string | null;
  action_url: string | null;
  order: Order | null;
  plans: Subscription[];
};

/** Whether a payment of the caller's open cart is undecided; it cannot change or be paid again until then. */
export async function isPaymentUndecided(ctx: Ctx): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ is_undecided: boolean }>(sql`
    select a.status in ('claimed', 'pending') as is_undecided from carts c join checkout_attempts a on a.cart_id = c.id
    where c.user_id = ${callerId(ctx, "user_id")} and not c.is_complete order by a.created_at desc limit 1`);
  return rows[0]?.is_undecided ?? false;
}

/** How the newest try to buy one of the caller's carts stands, and what was bought. Throws CART_NOT_FOUND. */
export async function getCheckoutResult(ctx: Ctx, cartNo: string): Promise<CheckoutResult> {
  const { rows } = await ctx.db.execute<CheckoutResult>(sql`
    select c.cart_no, case when a.status = 'claimed' then 'pending' else a.status end as state, a.failure, a.action_url,
      (select to_json(bought) from (select ${orderColumns} from orders o where o.attempt_id = a.id) bought) as "order",
      coalesce((select json_agg(bought order by bought.id) from (
        select ${subscriptionColumns} from subscriptions s join products p on p.id = s.product_id where s.attempt_id = a.id
      ) bought), '[]') as plans
    from carts c join checkout_attempts a on a.cart_id = c.id
    where c.cart_no = ${cartNo} and c.user_id = ${callerId(ctx, "user_id")} order by a.created_at desc limit 1`);
  if (!rows[0]) throw notFound("CART_NOT_FOUND");
  return rows[0];
}
