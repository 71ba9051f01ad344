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
