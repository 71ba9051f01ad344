import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { advanceAttempt } from "./advance-attempt.ts";
import { receiveEvent } from "./events.ts";
import { refreshPayment } from "./refresh-payment.ts";

/** Goes on with attempts that nobody answers for any more: a killed worker, a provider that did not answer (safety T2, T21). */
export async function sweepAttempts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update checkout_attempts set next_at = now() + interval '60 seconds' where id in (
      select id from checkout_attempts where status in ('claimed', 'pending') and next_at <= now() order by next_at limit 50 for update skip locked
    ) returning id`);
  let processed = 0;
  for (const { id } of rows) {
    const progress = await advanceAttempt(ctx, id).catch(() => undefined);
    if (progress && progress.outcome !== "pending") processed += 1;
  }
  return { found: rows.length, processed };
}

/**
 * Ends at once what an inactivated buyer left open: what was charged is booked, and a page of the provider that waits for
 * him takes no money any more (F24). What the provider does not answer for is left to the sweeper.
 */
export async function endPaymentsOf(ctx: Ctx, userId: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select id from checkout_attempts where user_id = ${userId} and status in ('claimed', 'pending')`,
  );
  for (const { id } of rows) await advanceAttempt(ctx, id).catch(() => undefined);
}

const lookBackS = 3 * 24 * 3600;

/** Once a day: takes the events that were never delivered and looks at all that is still open (F11). */
export async function reconcile(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const missed = await ctx.gateways.payments.listUndelivered(lookBackS);
  for (const event of missed) await receiveEvent(ctx, event);
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from invoices where payment_status = 'pending' and (stripe_invoice_id is not null or stripe_payment_id is not null)
      and created_at > now() - interval '90 days' order by created_at limit 1000`);
  let processed = 0;
  for (const { id } of rows) {
    const isRead = await refreshPayment(ctx, id).then(
      () => true,
      () => false,
    );
    if (isRead) processed += 1;
  }
  return { found: missed.length + rows.length, processed };
}
