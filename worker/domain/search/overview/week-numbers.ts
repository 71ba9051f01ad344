import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import { endOfDay, lastWeeks, startOfDay } from "../../days.ts";
import { toTimestamp, texts } from "../../sql.ts";
import { hasBegun, hasEnded, ledgerLine } from "../../payments/index.ts";
import { startOfShopDay } from "../../shop-days.ts";

const weeks = 12;

/**
 * Numbers of the last twelve weeks, oldest first. Each condition equals that of the linked list: days are those of the
 * viewer's time zone, of money those of the shop's.
 */
export function weekNumbers(ctx: ReadCtx): SQL {
  const zone = ctx.time_zone();
  const days = lastWeeks(weeks, ctx.started_at, zone);
  const limits = [...days.map(({ from }) => startOfDay(from, zone)), endOfDay(days.at(-1)?.to ?? "", zone)];
  const starts = texts(limits.map((limit) => new Date(limit).toISOString()));
  const [start, end] = [limits[0] ?? 0, limits[weeks] ?? 0].map(toTimestamp);
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
