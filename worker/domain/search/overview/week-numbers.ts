import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type overviewShape, weekFigures } from "../../../contract/entities/overview.ts";
import type { ReadCtx } from "../../context.ts";
import { many, type RowOf, toTimestamp } from "../../sql.ts";
import { hasBegun, hasEnded, ledgerLine } from "../../payments/index.ts";
import { shopDay, shopMonday, startOfShopDay } from "../../shop-days.ts";

const weekCount = 12;

const figures = z.object(weekFigures);
const row = () => z.object({ week: z.int(), from: z.string(), to: z.string(), ...weekFigures });
type Figures = z.output<typeof figures>;
type Span = RowOf<typeof row>;

const fields = z.keyof(figures).options;
const sumFigures = (rows: readonly Figures[]): Figures =>
  figures.parse(Object.fromEntries(fields.map((field) => [field, rows.reduce((sum, each) => sum + each[field], 0)])));

/**
 * The last twelve weeks up to the current one, each with the numbers of twelve weeks earlier, and last week up to the
 * weekday of today.
 */
export async function readWeeks(
  ctx: ReadCtx,
): Promise<{ [K in "weeks" | "last_week_so_far"]: z.output<(typeof overviewShape)[K]> }> {
  const spans = await many(ctx, row, selectWeekNumbers(ctx));
  const mergeSpans = (rows: readonly Span[]) => ({
    from: rows[0]?.from ?? "",
    to: rows.at(-1)?.to ?? "",
    ...sumFigures(rows),
  });
  const all = Array.from({ length: 2 * weekCount }, (_, week) =>
    mergeSpans(spans.filter((span) => span.week === week)),
  );
  const [lastWeekSoFar] = spans.filter(({ week }) => week === 2 * weekCount - 2);
  return {
    weeks: all.slice(weekCount).map((week, at) => ({ ...week, before: all[at] ?? mergeSpans([]) })),
    last_week_so_far: mergeSpans(lastWeekSoFar ? [lastWeekSoFar] : []),
  };
}

/**
 * Numbers of contiguous spans of days in the shop's time zone, oldest first. A span is a week, but last week is two
 * spans, the first with the weekdays that this week has had. Each number counts or sums the rows of a console list, by
 * the condition of that list.
 */
function selectWeekNumbers(ctx: ReadCtx): SQL {
  const now = toTimestamp(ctx.started_at);
  const lastWeek = 2 * weekCount - 2;
  const toWeekNumber = (instant: SQL) => sql`width_bucket(${instant}, (select starts from limits))`;
  const isShown = (instant: SQL) =>
    sql`${instant} >= (select starts[1] from limits) and ${instant} < (select "end" from limits)`;
  return sql`
    with today as (
      select ${shopDay(now)} as day, ${shopMonday(now)} as monday
    ),
    spans as materialized (
      select row_number() over (order by "from") as n, week, "from", "to"
      from (
        select w as week, monday + 7 * (w - ${lastWeek + 1}) as "from", monday + 7 * (w - ${lastWeek}) - 1 as "to"
        from today, generate_series(0, ${lastWeek + 1}) w
        where w <> ${lastWeek}
        union all
        select ${lastWeek}, monday - 7, day - 7 from today
        union all
        select ${lastWeek}, day - 6, monday - 1 from today where day - 6 < monday
      ) span
    ),
    limits as materialized (
      select array_agg(${startOfShopDay(sql`"from"`)} order by n) as starts,
        max(${startOfShopDay(sql`"to" + 1`)}) as "end"
      from spans
    ),
    placed as (
      select ${toWeekNumber(sql`created_at`)} as week, count(*)::int as orders
      from orders
      where ${isShown(sql`created_at`)}
      group by 1
    ),
    booked as (
      select ${toWeekNumber(sql`l.booked_at`)} as week,
        sum(l.amount_cents) filter (where ${ledgerLine} = 'gross') as gross,
        sum(l.amount_cents) filter (where ${ledgerLine} = 'refunds') as refunds,
        sum(l.amount_cents) filter (where ${ledgerLine} = 'disputes') as disputes
      from payment_ledger l
      where ${isShown(sql`l.booked_at`)}
      group by 1
    ),
    begun as (
      select ${toWeekNumber(sql`s.start_at`)} as week, count(*)::int as subscriptions
      from subscriptions s
      where ${isShown(sql`s.start_at`)} and ${hasBegun}
      group by 1
    ),
    ended as (
      select ${toWeekNumber(sql`s.cancel_at`)} as week, count(*)::int as subscriptions
      from subscriptions s
      where ${isShown(sql`s.cancel_at`)} and ${hasEnded}
      group by 1
    )
    select
      w.week,
      w."from"::text,
      w."to"::text,
      coalesce(placed.orders, 0) as orders,
      coalesce(booked.gross, 0)::float as gross,
      coalesce(booked.refunds, 0)::float as refunds,
      coalesce(booked.disputes, 0)::float as disputes,
      (coalesce(booked.gross, 0) + coalesce(booked.refunds, 0) + coalesce(booked.disputes, 0))::float as net,
      coalesce(begun.subscriptions, 0) as subscriptions_begun,
      coalesce(ended.subscriptions, 0) as subscriptions_ended
    from spans w
      left join placed on placed.week = w.n
      left join booked on booked.week = w.n
      left join begun on begun.week = w.n
      left join ended on ended.week = w.n
    order by w.n`;
}
