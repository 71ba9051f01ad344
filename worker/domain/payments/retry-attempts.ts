import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import { cancelUnpaidRequests } from "./approvals/cancel-unpaid.ts";
import { claimDue, isFree, type JobCounts, leaseMs } from "../platform/index.ts";
import { tryToAdvance } from "./advance-attempt.ts";
import { idRow, many } from "../sql.ts";

/** Advances attempts abandoned by a killed worker or a silent provider (T2, T21). */
export async function retryAttempts(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    idRow,
    claimDue({
      table: "checkout_attempts",
      isOpen: sql`status in ('claimed', 'pending')`,
      // Claims with `next_at`, because `tryToAdvance` takes the lease of each attempt itself.
      due: ["next_at"],
      limit: 50,
      returning: sql`id`,
    }),
  );
  let processed = 0;
  for (const { id } of rows) {
    const progress = await tryToAdvance(ctx, id);
    if (progress && progress.outcome !== "pending") processed += 1;
  }
  return { found: rows.length, processed };
}

const pollMs = 250;

/**
 * Ends the open attempts of an inactivated buyer and cancels their approved, unpaid orders (F24). Waits while another
 * worker holds an attempt, because that worker may have read the buyer as active. The retry job, which checks the
 * buyer, handles what the provider leaves open.
 */
export async function endUserPayments(ctx: Ctx, userId: string): Promise<void> {
  const endsAt = Date.now() + leaseMs;
  const triedIds = new Set<string>();
  while (Date.now() < endsAt) {
    const rows = await many(
      ctx,
      () => z.object({ id: z.string(), is_held: z.boolean() }),
      sql`
      select id, not ${isFree("a")} as is_held
      from checkout_attempts a
      where user_id = ${userId} and status in ('claimed', 'pending')`,
    );
    const freeRows = rows.filter(({ id, is_held }) => !is_held && !triedIds.has(id));
    for (const { id } of freeRows) {
      triedIds.add(id);
      await tryToAdvance(ctx, id);
    }
    if (freeRows.length > 0) continue;
    if (!rows.some(({ is_held }) => is_held)) break;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  try {
    await cancelUnpaidRequests(ctx, sql`r.user_id = ${userId}`);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log({ level: "warn", event: "unpaid_requests", user_id: userId, reason: error.message });
  }
}
