import { sql } from "drizzle-orm";

/**
 * The lines of refund `r` count as refunded if all of it was paid back or still may be. A partial payment counts as an
 * amount only, because it completes no line.
 */
export const isCountedAsRefunded = sql`(r.status not in ('failed', 'canceled')
  and (r.status = 'asked' or coalesce(r.given_amount, r.amount) >= r.amount))`;
