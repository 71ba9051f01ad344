import { type SQL, sql } from "drizzle-orm";

/**
 * Part of the statement that books the money. `u` is the updated invoice, `added` the new ledger entries. A refund that
 * is booked together with its failure is not reported, nor is an invoice without a tax address. What credit notes took
 * off an invoice is reversed with its sale, or, on account, when it is credited.
 */
export const enqueueTaxReportsPart = (isSold: SQL): SQL => sql`
  insert into tax_reports (invoice_id, kind, reference, amount, calculation_id)
  select u.id, 'sale', 'invoice_' || u.id, u.amount, u.tax_calculation_id
  from u
  where u.tax_address is not null and ${isSold}
  union all
  select
    u.id,
    case a.kind when 'refund' then 'reversal' else 'refund_failed' end,
    case a.kind when 'refund' then 'refund_' else 'refund_failed_' end || a.stripe_object_id,
    abs(a.amount_cents),
    null
  from u, added a
  where u.tax_address is not null
    and a.kind in ('refund', 'refund_failed')
    and 1 = (
      select count(*)
      from added both_ways
      where both_ways.stripe_object_id = a.stripe_object_id
        and both_ways.kind in ('refund', 'refund_failed')
    )
  union all
  select u.id, 'reversal', 'void_' || u.id, u.amount, null
  from u
  where u.tax_address is not null and u.due_on is not null and u.closed_as = 'void'
    and u.before_closed_as is distinct from 'void' and u.stripe_invoice_id is not null
  union all
  select
    u.id, 'reversal', 'credit_' || u.id || '_' || u.credited_amount,
    u.credited_amount - case when u.due_on is null then 0 else u.before_credited_amount end, null
  from u
  where u.tax_address is not null and u.credited_amount > 0 and case
    when u.due_on is null then ${isSold}
    else u.closed_as is null and u.credited_amount > u.before_credited_amount
  end
  on conflict (reference) do nothing`;
