import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/** Forgets what has ended: sessions, codes and counters after their time, sent mail after 30 days. */
export async function cleanUp(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    with a as (delete from sessions where expires_at < now() - interval '30 days' returning 1),
    b as (delete from verification_codes where expires_at < now() - interval '30 days' returning 1),
    c as (delete from rate_counters where resets_at < now() returning 1),
    d as (delete from hand_off_codes where expires_at < now() - interval '1 day' returning 1),
    e as (delete from outbox where sent_at < now() - interval '30 days' returning 1),
    f as (delete from known_browsers where last_used_at < now() - interval '400 days' returning 1)
    select ((select count(*) from a) + (select count(*) from b) + (select count(*) from c) + (select count(*) from d)
      + (select count(*) from e) + (select count(*) from f))::int as n`);
  return { found: rows[0]?.n ?? 0, processed: rows[0]?.n ?? 0 };
}
