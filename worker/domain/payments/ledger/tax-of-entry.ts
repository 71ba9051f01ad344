import { sql, type SQL } from "drizzle-orm";
import { ledgerLine } from "./ledger-lines.ts";

/** The part of `total` for a number of all `cents`; successive parts sum to the total. */
const partOf = (total: SQL, soFar: SQL, cents: SQL): SQL =>
  sql`round(${total} * least(greatest(${soFar}, 0), ${cents}) / ${cents}::numeric)`;

/** Tax and amount of the entry `e`, if it is a refund that names lines; signed US cents. */
const namedByEntry: SQL = sql`
  select round(sum(back.tax) * e.amount_cents / r.amount::numeric) as tax, e.amount_cents as amount
  from refunds r
    join refund_lines back on back.refund_id = r.id
  where r.stripe_refund_id = e.stripe_object_id and r.invoice_id = e.invoice_id and r.amount > 0
  group by r.id`;

/**
 * US cents of tax in the ledger entry `l` of the invoice `i`. Payments hold the invoice's tax in proportion; together
 * those of a paid invoice hold all of it. A refund takes back the tax of the lines that it names; one by amount takes
 * its share of the tax that no line took back before. A refund that came back brings its tax. A dispute takes none: the
 * sale still is reported to the state.
 */
export const taxOfEntry: SQL = sql`(case
  when i.tax = 0 or i.amount <= 0 then 0
  when ${ledgerLine} = 'gross' then (
    select ${partOf(sql`i.tax`, sql`paid.so_far`, sql`i.amount`)}
      - ${partOf(sql`i.tax`, sql`paid.so_far - l.amount_cents`, sql`i.amount`)}
    from (
      select sum(e.amount_cents) as so_far
      from payment_ledger e
      where e.invoice_id = l.invoice_id and e.kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
        and (e.booked_at, e.id) <= (l.booked_at, l.id)
    ) paid
  )
  when ${ledgerLine} = 'refunds' then coalesce(
    (select named.tax from (select l.*) e cross join lateral (${namedByEntry}) named limit 1),
    (
      select sign(l.amount_cents) * (
        ${partOf(sql`rest.tax`, sql`rest.before + abs(l.amount_cents)`, sql`rest.cents`)}
        - ${partOf(sql`rest.tax`, sql`rest.before`, sql`rest.cents`)}
      )
      from (
        select i.tax + coalesce(sum(named.tax), 0) as tax, i.amount + coalesce(sum(named.amount), 0) as cents,
          -coalesce(sum(e.amount_cents) filter (where named.amount is null), 0) as before
        from payment_ledger own
          left join payment_ledger e on e.invoice_id = own.invoice_id and e.kind in ('refund', 'refund_failed')
            and (e.booked_at, e.id) < (own.booked_at, own.id)
          left join lateral (${namedByEntry} limit 1) named on true
        where own.stripe_object_id = l.stripe_object_id and own.kind = 'refund'
      ) rest
      where rest.tax > 0 and rest.cents > 0
    ),
    0
  )
  else 0 end)`;
