import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { hasPermission } from "../../permissions.ts";
import { audited, type JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { newVersionClause } from "../carts/cart-rows.ts";
import { nextUpdatedAt } from "./quote-rows.ts";

/**
 * CTEs for a statement whose CTE `held` locks carts to empty them (`quote_id`): the quotes accepted with them can be
 * accepted again while they are valid. The status is not compared, because the statement's snapshot precedes the lock:
 * a quote may not be accepted in it yet. `as` names the CTE of the audit entries.
 */
export const reopenQuotesParts = (ctx: Ctx, as: string): SQL => sql`
  q as (
    update quotes as q
    set status = case when q.expires_at > now() then 'sent' else 'expired' end, cart_id = null, accepted_by = null,
      accepted_at = null, order_by = null, updated_at = ${nextUpdatedAt}
    from held
    where q.id = held.quote_id
    returning q.*
  ),
  ${audited(ctx, "emptyCart", "quote", "q", { as })}`;

const batchSize = 50;

/**
 * Reopens accepted quotes whose users are inactive, may no longer buy or have left the organization, and empties their
 * carts: these users cannot order them, and a quote in a cart can neither be accepted by a colleague nor be sent again.
 */
export async function reopenQuotesOfLostBuyers(ctx: Ctx): Promise<JobCounts> {
  const { found } = await one(
    ctx,
    () => z.object({ found: z.int() }),
    sql`
    with held as (
      select c.id, q.id as quote_id
      from quotes q join carts c on c.id = q.cart_id
      where q.status = 'accepted' and c.attempt_id is null and not c.is_complete and not exists (
        select 1 from users u
        where u.id = c.user_id and u.is_active and u.org_id = q.org_id and ${hasPermission("u.roles", "buy")}
      )
      order by q.id limit ${batchSize} for update skip locked
    ),
    emptied as (
      update carts c set products = '{}', seen_prices = '{}', quoted = null, ${newVersionClause}
      from held where c.id = held.id
    ),
    ${reopenQuotesParts(ctx, "audited")}
    select count(*)::int as found from q`,
    () => new Error("a count returned no row"),
  );
  return { found, processed: found };
}
