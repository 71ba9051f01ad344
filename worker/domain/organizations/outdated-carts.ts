import { sql } from "drizzle-orm";

/**
 * CTE that outdates the open carts of organizations in CTE `o` with `has_new_level`, so that their checkout answers
 * CART_OUTDATED.
 */
export const outdateCartsPart = sql`outdated as (
      update carts c
      set version = c.version + 1,
        updated_at = greatest(now(), c.updated_at + interval '1 millisecond'),
        tax_amount = null,
        tax_rate = null
      from o
      where o.has_new_level and c.org_id = o.id and not c.is_complete and c.attempt_id is null
    )`;
