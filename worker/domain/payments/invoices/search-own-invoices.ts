import { type SQL, sql } from "drizzle-orm";
import { parseCentsRange, parseDays } from "../../../contract/buying/search-terms.ts";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId } from "../../current-user.ts";
import { whereInDays } from "../../listing.ts";
import { escapeLike } from "../../sql.ts";

/** An invoice without a number is titled “Invoice for …”, so a search may begin with these words. */
const titleStart = /^invoice(\s+for)?\s+/i;

/**
 * `matches` is the condition on the invoice number. The index on the organization narrows the rows first, so no other
 * column needs an index.
 */
export function matchesOwnInvoice(ctx: ReadCtx, matches: SQL, search: string): SQL {
  const [amount, days] = [parseCentsRange(search), parseDays(search)];
  const pattern = `%${escapeLike(search.replace(titleStart, ""))}%`;
  const alternatives: SQL[] = [
    matches,
    sql`i.stripe_invoice_no ilike ${pattern}`,
    sql`i.po_number ilike ${pattern}`,
    sql`(i.reference_type = 'order' and i.reference_id in (
      select o.id from orders o where o.org_id = ${currentOrgId(ctx)} and o.order_number ilike ${pattern}
    ))`,
    sql`(i.reference_type = 'subscription' and i.reference_id in (
      select s.id
      from subscriptions s join products p on p.id = s.product_id
      where s.org_id = ${currentOrgId(ctx)} and p.name ilike ${pattern}
    ))`,
    sql`exists (select 1 from jsonb_to_recordset(i.products) as sold(name text) where sold.name ilike ${pattern})`,
    ...(amount ? [sql`i.amount between ${amount.from} and ${amount.to}`] : []),
    ...(days ? [sql`(${sql.join(whereInDays(ctx, sql`i.created_at`, [days.from, days.to]), sql` and `)})`] : []),
  ];
  return sql`(${sql.join(alternatives, sql` or `)})`;
}
