import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";

/** The CTE `daily` has a row only for the first statement of this name in 24 hours, by the database's clock. */
export async function dailyPart(ctx: Ctx, name: string): Promise<SQL> {
  const key = await keyedHash(ctx.settings.CODE_PEPPER, `daily:${name}`);
  return sql`daily as (
    insert into rate_counters as c (key, n, resets_at) values (${key}, 1, now() + interval '1 day')
    on conflict (key) do update set resets_at = excluded.resets_at where c.resets_at <= now()
    returning 1
  )`;
}
