import { sql } from "drizzle-orm";
import { type Ctx, requireUser } from "../../context.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";
import { exists } from "../../sql.ts";

const keyLifetimeS = 24 * 3600;

/**
 * Runs a form's action once per idempotency key, which each rendering of the form creates. Returns whether this was the
 * first submit. A failed action may be submitted again.
 */
export async function runOnce(ctx: Ctx, key: string, work: () => Promise<unknown>): Promise<boolean> {
  const hashedKey = await keyedHash(ctx.settings.CODE_PEPPER, `once:${requireUser(ctx).user_id}:${key}`);
  const isFirst = await exists(
    ctx,
    sql`
    insert into rate_counters as c (key, n, resets_at)
    values (${hashedKey}, 1, now() + ${keyLifetimeS} * interval '1 second')
    on conflict (key) do update set resets_at = excluded.resets_at where c.resets_at <= now()
    returning 1`,
  );
  if (!isFirst) return false;
  let isDone = false;
  try {
    await work();
    isDone = true;
  } finally {
    if (!isDone) await ctx.db.execute(sql`delete from rate_counters where key = ${hashedKey}`);
  }
  return true;
}
