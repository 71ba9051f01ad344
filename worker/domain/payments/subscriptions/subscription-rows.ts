import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod/mini";
import type { adminSubscription, subscription } from "../../../contract/entities/subscription.ts";
import { iso } from "../../sql.ts";

export type Subscription = z.output<typeof subscription>;
export type AdminSubscription = z.output<typeof adminSubscription>;

/**
 * Live and paid: given by an administrator, or with a paid invoice; a pending bank debit unlocks nothing (M19, F25).
 */
export const isAvailable = sql`(
  s.status in ('active', 'past_due')
  and s.start_at <= now()
  and (s.cancel_at is null or s.cancel_at > now())
  and (s.stripe_id is null or exists (
    select 1
    from invoices i
    where i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.payment_status in ('paid', 'partially_refunded', 'refund_failed')
  )))`;

/**
 * When subscription s, no longer available, ended: the organization keeps releases published until then. Null while it
 * is available, and if it was never paid.
 */
export const endedAt = sql`case
  when s.status in ('incomplete', 'incomplete_expired', 'trialing') or ${isAvailable} or s.start_at > now() then null
  when s.stripe_id is null or exists (
    select 1
    from invoices i
    where i.reference_type = 'subscription'
      and i.reference_id = s.id
      and i.payment_status in ('paid', 'disputed', 'partially_refunded', 'refund_failed')
  ) then least(now(), coalesce(s.cancel_at, s.current_period_end, s.updated_at))
end`;

/** The renewal waiting for the buyer's confirmation at the bank; checkout shows this for first payments. */
const needsAction = sql`(
  select json_build_object(
    'invoice_id', i.id, 'amount', i.amount, 'url', i.stripe_invoice_url,
    'next_attempt_at', ${iso("i.next_attempt_at")}
  )
  from invoices i
  where i.reference_type = 'subscription'
    and i.reference_id = s.id
    and i.billing_reason = 'subscription_cycle'
    and i.needs_action_at is not null
    and s.status in ('active', 'past_due')
  order by i.period_start desc
  limit 1
)`;

/** Columns of subscription s joined with product p. */
export const subscriptionColumns: SQL = sql`
  s.id,
  s.org_id,
  s.user_id,
  s.status,
  s.stripe_id,
  ${needsAction} as needs_action,
  ${isAvailable} as is_available,
  json_build_object(
    'id', p.id,
    'name', p.name,
    'description', p.short_description,
    'amount', s.amount,
    'currency', 'USD',
    'interval', s.interval,
    'interval_count', s.interval_count,
    'main_image', p.main_image
  ) as product,
  ${iso("s.start_at")} as start_at,
  ${iso("s.cancel_at")} as cancel_at,
  ${iso("s.current_period_end")} as current_period_end,
  ${iso("s.created_at")} as created_at,
  ${iso("s.updated_at")} as updated_at`;

const person = (column: string) =>
  sql`
    (
      select json_build_object(
        'id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email
      )
      from users u
      where u.id = ${sql.raw(column)}
    )`;

export const adminSubscriptionColumns: SQL = sql`
  ${subscriptionColumns},
  (select json_build_object('id', o.id, 'name', o.name) from organizations o where o.id = s.org_id) as organization,
  ${person("s.created_by")} as created_by,
  ${person("s.updated_by")} as updated_by`;
