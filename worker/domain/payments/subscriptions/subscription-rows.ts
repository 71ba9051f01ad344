import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod/mini";
import {
  type adminSubscription,
  adminSubscriptionShape,
  type subscription,
  subscriptionShape,
} from "../../../contract/entities/subscription.ts";
import type { ReadCtx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { hasPermission } from "../../permissions.ts";
import { selectFields } from "../../select-of.ts";
import { iso } from "../../sql.ts";
import { leftToPay } from "../invoices/outstanding.ts";

export type Subscription = z.output<typeof subscription>;
export type AdminSubscription = z.output<typeof adminSubscription>;

const hasPaidInvoice = sql`exists (
  select 1
  from invoices i
  where i.reference_type = 'subscription'
    and i.reference_id = s.id
    and i.payment_status in ('paid', 'partially_refunded', 'refund_failed')
)`;

/**
 * Live and paid: given by an administrator, or with a paid invoice; a pending bank debit unlocks nothing (M19, F25).
 */
export const isAvailable = sql`(
  s.status in ('active', 'past_due')
  and s.start_at <= now()
  and (s.cancel_at is null or s.cancel_at > now())
  and (s.stripe_id is null or ${hasPaidInvoice})
)`;

/**
 * Time of the last chargeback of subscription `s`; null if another invoice is paid, and if no money was withdrawn. The
 * provider still renews such a subscription, so its status and period say nothing about its end.
 */
const chargedBackAt = sql`(
  select max(l.booked_at)
  from invoices i join payment_ledger l on l.invoice_id = i.id and l.kind = 'dispute_withdrawn'
  where i.reference_type = 'subscription'
    and i.reference_id = s.id
    and i.payment_status = 'disputed'
    and not ${hasPaidInvoice}
)`;

/**
 * Time at which subscription `s` ended or was charged back; the organization keeps the releases published until then.
 * Null while it is available or trialing, before it starts, and if it was never paid, was fully refunded or was
 * canceled before its start.
 */
export const endedAt = sql`case
  when s.status in ('incomplete', 'incomplete_expired', 'trialing') or ${isAvailable} or s.start_at > now()
    or s.cancel_at < s.start_at then null
  when s.stripe_id is null or exists (
    select 1
    from invoices i
    where i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.payment_status in ('paid', 'disputed', 'partially_refunded', 'refund_failed')
  ) then least(now(), ${chargedBackAt}, coalesce(s.cancel_at, s.current_period_end, s.updated_at))
end`;

/** The renewal or switch waiting for the buyer's confirmation at the bank; checkout shows this for first payments. */
const needsAction = sql`(
  select json_build_object(
    'invoice_id', i.id, 'amount', ${leftToPay}, 'url', i.stripe_invoice_url,
    'next_attempt_at', ${iso("i.next_attempt_at")}
  )
  from invoices i
  where i.reference_type = 'subscription'
    and i.reference_id = s.id
    and i.billing_reason in ('subscription_cycle', 'manual')
    and i.needs_action_at is not null
    and s.status in ('active', 'past_due')
  order by i.period_start desc
  limit 1
)`;

/** Excludes given subscriptions, which have no `stripe_id`, and those that end with the current term. */
export const isRenewed = sql`(
  s.stripe_id is not null
  and s.status in ('active', 'trialing', 'past_due', 'unpaid')
  and (s.cancel_at is null or s.cancel_at > s.current_period_end)
)`;

/** Null if no switch is scheduled or the subscription is going to end. */
const scheduledSwitch = sql`(
  select json_build_object(
    'id', w.id, 'product', json_build_object('id', other.id, 'name', other.name), 'interval', w.interval,
    'begins_at', ${iso("w.begins_at")}, 'price', w.amount + w.tax
  )
  from plan_switches w join products other on other.id = w.product_id
  where w.subscription_id = s.id and w.status = 'scheduled' and ${isRenewed}
)`;

/** Price of the next term of subscription s, US cents with tax. */
export const nextAmount = sql`coalesce(
  (select w.amount + w.tax from plan_switches w where w.subscription_id = s.id and w.status = 'scheduled'),
  s.amount + s.tax
)`;

/** Interval of the next term of subscription s. */
export const nextInterval = sql`coalesce(
  (select w.interval from plan_switches w where w.subscription_id = s.id and w.status = 'scheduled'),
  s.interval
)`;

/** Null without a renewal, and for an overdue subscription, whose invoice shows the amount. */
const nextCharge = sql`case
  when ${isRenewed} and s.status in ('active', 'trialing') and s.current_period_end is not null then json_build_object(
    'at', ${iso("s.current_period_end")}, 'amount', ${nextAmount}
  )
end`;

/** A claimed switch may have charged already. */
const isBeingSwitched = sql`exists (
  select 1 from plan_switches w where w.subscription_id = s.id and w.status = 'claimed'
)`;

/**
 * Refund of subscription `s` if it is canceled at once: its only payment, if that is at most 14 days old, undisputed
 * and without any refund. US cents; `balance` is the share that came from the customer's balance.
 */
export const refundOffer = sql`case
when s.stripe_id is not null and s.status = 'active' and not ${isBeingSwitched} then (
  select json_build_object(
    'invoice_id', i.id, 'amount', sum(l.amount_cents)::float,
    'balance', greatest(0, sum(l.amount_cents) filter (where l.kind in ('balance', 'balance_owed')))::float,
    'until', ${iso("(min(l.booked_at) + interval '14 days')")}
  )
  from invoices i join payment_ledger l on l.invoice_id = i.id
  where i.reference_type = 'subscription' and i.reference_id = s.id and i.billing_reason = 'subscription_create'
    and i.payment_status = 'paid'
    and not exists (
      select 1 from invoices other
      where other.reference_type = 'subscription' and other.reference_id = s.id and other.id <> i.id
        and other.closed_as is distinct from 'void'
    )
    and not exists (select 1 from refunds r where r.invoice_id = i.id and r.status <> 'canceled')
    and not exists (select 1 from jsonb_array_elements(i.refunds))
  group by i.id
  having min(l.booked_at) > now() - interval '14 days' and sum(l.amount_cents) > 0
    and bool_and(l.kind in ('charge', 'balance', 'balance_owed'))
) end`;

const subscriptionExpressions = {
  refund_offer: refundOffer,
  next_charge: nextCharge,
  scheduled_switch: scheduledSwitch,
  needs_action: needsAction,
  is_available: isAvailable,
  product: sql`json_build_object(
    'id', p.id,
    'name', p.name,
    'description', p.short_description,
    'amount', s.amount,
    'currency', 'USD',
    'interval', s.interval,
    'interval_count', s.interval_count,
    'main_image', p.main_image
  )`,
};
export const subscriptionColumns: SQL = selectFields(subscriptionShape, "s", subscriptionExpressions);

const { payment_method: _, ...shownToAll } = subscriptionShape;
const publicColumns: SQL = selectFields(shownToAll, "s", subscriptionExpressions);

/** Users without the permission `see_billing` do not see the payment method. */
export const ownSubscriptionColumns = (ctx: ReadCtx): SQL => sql`${publicColumns}, case
  when exists (select 1 from users u where u.id = ${currentUserId(ctx)} and ${hasPermission("u.roles", "see_billing")})
  then s.payment_method
end as payment_method`;

const userJson = (column: string) =>
  sql`
    (
      select json_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email
      )
      from users u
      where u.id = ${sql.raw(column)}
    )`;

export const adminSubscriptionColumns: SQL = selectFields(adminSubscriptionShape, "s", {
  ...subscriptionExpressions,
  organization: sql`(select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = s.org_id)`,
  created_by: userJson("s.created_by"),
  updated_by: userJson("s.updated_by"),
});
