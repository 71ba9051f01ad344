import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ProviderSubscription } from "../../../gateways/payment-provider.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { Ctx } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { one } from "../../sql.ts";
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
const columnsOf = (table: string): SQL => sql.raw(columns.map((column) => `${table}.${column}`).join(", "));

/**
 * A newer state that was applied first stays (T4). The provider's state names the last switch of the term that it knows,
 * so a webhook, too, completes one whose answer was lost.
 */
function changedSubscriptions(ctx: Ctx, seq: number, subscriptions: readonly SyncedSubscription[]): SQL {
  const rows = subscriptions.map(
    ({ id, provider: { id: stripe_id, metadata, latest_invoice: _invoice, ...state } }) => ({
      ...state,
      id,
      stripe_id,
      switch_id: isUuid(metadata["switch_id"] ?? "") ? metadata["switch_id"] : null,
    }),
  );
  const reported = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(
    id uuid, status text, stripe_id text, start_at timestamptz, cancel_at timestamptz,
    cancels_at_period_end boolean, current_period_end timestamptz, payment_method jsonb, is_unpaid boolean,
    switch_id uuid
  )`;
  return sql`switched as (
    update plan_switches w set status = 'done', updated_at = now()
    from ${reported} join subscriptions s on s.id = p.id
    where w.id = p.switch_id and w.subscription_id = s.id and w.status <> 'done' and ${seq} > s.applied_seq
    returning w.*
  ),
  ${audited(ctx, "switchSubscription", "subscription", "switched", {
    as: "switch_audit",
    subject_id: sql`switched.subscription_id`,
    by: { actor_id: sql`switched.actor_id`, impersonator_id: sql`null` },
    data: sql`jsonb_build_object('amount', switched.due)`,
  })},
  changed as (
    update subscriptions s
    set
      product_id = coalesce(switched.product_id, s.product_id),
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
        when (${columnsOf("s")}) is distinct from (${columnsOf("p")}) then now()
        else s.updated_at
      end
    from ${reported} left join switched on switched.subscription_id = p.id
    where s.id = p.id and s.applied_seq < ${seq}
    returning s.id, p.is_unpaid, old.status <> 'canceled' and new.status = 'canceled' as is_canceled
  )`;
}

export async function recordSubscription(
  ctx: Ctx,
  id: string,
  seq: number,
  provider: ProviderSubscription,
  more: readonly SQL[] = [],
): Promise<void> {
  const parts = [changedSubscriptions(ctx, seq, [{ id, provider }]), ...more];
  await ctx.db.execute(sql`with ${sql.join(parts, sql`, `)} select 1`);
}

/**
 * Updates the subscriptions in one statement and notifies the buyers of canceled ones. Unchanged rows keep
 * `updated_at`.
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
    with ${changedSubscriptions(ctx, seq, subscriptions)},
    ${subscriptionCanceledMails(ctx, sql`changed`)}
    select count(*)::int as notified_count from told`,
    () => new Error("a count returned no row"),
  );
  if (notified_count > 0) ctx.wakeWorkers();
}
