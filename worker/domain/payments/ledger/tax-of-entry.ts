import { sql, type SQL } from "drizzle-orm";
import { ledgerLine } from "./ledger-lines.ts";

/** Share of `total` for the first `soFar` of all `cents`; the differences of successive shares add up to `total`. */
const taxShare = (total: SQL, soFar: SQL, cents: SQL): SQL =>
  sql`round(${total} * least(greatest(${soFar}, 0), ${cents}) / ${cents}::numeric)`;

/** Tax and amount of the entry `e`, if it is a refund that names lines; signed US cents. */
const lineRefundTax: SQL = sql`
  select round(sum(back.tax) * e.amount_cents / r.amount::numeric) as tax, e.amount_cents as amount
  from refunds r
    join refund_lines back on back.refund_id = r.id
  where r.stripe_refund_id = e.stripe_object_id and r.invoice_id = e.invoice_id and r.amount > 0
  group by r.id`;

/**
 * US cents of tax in the ledger entry `l` of the invoice `i`. Payments contain the tax of the invoice in proportion,
 * and all payments of a paid invoice together contain all of it. A refund of lines takes their tax back; a refund by
 * amount takes its share of the tax that no line refund took back before. A failed refund restores its tax. A dispute
 * takes none, because the sale is still reported to the state.
 */
export const taxOfEntry: SQL = sql`(case
  when i.tax = 0 or i.amount <= 0 then 0
  when ${ledgerLine} = 'gross' then (
    select ${taxShare(sql`i.tax`, sql`paid.so_far`, sql`i.amount`)}
      - ${taxShare(sql`i.tax`, sql`paid.so_far - l.amount_cents`, sql`i.amount`)}
    from (
      select sum(e.amount_cents) as so_far
      from payment_ledger e
      where e.invoice_id = l.invoice_id and e.kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
        and (e.booked_at, e.id) <= (l.booked_at, l.id)
    ) paid
  )
  when ${ledgerLine} = 'refunds' then coalesce(
    (select named.tax from (select l.*) e cross join lateral (${lineRefundTax}) named limit 1),
    (
      select sign(l.amount_cents) * (
        ${taxShare(sql`rest.tax`, sql`rest.before + abs(l.amount_cents)`, sql`rest.cents`)}
        - ${taxShare(sql`rest.tax`, sql`rest.before`, sql`rest.cents`)}
      )
      from (
        select i.tax + coalesce(sum(named.tax), 0) as tax, i.amount + coalesce(sum(named.amount), 0) as cents,
          -coalesce(sum(e.amount_cents) filter (where named.amount is null), 0) as before
        from payment_ledger own
          left join payment_ledger e on e.invoice_id = own.invoice_id and e.kind in ('refund', 'refund_failed')
            and (e.booked_at, e.id) < (own.booked_at, own.id)
          left join lateral (${lineRefundTax} limit 1) named on true
        where own.stripe_object_id = l.stripe_object_id and own.kind = 'refund'
      ) rest
      where rest.tax > 0 and rest.cents > 0
    ),
    0
  )
  else 0 end)`;
