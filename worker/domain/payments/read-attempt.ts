import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { attemptStatuses, paymentStatuses, subscriptionTerms } from "../../../db/enums.ts";
import { invoice } from "../../contract/entities/invoice.ts";
import type { Ctx } from "../context.ts";
import { maybeOne, type RowOf } from "../sql.ts";

const charge = () =>
  z.object({
    kind: z.enum(["order", "plan"]),
    /** Id of the order or the subscription. */
    id: z.string(),
    invoice_id: z.string(),
    stripe_invoice_id: z.nullable(z.string()),
    payment_status: z.enum(paymentStatuses),
    product_ids: z.array(z.string()),
    lines: invoice.shape.products,
    amount: z.int(),
    shipping: z.int(),
    tax: z.int(),
    interval: z.nullable(z.enum(subscriptionTerms)),
    stripe_id: z.nullable(z.string()),
    order_number: z.nullable(z.string()),
    po_number: z.nullable(z.string()),
  });
export type Charge = RowOf<typeof charge>;

const openAttempt = () =>
  z.object({
    id: z.string(),
    cart_id: z.string(),
    cart_no: z.string(),
    user_id: z.string(),
    org_id: z.string(),
    status: z.enum(attemptStatuses),
    customer_id: z.string(),
    payment_method_id: z.string(),
    action_url: z.nullable(z.string()),
    /** The provider forgets idempotency keys after a day; later only a search is safe. */
    is_key_old: z.boolean(),
    /** An inactivated buyer is not charged (F24). */
    is_buyer_active: z.boolean(),
    /** The buyer gave up: existing payments are looked up, but nothing more is charged. */
    is_canceled: z.boolean(),
    charges: z.array(charge()),
    /** Fencing token, drawn before the provider is called (T4). */
    seq: z.int(),
  });
export type OpenAttempt = RowOf<typeof openAttempt>;

export type Progress = {
  outcome: "succeeded" | "failed" | "partly" | "pending";
  action_url: string | null;
  /** The charges that remain, with their current payment status. */
  charges: Charge[];
};

/** An attempt and its remaining charges, the order before the subscriptions. */
export async function readAttempt(ctx: Ctx, id: string): Promise<OpenAttempt | undefined> {
  const row = await maybeOne(
    ctx,
    () => z.object({ attempt: openAttempt() }),
    sql`
    select json_build_object(
      'id', a.id,
      'seq', nextval('stripe_seq'),
      'cart_id', a.cart_id,
      'cart_no', c.cart_no,
      'user_id', a.user_id,
      'org_id', a.org_id,
      'status', a.status,
      'customer_id', a.customer_id,
      'payment_method_id', a.payment_method_id,
      'action_url', a.action_url,
      'is_key_old', a.created_at < now() - interval '23 hours',
      'is_canceled', a.canceled_at is not null,
      'is_buyer_active', exists (select 1 from users u where u.id = a.user_id and u.is_active),
      'charges', coalesce((select json_agg(charge order by charge.kind, charge.id) from (
        select
          'order' as kind,
          o.id,
          i.id as invoice_id,
          i.stripe_invoice_id,
          i.payment_status,
          i.products as lines,
          i.amount,
          i.shipping,
          i.tax,
          null::text as interval,
          o.stripe_id,
          o.order_number,
          i.po_number,
          (select json_agg(l ->> 'id') from jsonb_array_elements(i.products) l) as product_ids
        from orders o
          join invoices i on i.reference_type = 'order' and i.reference_id = o.id
        where o.attempt_id = a.id
        union all
        select
          'plan', s.id, i.id, i.stripe_invoice_id, i.payment_status, i.products, i.amount,
          i.shipping, i.tax, s.interval, s.stripe_id, null, i.po_number, json_build_array(s.product_id)
        from subscriptions s
          join invoices i on i.reference_type = 'subscription'
            and i.reference_id = s.id
            and i.billing_reason = 'subscription_create'
        where s.attempt_id = a.id
      ) charge), '[]')) as attempt
    from checkout_attempts a join carts c on c.id = a.cart_id where a.id = ${id}`,
  );
  return row?.attempt;
}
