import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../contract/pages.ts";
import type { Ctx } from "../context.ts";
import { enqueueMail } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";

/**
 * The mail of a changed payment status, for the buyer, with a link to the order or subscription in the store. `u` is the
 * updated invoice with `before_status`; nothing is queued when the status stayed (M14).
 */
export function paymentMails(ctx: Ctx): SQL {
  const type = sql`case u.payment_status
    when 'paid' then case
      when u.before_status not in ('pending', 'declined') then null
      when u.reference_type = 'order' then 'orderConfirmed'
      else 'invoiceForSubscription'
    end
    when 'declined' then 'paymentFailed'
    when 'refunded' then 'paymentRefunded'
    when 'partially_refunded' then 'paymentRefunded'
    when 'disputed' then 'paymentDisputed' end`;
  const payload = sql`jsonb_strip_nulls(jsonb_build_object(
      'first_name', person.first_name, 'last_name', person.last_name,
      'order_number', o.order_number, 'order_id', o.id, 'invoice_id', u.id, 'amount', u.amount,
      'url', coalesce(
        ${pageUrl(ctx, pages.order, { order_id: sql`o.id` })},
        ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })}
      ),
      'product', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end,
      'subscription_term', p.subscription_term,
      'order_details', jsonb_build_object(
        'tax', u.tax,
        'total', u.amount,
        'delivery_price', u.shipping,
        'products', (
          select jsonb_agg(jsonb_build_object(
            'name', line ->> 'name',
            'quantity', (line ->> 'quantity')::int,
            'price', (line ->> 'price')::bigint
          ))
          from jsonb_array_elements(u.products) line
        )
      )))`;
  const from = sql`u left join orders o on u.reference_type = 'order' and o.id = u.reference_id
      left join subscriptions s on u.reference_type = 'subscription' and s.id = u.reference_id
      left join products p on p.id = s.product_id
      join users person on person.id = coalesce(o.user_id, s.user_id)
    where u.payment_status <> u.before_status and ${type} is not null and person.is_active`;
  return enqueueMail({ type, recipient: sql`person.email`, user_id: sql`person.id`, payload }, from);
}
