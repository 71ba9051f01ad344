import { type SQL, sql } from "drizzle-orm";
import { hasBegun, hasEnded } from "../subscriptions/index.ts";

const weeks = 12;

/** The Monday, in UTC, of the week of an instant. */
const mondayOf = (instant: SQL): SQL => sql`date_trunc('week', ${instant}, 'UTC')`;
const start: SQL = sql`date_subtract(${mondayOf(sql`now()`)}, interval '${sql.raw(String(weeks - 1))} weeks', 'UTC')`;

/** What happened in each of the last twelve weeks, the oldest first. Each condition is that of the list to which the number leads. */
export const weekNumbers: SQL = sql`
  with placed as (
    select ${mondayOf(sql`created_at`)} as week, count(*)::int as orders
    from orders
    where created_at >= ${start}
    group by 1
  ),
  paid as (
    select ${mondayOf(sql`created_at`)} as week, count(*)::int as invoices, sum(amount)::float as revenue
    from invoices
    where created_at >= ${start} and payment_status = 'paid'
    group by 1
  ),
  begun as (
    select ${mondayOf(sql`s.start_at`)} as week, count(*)::int as subscriptions
    from subscriptions s
    where s.start_at >= ${start} and ${hasBegun}
    group by 1
  ),
  ended as (
    select ${mondayOf(sql`s.cancel_at`)} as week, count(*)::int as subscriptions
    from subscriptions s
    where s.cancel_at >= ${start} and ${hasEnded}
    group by 1
  )
  select
    to_char(w.begins at time zone 'UTC', 'YYYY-MM-DD') as "from",
    to_char(w.begins at time zone 'UTC' + interval '6 days', 'YYYY-MM-DD') as "to",
    coalesce(placed.orders, 0) as orders,
    coalesce(paid.invoices, 0) as invoices_paid,
    coalesce(paid.revenue, 0) as revenue,
    coalesce(begun.subscriptions, 0) as subscriptions_begun,
    coalesce(ended.subscriptions, 0) as subscriptions_ended
  from generate_series(${start}, now(), interval '1 week', 'UTC') w (begins)
    left join placed on placed.week = w.begins
    left join paid on paid.week = w.begins
    left join begun on begun.week = w.begins
    left join ended on ended.week = w.begins
  order by w.begins`;
