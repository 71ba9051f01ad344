import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";

const claimLifeS = 60;

/**
 * The CTE `claim`, for statements that must see each other's rows. `claim` has no row if another statement has claimed
 * `name` since this statement began. This statement must then change nothing and be run again, because it does not see
 * the rows of the other one.
 */
export async function claimPart(ctx: Ctx, name: string): Promise<SQL> {
  const key = await keyedHash(ctx.settings.CODE_PEPPER, `claim:${name}`);
  // `on conflict` reads the newest row, the subquery the row as it was when the statement began.
  return sql`claim as (
    insert into rate_counters as c (key, n, resets_at)
    values (${key}, 1, now() + ${claimLifeS} * interval '1 second')
    on conflict (key) do update set n = c.n + 1, resets_at = excluded.resets_at
      where c.n = (select s.n from rate_counters s where s.key = excluded.key)
    returning 1
  )`;
}
