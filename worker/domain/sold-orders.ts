import { sql } from "drizzle-orm";

/**
 * Whether order `o` is sold: paid and not fully refunded, even if disputed since, or unpaid on account and neither new
 * nor canceled.
 */
export const isSoldOrder = sql`(
  o.payment_status in ('paid', 'partially_refunded', 'disputed', 'refund_failed')
  or (
    o.payment_terms_days is not null
    and o.payment_status in ('pending', 'declined') and o.status not in ('new', 'canceled')
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
