import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type overviewShape, weekFigures } from "../../../contract/entities/overview.ts";
import type { ReadCtx } from "../../context.ts";
import { dayAt, endOfDay, lastWeeks, startOfDay } from "../../days.ts";
import { many, toTimestamp, texts } from "../../sql.ts";
import { hasBegun, hasEnded, ledgerLine } from "../../payments/index.ts";
import { startOfShopDay } from "../../shop-days.ts";

const weeks = 12;
const dayMs = 86_400_000;

type Days = { from: string; to: string };
const figures = z.object(weekFigures);
const row = () => z.object({ from: z.string(), to: z.string(), ...weekFigures });
type Figures = z.output<typeof figures>;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Last week in two parts, the first of which has the weekdays that this week has had. */
function splitLastWeek(days: readonly Days[], today: string): Days[] {
  const sameDay = addDays(today, -7);
  return days.flatMap(({ from, to }) =>
    from <= sameDay && sameDay < to
      ? [
          { from, to: sameDay },
          { from: addDays(sameDay, 1), to },
        ]
      : [{ from, to }],
  );
}

const fields = z.keyof(figures).options;
const sumOf = (rows: readonly Figures[]): Figures =>
  figures.parse(Object.fromEntries(fields.map((field) => [field, rows.reduce((sum, each) => sum + each[field], 0)])));

/** The last twelve weeks beside the twelve before, and last week up to the weekday of today. */
export async function readWeeks(
  ctx: ReadCtx,
): Promise<{ [K in "weeks" | "last_week_so_far"]: z.output<(typeof overviewShape)[K]> }> {
  const zone = ctx.time_zone();
  const days = lastWeeks(2 * weeks, ctx.started_at, zone);
  const today = dayAt(ctx.started_at, zone);
  const rows = await many(ctx, row, weekNumbers(ctx, splitLastWeek(days, today)));
  const within = ({ from, to }: Days) => ({
    from,
    to,
    ...sumOf(rows.filter((each) => from <= each.from && each.to <= to)),
  });
  const all = days.map(within);
  const last = { from: days.at(-2)?.from ?? "", to: addDays(today, -7) };
  return {
    weeks: all.slice(weeks).map((week, at) => ({ ...week, before: all[at] ?? within(week) })),
    last_week_so_far: within(last),
  };
}

/**
 * Numbers of contiguous spans of days, oldest first. Each condition equals that of the linked list: days are those of
 * the viewer's time zone, of money those of the shop's.
 */
function weekNumbers(ctx: ReadCtx, days: readonly Days[]): SQL {
  const zone = ctx.time_zone();
  const limits = [...days.map(({ from }) => startOfDay(from, zone)), endOfDay(days.at(-1)?.to ?? "", zone)];
  const starts = texts(limits.map((limit) => new Date(limit).toISOString()));
  const [start, end] = [limits[0] ?? 0, limits.at(-1) ?? 0].map(toTimestamp);
  const weekOf = (instant: SQL) => sql`width_bucket(${instant}, (select starts from limits))`;
  const isShown = (instant: SQL) => sql`${instant} >= ${start} and ${instant} < ${end}`;
  const shownWeeks = sql`
    unnest(${texts(days.map(({ from }) => from))}, ${texts(days.map(({ to }) => to))})
      with ordinality w ("from", "to", week)`;
  return sql`
    with limits as (
      select ${starts}::timestamptz[] as starts
    ),
    placed as (
      select ${weekOf(sql`created_at`)} as week, count(*)::int as orders
      from orders
      where ${isShown(sql`created_at`)}
      group by 1
    ),
    booked as (
      select w.week, sum(l.amount_cents) filter (where ${ledgerLine} = 'gross') as gross,
        sum(l.amount_cents) filter (where ${ledgerLine} = 'refunds') as refunds,
        sum(l.amount_cents) filter (where ${ledgerLine} = 'disputes') as disputes
      from ${shownWeeks}
        join payment_ledger l
          on l.booked_at >= ${startOfShopDay(sql`w."from"::date`)}
          and l.booked_at < ${startOfShopDay(sql`w."to"::date + 1`)}
      group by 1
    ),
    begun as (
      select ${weekOf(sql`s.start_at`)} as week, count(*)::int as subscriptions
      from subscriptions s
      where ${isShown(sql`s.start_at`)} and ${hasBegun}
      group by 1
    ),
    ended as (
      select ${weekOf(sql`s.cancel_at`)} as week, count(*)::int as subscriptions
      from subscriptions s
      where ${isShown(sql`s.cancel_at`)} and ${hasEnded}
      group by 1
    )
    select
      w."from",
      w."to",
      coalesce(placed.orders, 0) as orders,
      coalesce(booked.gross, 0)::float as gross,
      coalesce(booked.refunds, 0)::float as refunds,
      coalesce(booked.disputes, 0)::float as disputes,
      (coalesce(booked.gross, 0) + coalesce(booked.refunds, 0) + coalesce(booked.disputes, 0))::float as net,
      coalesce(begun.subscriptions, 0) as subscriptions_begun,
      coalesce(ended.subscriptions, 0) as subscriptions_ended
    from ${shownWeeks}
      left join placed on placed.week = w.week
      left join booked on booked.week = w.week
      left join begun on begun.week = w.week
      left join ended on ended.week = w.week
    order by w.week`;
}
