import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { keyedHash } from "../secrets/keyed-hash.ts";
import { many } from "../../sql.ts";

/** `max` attempts within `window_s` seconds; `name` identifies the counted address, account or action. */
export type Budget = { name: string; max: number; window_s: number };

const perMinute = 10;

/** 10 per minute per network address and per account (O-118), counted separately. */
export const strictBudgets = (ctx: ReadCtx, action: string, account?: string): Budget[] => [
  { name: `${action}:address:${ctx.network}`, max: perMinute, window_s: 60 },
  ...(account === undefined ? [] : [{ name: `${action}:account:${account}`, max: perMinute, window_s: 60 }]),
];

export const passwordTries = { max: 10, window_s: 15 * 60 };

/** Sign-in attempts on an account from unknown browsers, whether or not the account exists (T6). */
export const accountBudget = async (ctx: Ctx, email: string): Promise<Budget> => ({
  name: `sign-in:account:${await keyedHash(ctx.settings.CODE_PEPPER, email)}`,
  ...passwordTries,
});

/**
 * Counts for the whole shop, because guesses at many accounts from many addresses stay below every other budget (T3).
 */
export const wrongCodesBudget: Budget = { name: "wrong-codes", max: 100, window_s: 60 };

type KeyedBudget = Budget & { key: string };

const toKeyedBudgets = (ctx: ReadCtx, budgets: Budget[]): Promise<KeyedBudget[]> =>
  Promise.all(
    budgets.map(async (each) => ({ ...each, key: await keyedHash(ctx.settings.CODE_PEPPER, `limit:${each.name}`) })),
  );

/** Expression: seconds until the exhausted budgets reset; null if none is exhausted. */
export async function secondsUntilReset(ctx: Ctx, budgets: Budget[]): Promise<SQL> {
  const values = (await toKeyedBudgets(ctx, budgets)).map(
    (each) => sql`(${each.key}::text, ${each.max * ctx.settings.RATE_LIMIT_SCALE}::numeric)`,
  );
  return sql`(
    select max(extract(epoch from c.resets_at - now()))
    from (values ${sql.join(values, sql`, `)}) b (key, max)
      join rate_counters c on c.key = b.key
    where c.n >= b.max and c.resets_at > now()
  )::float`;
}

type Counting = {
  /** The CTEs `budgets`, `counted` and `exceeded`; a row of `exceeded` has the `wait_s` of one budget. */
  parts: SQL;
  /** Expression: seconds until all exceeded budgets reset; null if none is exceeded. */
  wait_s: SQL;
  keys: string[];
};
type CountingOptions = {
  tries?: number;
  /** If false, the budgets are neither checked nor counted. */
  where?: SQL;
  /** If true, the budgets must have room for the attempts, which are then not counted. */
  is_free?: SQL;
};

/**
 * CTEs that count one or more attempts against every budget, by the database's clock. A statement changes a row only
 * once and so cannot refund its own count: `is_free` decides before counting. The counters stay locked until the
 * transaction ends.
 */
export async function countParts(
  ctx: ReadCtx,
  budgets: Budget[],
  { tries = 1, where = sql`true`, is_free = sql`false` }: CountingOptions = {},
): Promise<Counting> {
  const keyedBudgets = await toKeyedBudgets(ctx, budgets);
  const values = keyedBudgets.map(
    (each) => sql`(${each.key}::text, ${each.max * ctx.settings.RATE_LIMIT_SCALE}::numeric, ${each.window_s}::int)`,
  );
  // One lock order for all statements prevents deadlocks.
  const parts = sql`
    budgets (key, max, window_s) as (values ${sql.join(values, sql`, `)}),
    counted as (
      insert into rate_counters as c (key, n, resets_at)
      select b.key, case when ${is_free} then 0 else ${tries}::int end, now() + b.window_s * interval '1 second'
      from budgets b where ${where} order by b.key collate "C"
      on conflict (key) do update set
        n = case when c.resets_at <= now() then excluded.n else c.n + excluded.n end,
        resets_at = case when c.resets_at <= now() then excluded.resets_at else c.resets_at end
      returning key, n, resets_at
    ),
    exceeded as (
      select extract(epoch from c.resets_at - now())::float as wait_s
      from counted c join budgets b on b.key = c.key
      where c.n + case when ${is_free} then ${tries}::int else 0 end > b.max
    )`;
  return { parts, wait_s: sql`(select max(wait_s) from exceeded)`, keys: keyedBudgets.map(({ key }) => key) };
}

/** `waits`: seconds until each exceeded budget resets. */
async function countAttempts(ctx: ReadCtx, budgets: Budget[], tries = 1): Promise<{ keys: string[]; waits: number[] }> {
  const { parts, keys } = await countParts(ctx, budgets, { tries });
  const exceededBudgets = await many(
    ctx,
    () => z.object({ wait_s: z.number() }),
    sql`with ${parts} select wait_s from exceeded`,
  );
  return { keys, waits: exceededBudgets.map(({ wait_s }) => wait_s) };
}

/**
 * Counts one or more attempts against every budget. Returns the keys for `refundStatement`. @throws TooManyRequests if
 * a budget is exceeded
 */
export async function consume(ctx: ReadCtx, budgets: Budget[], tries = 1): Promise<string[]> {
  const { keys, waits } = await countAttempts(ctx, budgets, tries);
  if (waits.length > 0) throw new TooManyRequests(Math.max(...waits));
  return keys;
}

/** Counts an event without refusing it; logs an alarm for each event beyond the budget. */
export async function recordAlarmEvent(ctx: ReadCtx, budget: Budget): Promise<void> {
  const { waits } = await countAttempts(ctx, [budget]);
  if (waits.length > 0) ctx.log({ level: "error", event: "alarm", ...budget });
}

/** Counts one attempt and returns whether the budgets allowed it, for callers whose reply must not depend on it. */
export async function tryConsume(ctx: Ctx, budgets: Budget[]): Promise<boolean> {
  try {
    await consume(ctx, budgets);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequests) return false;
    throw error;
  }
}

/** Statement that refunds attempts, for example after a right password, because only failures count. */
export const refundStatement = (keys: string[], tries = 1) => sql`
  update rate_counters set n = greatest(n - ${tries}::int, 0) where key in (${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )})`;

export async function resetStatement(ctx: Ctx, budget: Budget): Promise<SQL> {
  const [keyed] = await toKeyedBudgets(ctx, [budget]);
  return sql`delete from rate_counters where key = ${keyed?.key ?? ""}`;
}

export async function deleteExpiredCounters(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`delete from rate_counters where resets_at < now()`);
  return { found: rowCount, processed: rowCount };
}
