import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";
import { rowsOf } from "../../sql.ts";

/** `max` tries within `window_s` seconds for whatever `name` names, for example an address or an account. */
export type Budget = { name: string; max: number; window_s: number };

const perMinute = 10;

/** 10 per minute for an address and for an account (O-118), each counted on its own. */
export const strictBudgets = (ctx: Ctx, action: string, account?: string): Budget[] => [
  { name: `${action}:address:${ctx.network}`, max: perMinute, window_s: 60 },
  ...(account === undefined ? [] : [{ name: `${action}:account:${account}`, max: perMinute, window_s: 60 }]),
];

/** Ten wrong passwords in a quarter of an hour. */
export const passwordTries = { max: 10, window_s: 15 * 60 };

/** What strangers may try with an account, whether or not there is one (T6). */
export const accountTries = async (ctx: Ctx, email: string): Promise<Budget> => ({
  name: `sign-in:account:${await keyedHash(ctx.settings.CODE_PEPPER, email)}`,
  ...passwordTries,
});

/** Of the whole shop: guesses at many accounts from many addresses stay below every other budget (T3). */
export const wrongCodes: Budget = { name: "wrong-codes", max: 100, window_s: 60 };

type Keyed = Budget & { key: string };

const toKeyed = (ctx: Ctx, budgets: Budget[]): Promise<Keyed[]> =>
  Promise.all(
    budgets.map(async (each) => ({ ...each, key: await keyedHash(ctx.settings.CODE_PEPPER, `limit:${each.name}`) })),
  );

/** An expression for a larger statement: seconds until one of the exhausted budgets starts anew, null when none is exhausted. */
export async function exhaustedFor(ctx: Ctx, budgets: Budget[]): Promise<SQL> {
  const values = (await toKeyed(ctx, budgets)).map(
    (each) => sql`(${each.key}::text, ${each.max * ctx.settings.RATE_LIMIT_SCALE}::numeric)`,
  );
  return sql`(
    select max(extract(epoch from c.resets_at - now()))
    from (values ${sql.join(values, sql`, `)}) b (key, max)
      join rate_counters c on c.key = b.key
    where c.n >= b.max and c.resets_at > now()
  )::float`;
}

/** Counts one try, or several, against every budget in one statement, by the database's clock; `waits` are the seconds of those exceeded. */
async function count(ctx: Ctx, budgets: Budget[], tries = 1): Promise<{ keys: string[]; waits: number[] }> {
  // One order for all, or two requests could wait for each other's rows.
  const sorted = (await toKeyed(ctx, budgets)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const values = sql.join(
    sorted.map((each) => sql`(${each.key}, ${tries}::int, now() + ${each.window_s} * interval '1 second')`),
    sql`, `,
  );
  const rows = await rowsOf(
    ctx,
    () => z.object({ key: z.string(), n: z.int(), wait_s: z.string() }),
    sql`
    insert into rate_counters as c (key, n, resets_at) values ${values}
    on conflict (key) do update set
      n = case when c.resets_at <= now() then excluded.n else c.n + excluded.n end,
      resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
    returning key, n, extract(epoch from resets_at - now())::text as wait_s`,
  );
  const counted = new Map(rows.map((row) => [row.key, row]));
  const waits = sorted.flatMap((each) => {
    const row = counted.get(each.key);
    return row && row.n > each.max * ctx.settings.RATE_LIMIT_SCALE ? [Number(row.wait_s)] : [];
  });
  return { keys: sorted.map((each) => each.key), waits };
}

/**
 * Counts one try, or several at once, against every budget and refuses when one is exceeded. Throws TooManyRequests. Returns
 * what `refundStatement` needs.
 */
export async function consume(ctx: Ctx, budgets: Budget[], tries = 1): Promise<string[]> {
  const { keys, waits } = await count(ctx, budgets, tries);
  if (waits.length > 0) throw new TooManyRequests(Math.max(...waits));
  return keys;
}

/** Counts what nobody is refused for; logs an alarm for each beyond the budget. */
export async function alarm(ctx: Ctx, budget: Budget): Promise<void> {
  const { waits } = await count(ctx, [budget]);
  if (waits.length > 0) ctx.log({ level: "error", event: "alarm", ...budget });
}

/** Counts one try and answers whether the budgets allowed it, for callers who must not be told. */
export async function tryConsume(ctx: Ctx, budgets: Budget[]): Promise<boolean> {
  try {
    await consume(ctx, budgets);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
}

/** Gives tries back, for example after a right password: only failures count. */
export const refundStatement = (keys: string[], tries = 1) => sql`
  update rate_counters set n = greatest(n - ${tries}::int, 0) where key in (${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )})`;

/** Part of a larger statement: forgets what was counted against a budget, because its owner has shown who they are. */
export async function forgetStatement(ctx: Ctx, budget: Budget): Promise<SQL> {
  const [keyed] = await toKeyed(ctx, [budget]);
  return sql`delete from rate_counters where key = ${keyed?.key ?? ""}`;
}

/** Forgets counters whose window has ended. */
export async function deleteExpiredCounters(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`delete from rate_counters where resets_at < now()`);
  return { found: rowCount, processed: rowCount };
}
