import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { audited, type JobCounts } from "../../platform/index.ts";
import { one } from "../../sql.ts";
import { newVersionClause } from "../carts/cart-rows.ts";
import { notifyCustomerParts } from "./quote-mails.ts";
import { isOverdue, nextUpdatedAt } from "./quote-rows.ts";

const batchSize = 50;

/**
 * Expires quotes that were not accepted, or not ordered after acceptance, in time. The carts of accepted quotes that
 * expire are emptied.
 */
export async function expireQuotes(ctx: Ctx): Promise<JobCounts> {
  const { found } = await one(
    ctx,
    () => z.object({ found: z.int() }),
    sql`
    with due as (
      select q.id, q.cart_id from quotes q
      where (q.status = 'sent' and q.expires_at <= now()) or ${isOverdue}
      order by q.expires_at limit ${batchSize} for update skip locked
    ),
    emptied as (
      update carts as c set products = '{}', seen_prices = '{}', quoted = null, ${newVersionClause}
      from due
      where c.id = due.cart_id and c.attempt_id is null and not c.is_complete and c.quoted ->> 'quote_id' = due.id::text
      returning c.id
    ),
    q as (
      update quotes as q set status = 'expired', cart_id = null, updated_at = ${nextUpdatedAt}
      from due
      where q.id = due.id and (due.cart_id is null or due.cart_id in (select id from emptied))
      returning q.*
    ),
    ${audited(ctx, "expireQuotes", "quote", "q", { data: sql`jsonb_build_object('total', q.total)` })},
    ${notifyCustomerParts(ctx, "expired")}
    select count(*)::int as found from q`,
    () => new Error("a count returned no row"),
  );
  if (found > 0) ctx.wakeWorkers();
  return { found, processed: found };
}
