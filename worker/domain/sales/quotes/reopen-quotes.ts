import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { nextUpdatedAt } from "./quote-rows.ts";

/**
 * CTEs for a statement whose CTE `held` empties carts (`quote_id`): the quotes accepted with them can be accepted again
 * while they are valid. `as` names the CTE of the audit entries.
 */
export const reopenQuotesParts = (ctx: Ctx, as: string): SQL => sql`
  q as (
    update quotes as q
    set status = case when q.expires_at > now() then 'sent' else 'expired' end, cart_id = null, accepted_by = null,
      accepted_at = null, order_by = null, updated_at = ${nextUpdatedAt}
    from held
    where q.id = held.quote_id and q.status = 'accepted'
    returning q.*
  ),
  ${audited(ctx, "emptyCart", "quote", "q", { as })}`;
