import { sql, type SQL } from "drizzle-orm";
import { ledgerLine } from "./ledger-lines.ts";

/** Of a payment: its share of each line of the invoice `i`. */
const ofPayment: SQL = sql`
  select item.id as product_id,
    round(item.total * charged.so_far / i.amount) - round(item.total * charged.before / i.amount) as amount
  from (
      select least(greatest(sum(e.amount_cents), 0), i.amount) as so_far,
        least(greatest(sum(e.amount_cents) - l.amount_cents, 0), i.amount) as before
      from payment_ledger e
      where e.invoice_id = l.invoice_id and e.kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
        and (e.booked_at, e.id) <= (l.booked_at, l.id)
    ) charged
    cross join lateral (
      select p.id, p.price * p.quantity + coalesce(p.tax_amount, 0) as total
      from jsonb_to_recordset(i.products) as p (id uuid, price numeric, quantity int, tax_amount numeric)
    ) item
  where i.amount > 0`;

/** Of a refund: the lines that it names. */
const ofRefund: SQL = sql`
  select ordered.product_id, round((back.amount + back.tax) * l.amount_cents / r.amount::numeric) as amount
  from refunds r
    join refund_lines back on back.refund_id = r.id
    join order_lines ordered on ordered.id = back.line_id
  where r.stripe_refund_id = l.stripe_object_id and r.invoice_id = l.invoice_id and r.amount > 0`;

/**
 * Rows `product_id` and `amount`, US cents with tax, of the ledger entry `l` of the invoice `i`. A part payment pays
 * each line in proportion; the payments of an invoice come to its lines to the cent. A refund belongs to the lines that
 * it names. Shipping, what was charged beyond the invoice, refunds by amount and disputes belong to no product.
 */
export const productShares: SQL = sql`
  select line.product_id, line.amount
  from (
    select paid.product_id, paid.amount from (${ofPayment}) paid where ${ledgerLine} = 'gross'
    union all
    select back.product_id, back.amount from (${ofRefund}) back where ${ledgerLine} = 'refunds'
  ) line
  where line.amount <> 0`;

/** The sum of `productShares`, without `i` at hand, for the entries of years. */
export const centsByLine: SQL = sql`coalesce(case ${ledgerLine}
    when 'gross' then (
      select sum(paid.amount) from invoices i cross join lateral (${ofPayment}) paid where i.id = l.invoice_id
    )
    when 'refunds' then (select sum(back.amount) from (${ofRefund}) back)
  end, 0)`;
