import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

export async function deleteOldSessions(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const row = await maybeOne(
    ctx,
    () => z.object({ n: z.int() }),
    sql`
    with s as (
      delete from sessions
      where expires_at < now() - interval '30 days'
        and (refresh_expires_at is null or refresh_expires_at < now() - interval '30 days')
      returning 1
    ),
    b as (delete from known_browsers where last_used_at < now() - interval '400 days' returning 1)
    select ((select count(*) from s) + (select count(*) from b))::int as n`,
  );
  const n = row?.n ?? 0;
  return { found: n, processed: n };
}
