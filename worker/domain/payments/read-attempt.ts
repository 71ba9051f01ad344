import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

export type Leg = {
  kind: "order" | "plan";
  /** The order or the subscription. */
  id: string;
  invoice_id: string;
  stripe_invoice_id: string | null;
  payment_status: string;
  product_ids: string[];
  lines: { id: string; name: string; price: number; quantity: number; tax_amount: number | null }[];
  amount: number;
  shipping: number;
  tax: number;
  interval: "month" | "year" | null;
  stripe_id: string | null;
  order_number: string | null;
};
export type OpenAttempt = {
  id: string;
  cart_id: string;
  cart_no: string;
  user_id: string;
  org_id: string;
  status: "claimed" | "pending" | "succeeded" | "failed" | "partly";
  customer_id: string;
  payment_method_id: string;
  action_url: string | null;
  /** The provider keeps an idempotency key for a day; later only a look can tell. */
  is_key_old: boolean;
  /** Nobody pays for a person who was inactivated meanwhile (F24). */
  is_buyer_active: boolean;
  legs: Leg[];
  /** A fence that was drawn before the provider is asked (T4). */
  seq: number;
};

/** How far an attempt came. */
export type Progress = {
  outcome: "succeeded" | "failed" | "partly" | "pending";
  action_url: string | null;
  /** What stands of it, as it is paid now. */
  legs: Leg[];
};

/** An attempt and what it still is about, the order before the plans. */
export async function readAttempt(ctx: Ctx, id: string): Promise<OpenAttempt | undefined> {
  const { rows } = await ctx.db.execute<{ attempt: OpenAttempt }>(sql`
    select json_build_object('id', a.id, 'seq', nextval('stripe_seq'), 'cart_id', a.cart_id, 'cart_no', c.cart_no, 'user_id', a.user_id, 'org_id', a.org_id, 'status', a.status, 'customer_id', a.customer_id,
      'payment_method_id', a.payment_method_id, 'action_url', a.action_url, 'is_key_old', a.created_at < now() - interval '23 hours',
      'is_buyer_active', exists (select 1 from users u where u.id = a.user_id and u.is_active),
      'legs', coalesce((select json_agg(leg order by leg.kind, leg.id) from (
        select 'order' as kind, o.id, i.id as invoice_id, i.stripe_invoice_id, i.payment_status, i.products as lines, i.amount, i.shipping, i.tax,
          null::text as interval, o.stripe_id, o.order_number, (select json_agg(l ->> 'id') from jsonb_array_elements(i.products) l) as product_ids
        from orders o join invoices i on i.reference_type = 'order' and i.reference_id = o.id where o.attempt_id = a.id
        union all
        select 'plan', s.id, i.id, i.stripe_invoice_id, i.payment_status, i.products, i.amount, i.shipping, i.tax, s.interval, s.stripe_id, null, json_build_array(s.product_id)
        from subscriptions s join invoices i on i.reference_type = 'subscription' and i.reference_id = s.id and i.billing_reason = 'subscription_create' where s.attempt_id = a.id
      ) leg), '[]')) as attempt
    from checkout_attempts a join carts c on c.id = a.cart_id where a.id = ${id}`);
  return rows[0]?.attempt;
}
