import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ProviderSubscription } from "../../../gateways/payment-provider.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { Ctx } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { exists, iso, one } from "../../sql.ts";
import { subscriptionCanceledMails } from "./subscription-mails.ts";

export type SyncedSubscription = { id: string; provider: ProviderSubscription };

const columns = [
  "status",
  "stripe_id",
  "start_at",
  "cancel_at",
  "cancels_at_period_end",
  "current_period_end",
  "payment_method",
] as const;
const uuidOrNull = (text: string | null | undefined) => (text && isUuid(text) ? text : null);
const columnList = (table: string): SQL => sql.raw(columns.map((column) => `${table}.${column}`).join(", "));

/** The organization of subscription `s` has another live subscription to the product. */
export const isTaken = (productId: SQL): SQL => sql`exists (
  select 1 from subscriptions other
  where other.org_id = s.org_id and other.product_id = ${productId} and other.id <> s.id
    and other.status in ('incomplete', 'active', 'past_due')
)`;

/**
 * CTEs that apply states of the provider, unless a newer one was applied first (T4). A state names the switch that took
 * effect last, the scheduled one, and the one that waits for the bank, so that a webhook also completes a switch whose
 * answer was lost. A switch to a product that is taken changes the term and the price, but not the product.
 */
function applySubscriptionsParts(ctx: Ctx, seq: number, subscriptions: readonly SyncedSubscription[]): SQL {
  const rows = subscriptions.map(
    ({
      id,
      provider: { id: stripe_id, metadata, scheduled_switch_id, pending_switch_id, latest_invoice: _invoice, ...state },
    }) => ({
      ...state,
      id,
      stripe_id,
      switch_id: uuidOrNull(metadata["switch_id"]),
      scheduled_switch_id: uuidOrNull(scheduled_switch_id),
      pending_switch_id: uuidOrNull(pending_switch_id),
    }),
  );
  const reportedSubscriptions = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(
    id uuid, status text, stripe_id text, start_at timestamptz, cancel_at timestamptz,
    cancels_at_period_end boolean, current_period_end timestamptz, payment_method jsonb, is_unpaid boolean,
    switch_id uuid, scheduled_switch_id uuid, pending_switch_id uuid
  )`;
  return sql`switched as (
    update plan_switches w set status = 'done', updated_at = now()
    from ${reportedSubscriptions} join subscriptions s on s.id = p.id
    where w.id = p.switch_id and w.subscription_id = s.id and w.status <> 'done' and ${seq} > s.applied_seq
    returning w.*
  ),
  ${audited(ctx, "switchSubscription", "subscription", "switched", {
    as: "switch_audit",
    subject_id: sql`switched.subscription_id`,
    by: { actor_id: sql`switched.actor_id`, impersonator_id: sql`null` },
    data: sql`jsonb_build_object('amount', switched.due)`,
    where: sql`switched.begins_at is null`,
  })},
  scheduled as (
    update plan_switches w set status = 'scheduled', updated_at = now()
    from ${reportedSubscriptions} join subscriptions s on s.id = p.id
    where w.id = p.scheduled_switch_id and w.id is distinct from p.switch_id and w.subscription_id = s.id
      and w.status = 'claimed' and ${seq} > s.applied_seq
    returning w.*
  ),
  ${audited(ctx, "switchSubscription", "subscription", "scheduled", {
    as: "schedule_audit",
    subject_id: sql`scheduled.subscription_id`,
    by: { actor_id: sql`scheduled.actor_id`, impersonator_id: sql`null` },
    data: sql`jsonb_build_object(
      'begins_at', ${iso("scheduled.begins_at")}, 'amount', scheduled.amount + scheduled.tax
    )`,
  })},
  withdrawn as (
    update plan_switches w set status = 'withdrawn', updated_at = now()
    from ${reportedSubscriptions} join subscriptions s on s.id = p.id
    where w.subscription_id = s.id and w.status = 'scheduled' and ${seq} > s.applied_seq
      and w.id is distinct from p.scheduled_switch_id and w.id is distinct from p.switch_id
  ),
  unconfirmed as (
    update plan_switches w
    set status = 'refused', refusal = 'The payment was not confirmed.', updated_at = now()
    from ${reportedSubscriptions} join subscriptions s on s.id = p.id
    where w.subscription_id = s.id and w.status = 'claimed' and w.confirm_url is not null and ${seq} > s.applied_seq
      and w.id is distinct from p.pending_switch_id and w.id is distinct from p.switch_id
  ),
  changed as (
    update subscriptions s
    set
      product_id = case
        when switched.product_id is null or ${isTaken(sql`switched.product_id`)} then s.product_id
        else switched.product_id
      end,
      amount = coalesce(switched.amount, s.amount),
      tax = coalesce(switched.tax, s.tax),
      interval = coalesce(switched.interval, s.interval),
      status = p.status,
      stripe_id = p.stripe_id,
      start_at = p.start_at,
      cancel_at = p.cancel_at,
      cancels_at_period_end = p.cancels_at_period_end,
      current_period_end = p.current_period_end,
      payment_method = p.payment_method,
      applied_seq = ${seq},
      updated_at = case
        when (${columnList("s")}) is distinct from (${columnList("p")}) then now()
        else s.updated_at
      end
    from ${reportedSubscriptions} left join switched on switched.subscription_id = p.id
    where s.id = p.id and s.applied_seq < ${seq}
    returning s.id, p.is_unpaid, old.status <> 'canceled' and new.status = 'canceled' as is_canceled
  )`;
}

/** `provider` is the answer to a change, read after `seq` was drawn. */
export async function recordSubscription(
  ctx: Ctx,
  id: string,
  seq: number,
  provider: ProviderSubscription,
  extraCtes: readonly SQL[] = [],
): Promise<void> {
  const parts = [applySubscriptionsParts(ctx, seq, [{ id, provider }]), ...extraCtes];
  const isApplied = await exists(ctx, sql`with ${sql.join(parts, sql`, `)} select 1 from changed`);
  if (isApplied) return;
  // a webhook got a later fencing token, but may have read the subscription before the change
  const laterSeq = await nextSequence(ctx);
  const current = await ctx.gateways.payments.getSubscription(provider.id);
  if (current)
    await ctx.db.execute(sql`with ${applySubscriptionsParts(ctx, laterSeq, [{ id, provider: current }])} select 1`);
}

/**
 * Applies states of the provider and notifies the buyers of subscriptions that became canceled. `updated_at` of an
 * unchanged row stays the same.
 */
export async function syncSubscriptions(
  ctx: Ctx,
  seq: number,
  subscriptions: readonly SyncedSubscription[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const { notified_count } = await one(
    ctx,
    () => z.object({ notified_count: z.int() }),
    sql`
    with ${applySubscriptionsParts(ctx, seq, subscriptions)},
    ${subscriptionCanceledMails(ctx, sql`changed`)}
    select count(*)::int as notified_count from told`,
    () => new Error("a count returned no row"),
  );
  if (notified_count > 0) ctx.wakeWorkers();
}
