import { sql } from "drizzle-orm";
import { notFound } from "../../contract/errors.ts";
import { type Ctx, requireUser } from "../context.ts";

export type CheckoutState = {
  cart_no: string;
  state: "pending" | "succeeded" | "partly" | "failed";
  order_id: string | null;
  order_number: string | null;
  subscription_ids: string[];
  failure: string | null;
  action_url: string | null;
};

/** How the newest try to buy one of the caller's carts stands. Throws CART_NOT_FOUND. */
export async function getCheckoutState(ctx: Ctx, cartNo: string): Promise<CheckoutState> {
  const { rows } = await ctx.db.execute<CheckoutState>(sql`
    select c.cart_no, case when a.status = 'claimed' then 'pending' else a.status end as state, o.id as order_id, o.order_number, a.failure, a.action_url,
      coalesce((select json_agg(s.id order by s.id) from subscriptions s where s.attempt_id = a.id), '[]') as subscription_ids
    from carts c join checkout_attempts a on a.cart_id = c.id left join orders o on o.attempt_id = a.id
    where c.cart_no = ${cartNo} and c.user_id = ${requireUser(ctx).user_id} order by a.created_at desc limit 1`);
  if (!rows[0]) throw notFound("CART_NOT_FOUND");
  return rows[0];
}
