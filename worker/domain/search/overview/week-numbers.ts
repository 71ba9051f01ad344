import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "../../context.ts";
import { endOfDay, lastWeeks, startOfDay } from "../../days.ts";
import { toTimestamp, texts } from "../../sql.ts";
import { hasBegun, hasEnded } from "../../payments/index.ts";

const weeks = 12;

/**
 * Numbers of the last twelve weeks in the viewer's time zone, oldest first. Each condition equals that of the linked
 * list.
 */
export function weekNumbers(ctx: ReadCtx): SQL {
  const zone = ctx.time_zone();
  const days = lastWeeks(weeks, ctx.started_at, zone);
  const limits = [...days.map(({ from }) => startOfDay(from, zone)), endOfDay(days.at(-1)?.to ?? "", zone)];
  const starts = texts(limits.map((limit) => new Date(limit).toISOString()));
  const [start, end] = [limits[0] ?? 0, limits[weeks] ?? 0].map(toTimestamp);
  const weekOf = (instant: SQL) => sql`width_bucket(${instant}, (select starts from limits))`;
  const isShown = (instant: SQL) => sql`${instant} >= ${start} and ${instant} < ${end}`;
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
    paid as (
      select ${weekOf(sql`created_at`)} as week, count(*)::int as invoices, sum(amount)::float as revenue
      from invoices
      where ${isShown(sql`created_at`)} and payment_status = 'paid'
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
      coalesce(paid.invoices, 0) as invoices_paid,
      coalesce(paid.revenue, 0) as revenue,
      coalesce(begun.subscriptions, 0) as subscriptions_begun,
      coalesce(ended.subscriptions, 0) as subscriptions_ended
    from unnest(${texts(days.map(({ from }) => from))}, ${texts(days.map(({ to }) => to))})
        with ordinality w ("from", "to", week)
      left join placed on placed.week = w.week
      left join paid on paid.week = w.week
      left join begun on begun.week = w.week
      left join ended on ended.week = w.week
    order by w.week`;
}
