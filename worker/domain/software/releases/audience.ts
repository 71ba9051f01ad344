import { type SQL, sql } from "drizzle-orm";
import { isAvailable } from "../../payments/index.ts";

/** A product that is the one with which software w is bought, or another term of the same plan. */
export const isItsProduct = (productId: SQL = sql`w.product_id`): SQL => sql`exists (
  select 1
  from products linked
  where linked.id = ${productId} and (linked.id = p.id or linked.family = p.family)
)`;

/** Whether an organization has what must be bought: a subscription that is available, or an order with money in it. */
export const hasBought = (orgId: SQL, productId: SQL = sql`w.product_id`): SQL => sql`(exists (
    select 1 from subscriptions s
    join products p on p.id = s.product_id
    where s.org_id = ${orgId} and ${isItsProduct(productId)} and ${isAvailable}
  ) or exists (
    select 1 from orders o
    join order_lines l on l.order_id = o.id
    join products p on p.id = l.product_id
    where o.org_id = ${orgId} and ${isItsProduct(productId)}
      and o.payment_status in ('paid', 'partially_refunded', 'disputed', 'refund_failed')
  ))`;

/**
 * Whether an organization may have a version of software w that is published now: of firmware those with a device for it, of
 * what is bought those who have bought it. What publishing tells people of, and what its check counts.
 */
export const mayHave = (orgId: SQL): SQL => sql`((w.fits_product_ids = '{}' or w.kind = 'plugin' or exists (
    select 1 from devices d
    where d.org_id = ${orgId} and not d.is_deleted and d.product_id = any(w.fits_product_ids)
  )) and (w.product_id is null or ${hasBought(orgId)}))`;
