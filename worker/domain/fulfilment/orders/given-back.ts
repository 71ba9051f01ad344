import { sql } from "drizzle-orm";

/**
 * Whether the lines of refund r count as given back: the provider has taken it whole, or may be about to. Of one that it gave in
 * part only its amount counts, which no line is the whole of.
 */
export const isGivenBack = sql`(r.status not in ('failed', 'canceled')
  and (r.status = 'asked' or coalesce(r.given_amount, r.amount) >= r.amount))`;
