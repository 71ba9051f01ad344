// One statement answers all figures, so that they are consistent; its parts are in one file.
import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { financeShape } from "../../../contract/entities/finance.ts";
import { invoiceAges } from "../../../contract/entities/invoice-ages.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/finance.ts";
import type { ReadCtx } from "../../context.ts";
import {
  hasBegun,
  hasEnded,
  invoiceAge,
  isOutstanding,
  isRenewedIn90Days,
  ledgerLine,
  leftToPay,
  nextAmount,
  nextInterval,
  priceLevelOfInvoice,
  taxOfEntry,
} from "../../payments/index.ts";
import { shopDay, startOfShopDay } from "../../shop-days.ts";
import { one, texts } from "../../sql.ts";

const finance = z.object(financeShape);
export type Finance = z.output<typeof finance>;
type Query = InputOf<typeof contract.getFinance>["query"];

const organizationsMax = 20;
const productsMax = 50;
const dayMs = 86_400_000;

/** Presets need the CTE `today`, the current day in the shop's time zone. */
function buildSpan({ preset, from, to }: Query): SQL {
  if (from !== undefined && to !== undefined)
    return sql`
      select own.first, own.last, own.first - (own.last - own.first + 1) as before_first, own.first - 1 as before_last
      from (select ${from}::date as first, ${to}::date as last) own`;
  const unit = preset.replace(/^.*_/, "");
  const step = sql`${unit === "quarter" ? "3 months" : `1 ${unit}`}::interval`;
  const first = sql`date_trunc(${unit}, today.day::timestamp)`;
  return preset.startsWith("this")
    ? sql`
      select (${first})::date as first, today.day as last, (${first} - ${step})::date as before_first,
        (today.day - ${step})::date as before_last
      from today`
    : sql`
      select (${first} - ${step})::date as first, (${first})::date - 1 as last,
        (${first} - ${step} - ${step})::date as before_first, (${first} - ${step})::date - 1 as before_last
      from today`;
}

function periodUnitFor({ preset, from, to, by }: Query): "day" | "week" | "month" {
  if (by) return by;
  if (from !== undefined && to !== undefined) {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    return days <= 31 ? "day" : days <= 182 ? "week" : "month";
  }
  if (preset.endsWith("month")) return "day";
  return preset.endsWith("quarter") ? "week" : "month";
}

const sumWhere = (where: SQL): SQL => sql`coalesce(sum(b.amount) filter (where ${where}), 0)::float`;
const sumsWhere = (where: SQL = sql`true`): SQL => sql`
  'gross', ${sumWhere(sql`b.line = 'gross' and ${where}`)}, 'refunds',
    ${sumWhere(sql`b.line = 'refunds' and ${where}`)},
  'disputes', ${sumWhere(sql`b.line = 'disputes' and ${where}`)}, 'net', ${sumWhere(where)}`;
const formatDay = (day: SQL): SQL => sql`to_char(${day}, 'YYYY-MM-DD')`;

const isCurrent = sql`b.day between span.first and span.last`;
const isBefore = sql`b.day between span.before_first and span.before_last`;
/**
 * Day of the current period that corresponds to a day of the previous one; if the previous period is longer, its last
 * days correspond to the last day.
 */
const correspondingDay = sql`least(b.day + (span.first - span.before_first), span.last)`;

const yearlyPrice = sql`(s.amount * case s.interval when 'year' then 1 when 'month' then 12 else 365 end
  / (s.interval_count * case s.interval when 'week' then 7 else 1 end)::numeric)`;
/**
 * Yearly prices divided by 7 or 3 are inexact, so their sum is first rounded to six digits, and half a cent still
 * rounds up.
 */
const monthlyAmount = (years: SQL): SQL => sql`round(round(coalesce(sum(${years}), 0), 6) / 12)::float`;
const recurringSums = sql`
  'subscriptions', coalesce(sum(p.active), 0)::int, 'monthly', ${monthlyAmount(sql`p.yearly`)},
  'ended', coalesce(sum(p.ended), 0)::int, 'ended_monthly', ${monthlyAmount(sql`p.ended_yearly`)}`;

const sumsBy = (name: SQL, more: SQL = sql``): SQL => sql`(
  select coalesce(json_agg(each.sums order by each.gross desc, each.name), '[]')
  from (
    select ${name} as name, ${sumWhere(sql`b.line = 'gross'`)} as gross,
      json_build_object('name', ${name}, ${sumsWhere()}${more}) as sums
    from booked_on_invoices b
    group by 1
  ) each
)`;

/** Sums over the ledger by day of booking, and today's outstanding and recurring amounts. */
export async function getFinance(ctx: ReadCtx, query: Query): Promise<Finance> {
  const periodUnit = periodUnitFor(query);
  const step = sql`${`1 ${periodUnit}`}::interval`;
  const { figures } = await one(
    ctx,
    () => z.object({ figures: finance }),
    sql`
    with today as (
      select ${shopDay(sql`now()`)} as day
    ),
    span as (${buildSpan(query)}),
    booked as materialized (
      select ${shopDay(sql`l.booked_at`)} as day, ${ledgerLine} as line, l.org_id, sum(l.amount_cents) as amount
      from payment_ledger l
      where l.booked_at >= (select ${startOfShopDay(sql`span.before_first`)} from span)
        and l.booked_at < (select ${startOfShopDay(sql`span.last + 1`)} from span)
      group by 1, 2, 3
    ),
    booked_by_day as materialized (
      select b.day, b.line, sum(b.amount) as amount from booked b group by 1, 2
    ),
    booked_on_invoices as materialized (
      select b.line, b.amount, b.tax, ${priceLevelOfInvoice} as price_level,
        nullif(i.tax_address ->> 'state', '') as state
      from (
        select l.invoice_id, ${ledgerLine} as line, sum(l.amount_cents) as amount, sum(${taxOfEntry}) as tax
        from payment_ledger l
          join invoices i on i.id = l.invoice_id
        where l.booked_at >= (select ${startOfShopDay(sql`span.first`)} from span)
          and l.booked_at < (select ${startOfShopDay(sql`span.last + 1`)} from span)
        group by 1, 2
      ) b
        join invoices i on i.id = b.invoice_id
    ),
    booked_parts as materialized (
      select p.product_id, ${ledgerLine} as line, sum(p.amount_cents) as amount
      from payment_ledger l
        join ledger_parts p on p.entry_id = l.id
      where l.booked_at >= (select ${startOfShopDay(sql`span.first`)} from span)
        and l.booked_at < (select ${startOfShopDay(sql`span.last + 1`)} from span)
      group by 1, 2
    ),
    booked_by_product as (select * from booked_parts where product_id is not null),
    listed_products as materialized (
      select b.product_id, ${sumWhere(sql`b.line = 'gross'`)} as gross
      from booked_by_product b
      group by 1
      order by gross desc, b.product_id
      limit ${productsMax}
    ),
    periods as (
      select greatest(start::date, span.first) as first, least((start + ${step})::date - 1, span.last) as last,
        (start + ${step})::date > today.day and start::date <= today.day as is_running
      from span, today,
        generate_series(date_trunc(${periodUnit}, span.first::timestamp), span.last::timestamp, ${step}) start
    ),
    last_month as materialized (
      select ${startOfShopDay(sql`date_trunc('month', span.last::timestamp)`)} as starts,
        ${startOfShopDay(sql`date_trunc('month', span.last::timestamp) + interval '1 month'`)} as ends
      from span
    ),
    plans as (
      select s.product_id, count(*) filter (where s.status in ('active', 'past_due')) as active,
        sum(${yearlyPrice}) filter (where s.status in ('active', 'past_due')) as yearly,
        count(*) filter (where ended.is_it) as ended,
        sum(${yearlyPrice}) filter (where ended.is_it) as ended_yearly
      from subscriptions s
        cross join last_month
        cross join lateral (
          select ${hasEnded} and s.cancel_at >= last_month.starts and s.cancel_at < last_month.ends as is_it
        ) ended
      where ${hasBegun} and (s.status in ('active', 'past_due') or ended.is_it)
      group by 1
    )
    select json_build_object(
      'time_zone', (select time_zone from shop_settings),
      'from', ${formatDay(sql`span.first`)}, 'to', ${formatDay(sql`span.last`)}, 'by', ${periodUnit}::text,
      'totals', (select json_build_object(${sumsWhere(isCurrent)}) from booked_by_day b),
      'before', (
        select json_build_object(
          'from', ${formatDay(sql`span.before_first`)}, 'to', ${formatDay(sql`span.before_last`)},
            ${sumsWhere(isBefore)}
        )
        from booked_by_day b
      ),
      'periods', (
        select json_agg(period.sums order by period.first)
        from (
          select p.first, json_build_object(
            'from', ${formatDay(sql`p.first`)}, 'to', ${formatDay(sql`p.last`)}, 'is_running', p.is_running,
            ${sumsWhere(sql`b.day between p.first and p.last`)},
            'net_before', ${sumWhere(sql`${isBefore} and ${correspondingDay} between p.first and p.last`)}
          ) as sums
          from periods p
            left join booked_by_day b on b.day between p.first and p.last
              or (${isBefore} and ${correspondingDay} between p.first and p.last)
          group by p.first, p.last, p.is_running
        ) period
      ),
      'organizations', (
        select coalesce(json_agg(organization.sums order by organization.gross desc, organization.id), '[]')
        from (
          select g.id, ${sumWhere(sql`b.line = 'gross'`)} as gross,
            json_build_object('id', g.id, 'name', g.name, ${sumsWhere()}) as sums
          from booked b
            join organizations g on g.id = b.org_id
          where ${isCurrent}
          group by g.id
          order by gross desc, g.id
          limit ${organizationsMax}
        ) organization
      ),
      'products', (
        select coalesce(json_agg(product.sums order by product.gross desc, product.id), '[]')
        from (
          select p.product_id as id, p.gross, json_build_object(
            'id', p.product_id, 'name', coalesce(product.name, 'Product that no longer exists'), ${sumsWhere()}
          ) as sums
          from listed_products p
            join booked_by_product b on b.product_id = p.product_id
            left join products product on product.id = p.product_id
          group by p.product_id, p.gross, product.name
        ) product
      ),
      'other_products', (
        select json_build_object(${sumsWhere()})
        from booked_by_product b
        where b.product_id not in (select p.product_id from listed_products p)
      ),
      'not_by_line', (select json_build_object(${sumsWhere()}) from booked_parts b where b.product_id is null),
      'price_levels', ${sumsBy(sql`b.price_level`)},
      'states', ${sumsBy(sql`b.state`, sql`, 'tax', coalesce(sum(b.tax), 0)::float`)},
      'outstanding', (
        select json_agg(
          json_build_object('age', ages.age, 'count', coalesce(o.count, 0), 'amount', coalesce(o.amount, 0))
          order by ages.place
        )
        from unnest(${texts(invoiceAges)}) with ordinality ages (age, place)
          left join (
            select ${invoiceAge} as age, count(*)::int as count, sum(${leftToPay})::float as amount
            from invoices i
            where ${isOutstanding}
            group by 1
          ) o using (age)
      ),
      'recurring', (
        select json_build_object(${recurringSums}, 'plans', coalesce((
          select json_agg(plan.sums order by plan.yearly desc nulls last, plan.product_id)
          from (
            select p.product_id, sum(p.yearly) as yearly, json_build_object(
              'product_id', p.product_id, 'name', product.name, ${recurringSums}
            ) as sums
            from plans p
              join products product on product.id = p.product_id
            group by p.product_id, product.name
          ) plan
        ), '[]'))
        from plans p
      ),
      'renewals', (
        select json_build_object('count', count(*)::int, 'amount', coalesce(sum(term.amount), 0)::float)
        from subscriptions s
          cross join lateral (select ${nextAmount} as amount, ${nextInterval} as unit) term
          cross join lateral generate_series(0, 90 / (s.interval_count * case term.unit
            when 'day' then 1 when 'week' then 7 when 'month' then 28 else 365 end)) turn
          cross join lateral (
            select s.current_period_end + turn * s.interval_count * ('1 ' || term.unit)::interval as at
          ) charged
        where ${isRenewedIn90Days} and charged.at <= now() + interval '90 days'
          and (s.cancel_at is null or charged.at < s.cancel_at)
      )
    ) as figures
    from span`,
    () => new Error("the figures returned no row"),
  );
  return figures;
}
