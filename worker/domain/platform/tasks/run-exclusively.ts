import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { isFree, isHeldBy, newLease, nextFencingToken, expiredLease } from "../work-queue/work-queue.ts";

export type JobCounts = { found: number; processed: number };

export const sumCounts = (counts: readonly JobCounts[]): JobCounts => ({
  found: counts.reduce((sum, { found }) => sum + found, 0),
  processed: counts.reduce((sum, { processed }) => sum + processed, 0),
});

/**
 * Runs a scheduled job under a lease, so that it never overlaps with itself; the lease of an interrupted worker expires
 * after 60 s. Returns false if another worker holds the lease (T22).
 */
export async function runExclusively(ctx: Ctx, name: string, work: () => Promise<JobCounts>): Promise<boolean> {
  const claim = await maybeOne(
    ctx,
    () => z.object({ fence: z.int() }),
    sql`
    insert into tasks as t (name, status, lease_until, fence, started_at)
    values (${name}, 'processing', ${newLease}, 1, now())
    on conflict (name)
      do update set
        status = 'processing',
        lease_until = excluded.lease_until,
        fence = ${nextFencingToken},
        started_at = now()
      where ${isFree("t")}
    returning fence`,
  );
  const fencingToken = claim?.fence;
  if (fencingToken === undefined) return false;
  try {
    const { found, processed } = await work();
    await ctx.db.execute(sql`
      update tasks set status = 'completed', lease_until = ${expiredLease}, finished_at = now(),
        last_success_at = now(),
        found = ${found}, processed = ${processed}, error = null where ${isHeldBy(name, fencingToken)}`);
    return true;
  } catch (error) {
    await ctx.db.execute(sql`
      update tasks
      set status = 'failed', lease_until = ${expiredLease}, finished_at = now(), error = 'failed, see the log'
      where ${isHeldBy(name, fencingToken)}`);
    throw error;
  }
}
