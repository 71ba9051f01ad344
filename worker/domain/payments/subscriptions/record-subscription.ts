import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ProviderSubscription } from "../../../gateways/payment-provider.ts";
import type { Ctx } from "../../context.ts";
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

/** A newer state that was applied first stays (T4). */
function changedSubscriptions(seq: number, subscriptions: readonly SyncedSubscription[]): SQL {
  const rows = subscriptions.map(
    ({ id, provider: { id: stripe_id, metadata: _metadata, latest_invoice: _invoice, ...state } }) => ({
      ...state,
      id,
      stripe_id,
    }),
  );
  return sql`changed as (
    update subscriptions s
    set
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
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(
      id uuid, status text, stripe_id text, start_at timestamptz, cancel_at timestamptz,
      cancels_at_period_end boolean, current_period_end timestamptz, payment_method jsonb, is_unpaid boolean
    )
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
  const parts = [changedSubscriptions(seq, [{ id, provider }]), ...more];
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
    with ${changedSubscriptions(seq, subscriptions)},
    ${subscriptionCanceledMails(ctx, sql`changed`)}
    select count(*)::int as notified_count from told`,
    () => new Error("a count returned no row"),
  );
  if (notified_count > 0) ctx.wakeWorkers();
}
