import { type SQL, sql } from "drizzle-orm";
import { pages } from "../../../contract/pages.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { mailRecipients } from "../../mail-recipients.ts";
import { pageUrl } from "../../page-url.ts";
import { idRow, iso, many } from "../../sql.ts";
import { leftToPayOf } from "./outstanding.ts";

/**
 * Expects the aliases `u` (invoice), `o` (order), `s` (subscription), `p` (its product) and `person` (the user who gets
 * the mail, null for a billing email).
 */
export const buildPayload = (ctx: Ctx): SQL => sql`jsonb_strip_nulls(jsonb_build_object(
  'first_name', person.first_name, 'last_name', person.last_name,
  'order_number', o.order_number, 'order_id', o.id, 'po_number', u.po_number,
  'invoice_id', u.id, 'invoice_number', u.stripe_invoice_no, 'amount', u.amount,
  'url', coalesce(
    ${pageUrl(ctx, pages.order, { order_id: sql`o.id` })},
    ${pageUrl(ctx, pages.subscription, { subscription_id: sql`s.id` })}
  ),
  'invoice_url', case when person.id is not null then ${pageUrl(ctx, pages.invoice, { invoice_id: sql`u.id` })} end,
  'invoice_pdf_url', case
    when person.id is not null then ${pageUrl(ctx, pages.invoicePdf, { invoice_id: sql`u.id` })}
  end,
  'product', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end,
  'subscription_term', p.subscription_term,
  'shipping_address', nullif(o.shipping_data -> 'address', 'null'),
  'order_details', jsonb_build_object(
    'tax', u.tax,
    'total', u.amount,
    'delivery_method', o.shipping_data ->> 'method',
    'delivery_price', case when o.shipping_data ->> 'method' is not null then u.shipping end,
    'ships_by', o.ships_by::text,
    'arrives_from', o.arrives_from::text,
    'arrives_by', o.arrives_by::text,
    'paid_by', (select a.payment_method from checkout_attempts a where a.id = coalesce(o.attempt_id, s.attempt_id)),
    'products', (
      select jsonb_agg(jsonb_build_object(
        'name', line ->> 'name',
        'quantity', (line ->> 'quantity')::int,
        'price', (line ->> 'price')::bigint
      ))
      from jsonb_array_elements(u.products) line
    )
  )
))`;

/**
 * Notifies the buyer (`mailRecipients`) of a changed payment status or a further partial refund, or asks the buyer to
 * confirm a renewal at the bank; a repeated booking queues nothing (M14). The buyer confirms first payments at the bank
 * during checkout, without a mail. The payment of a canceled order is not acknowledged by mail. `u` is the updated
 * invoice with its former values (such as `before_status`), `new_entries` the reported ledger entries, `added` those
 * that the ledger did not have yet.
 */
export function paymentMails(ctx: Ctx): SQL {
  const isConfirmationDue = sql`(
    u.payment_status = 'pending'
    and u.billing_reason = 'subscription_cycle'
    and u.needs_action_at is not null
    and u.before_needs_action_at is null
  )`;
  const type = sql`case when ${isConfirmationDue} then 'paymentFailed' else case u.payment_status
    when 'paid' then case
      when u.before_status not in ('pending', 'declined') or u.credited_amount > u.before_credited_amount then null
      when u.before_order_status = 'canceled' then null
      when u.reference_type = 'order' then 'orderConfirmed'
      else 'invoiceForSubscription'
    end
    when 'declined' then case
      -- an unpaid switch changes nothing, and its buyer is at the bank's page
      when u.reference_type = 'order' or u.billing_reason <> 'manual' then 'paymentFailed'
    end
    when 'refunded' then 'paymentRefunded'
    when 'partially_refunded' then 'paymentRefunded'
    when 'disputed' then 'paymentDisputed' end end`;
  const isDue = sql`
    (${isConfirmationDue} or u.payment_status <> u.before_status or ${isRefundedAgain}) and ${type} is not null`;
  return buildMail(ctx, {
    type,
    isDue,
    more: sql`case
      when ${isConfirmationDue} then ${unpaidPayload} || ${confirmationPayload(false)}
      when ${type} = 'paymentFailed' then ${unpaidPayload}
      else ${refundPayload}
    end`,
  });
}

/** A further partial refund leaves the payment status unchanged. */
export const isRefundedAgain = sql`(
  u.payment_status = 'partially_refunded' and u.before_status = 'partially_refunded'
  and exists (select 1 from added a where a.kind = 'refund')
)`;

/** The provider charges this amount for the unpaid invoice `u`. */
export const unpaidPayload: SQL = sql`jsonb_build_object('amount', ${leftToPayOf(sql`u`)})`;

const confirmationPayload = (isReminder: boolean): SQL => sql`jsonb_build_object('confirm', jsonb_build_object(
  'url', u.stripe_invoice_url, 'before', ${iso("u.next_attempt_at")}, 'is_reminder', ${isReminder}::boolean
))`;

export async function remindOfConfirmations(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const type = sql`'paymentFailed'`;
  const rows = await many(
    ctx,
    idRow,
    sql`
    with u as (
      update invoices set reminded_at = now()
      from subscriptions plan
      where invoices.needs_action_at < now() - interval '48 hours'
        and invoices.reminded_at is null
        and invoices.payment_status = 'pending'
        and invoices.billing_reason = 'subscription_cycle'
        and plan.id = invoices.reference_id
        and plan.status in ('active', 'past_due')
      returning invoices.*
    ),
    ${buildMail(ctx, { type, isDue: sql`true`, more: sql`${unpaidPayload} || ${confirmationPayload(true)}` })}
    select id from u`,
  );
  if (rows.length > 0) ctx.wakeWorkers();
  return { found: rows.length, processed: rows.length };
}

const refundPayload = sql`(
  select jsonb_build_object('refund', jsonb_build_object(
    'amount', -sum(a.amount_cents), 'reason', max(r.reason), 'reason_text', max(r.reason_text),
    'is_by_other_means', bool_or(r.reference is not null)
  ))
  from added a
    join new_entries g on g.object_id = a.stripe_object_id and g.kind = a.kind
    left join refunds r on r.id = g.refund_id
  where a.kind = 'refund'
  having count(*) > 0
)`;

type MailContent = { type: SQL; isDue: SQL; more: SQL };

function buildMail(ctx: Ctx, { type, isDue, more }: MailContent): SQL {
  const payload = sql`jsonb_strip_nulls(${buildPayload(ctx)} || coalesce(${more}, '{}'))`;
  const from = sql`u left join orders o on u.reference_type = 'order' and o.id = u.reference_id
      left join subscriptions s on u.reference_type = 'subscription' and s.id = u.reference_id
      left join products p on p.id = s.product_id
      cross join lateral ${mailRecipients(sql`coalesce(o.user_id, s.user_id)`, sql`u.org_id`)} person
    where ${isDue}`;
  return notificationParts({ type, recipient: sql`person.email`, user_id: sql`person.id`, payload }, from);
}

/**
 * Confirms a purchase to the buyer while its payment is still pending, such as a bank debit. Subscriptions get a mail
 * of their own only if no order was bought. `a` is the attempt, `refusedIds` the ids that were not bought, and
 * `isMailed` a condition on the invoice `u`.
 */
export function receivedMails(ctx: Ctx, refusedIds: SQL, isMailed: SQL): SQL {
  const payload = sql`jsonb_set(${buildPayload(ctx)}, '{order_details,attempt_date}', to_jsonb(${iso("now()")}))`;
  const orderedIds = sql`select id from orders where attempt_id = a.id and not (id = any(${refusedIds}))`;
  const from = sql`a
    cross join lateral (
      select 'order' as kind, id from (${orderedIds}) ordered
      union all
      select 'subscription', id
      from subscriptions
      where attempt_id = a.id and not (id = any(${refusedIds})) and not exists (${orderedIds})
    ) purchase
    join invoices u on u.reference_type = purchase.kind
      and u.reference_id = purchase.id
      and u.payment_status = 'pending' and ${isMailed}
    left join orders o on purchase.kind = 'order' and o.id = purchase.id
    left join subscriptions s on purchase.kind = 'subscription' and s.id = purchase.id
    left join products p on p.id = s.product_id
    join users person on person.id = a.user_id and person.is_active`;
  return notificationParts(
    { type: "orderReceived", recipient: sql`person.email`, user_id: sql`person.id`, payload },
    from,
  );
}

/**
 * Mails the buyer of an order by payment link that the order is to be paid on the provider's page. `o` and `i` are the
 * CTEs that insert the order and its invoice.
 */
export function billNotifications(ctx: Ctx): SQL {
  const from = sql`i u
    join o on o.id = u.reference_id
    left join subscriptions s on false
    left join products p on false
    join users person on person.id = o.user_id and person.is_active`;
  return notificationParts(
    {
      as: "told_of_order",
      type: "invoiceForOrder",
      recipient: sql`person.email`,
      user_id: sql`person.id`,
      payload: buildPayload(ctx),
      event: sql`'invoiceForOrder:' || o.id`,
    },
    from,
  );
}
