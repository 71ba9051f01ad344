import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";

/** Forgets what has ended: sessions after 30 days, hand-off codes after one, browsers that were not used for 400. */
export async function cleanUp(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    with s as (delete from sessions where expires_at < now() - interval '30 days' returning 1),
    h as (delete from hand_off_codes where expires_at < now() - interval '1 day' returning 1),
    b as (delete from known_browsers where last_used_at < now() - interval '400 days' returning 1)
    select ((select count(*) from s) + (select count(*) from h) + (select count(*) from b))::int as n`);
  const n = rows[0]?.n ?? 0;
  return { found: n, processed: n };
}
