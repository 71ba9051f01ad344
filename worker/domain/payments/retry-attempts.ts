import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { tryToAdvance } from "./advance-attempt.ts";
import { idRow, many } from "../sql.ts";

/** Goes on with attempts that nobody answers for any more: a killed worker, a provider that did not answer (T2, T21). */
export async function retryAttempts(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const rows = await many(
    ctx,
    idRow,
    sql`
    update checkout_attempts set next_at = now() + interval '60 seconds' where id in (
      select id
      from checkout_attempts
      where status in ('claimed', 'pending') and next_at <= now()
      order by next_at
      limit 50 for update skip locked
    ) returning id`,
  );
  let processed = 0;
  for (const { id } of rows) {
    const progress = await tryToAdvance(ctx, id);
    if (progress && progress.outcome !== "pending") processed += 1;
  }
  return { found: rows.length, processed };
}

/** How long a checkout holds its attempt at most. */
const leaseMs = 60_000;
const pollMs = 250;

/**
 * Ends what an inactivated buyer left open, and answers when no payment of theirs is under way any more, so that no charge
 * follows (F24): whoever holds an attempt may have seen them active and is waited for; what was charged is booked, and a page
 * of the provider that waits for them takes no money any more. What the provider does not answer for is left to the sweeper,
 * which sees that the buyer is inactive.
 */
export async function endPaymentsOf(ctx: Ctx, userId: string): Promise<void> {
  const endsAt = Date.now() + leaseMs;
  const tried = new Set<string>();
  while (Date.now() < endsAt) {
    const rows = await many(
      ctx,
      () => z.object({ id: z.string(), is_held: z.boolean() }),
      sql`
      select id, lease_until > now() as is_held
      from checkout_attempts
      where user_id = ${userId} and status in ('claimed', 'pending')`,
    );
    const free = rows.filter(({ id, is_held }) => !is_held && !tried.has(id));
    for (const { id } of free) {
      tried.add(id);
      await tryToAdvance(ctx, id);
    }
    if (free.length > 0) continue;
    if (!rows.some(({ is_held }) => is_held)) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
