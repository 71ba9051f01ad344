import { sql } from "drizzle-orm";

/**
 * Whether order `o` is sold: paid and not fully refunded, even if disputed since, or unpaid on account and neither new
 * nor canceled. An invoice that is void or written off ends the sale, unless a part of it was paid: software alone is
 * received when it is ordered, so such an order is never canceled.
 */
export const isSoldOrder = sql`(
  o.payment_status in ('paid', 'partially_refunded', 'disputed', 'refund_failed')
  or (
    o.payment_terms_days is not null
    and o.payment_status in ('pending', 'declined') and o.status not in ('new', 'canceled')
    and not exists (
      select 1 from invoices i
      where i.reference_type = 'order' and i.reference_id = o.id and i.closed_as is not null
        and (select coalesce(sum(b.amount_cents), 0) from payment_ledger b where b.invoice_id = i.id) <= 0
    )
  )
)`;

/**
 * The lines of refund `r` count as refunded if all of it was paid back or still may be. A partial payment counts as an
 * amount only, because it completes no line.
 */
export const isCountedAsRefunded = sql`(r.status not in ('failed', 'canceled')
  and (r.status = 'asked' or coalesce(r.given_amount, r.amount) >= r.amount))`;

/** Pieces of order line `l` in refunds by lines, also in pending ones. */
export const refundedQuantity = sql`(
  select coalesce(sum(back.quantity), 0)::int
  from refund_lines back join refunds r on r.id = back.refund_id
  where back.line_id = l.id and ${isCountedAsRefunded}
)`;

/** Pieces of order line `l` that no refund by lines returned; a refund by amount returns none. */
export const unrefundedQuantity = sql`(l.quantity - ${refundedQuantity})`;
