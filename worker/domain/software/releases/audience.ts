import { type SQL, sql } from "drizzle-orm";
import { isAvailable } from "../../payments/index.ts";
import { isSoldOrder, unrefundedQuantity } from "../../sold-orders.ts";

/**
 * Product p is `productId`, by default the product that software w is bought with, or another term of the same plan.
 */
export const isItsProduct = (productId: SQL = sql`w.product_id`): SQL => sql`exists (
  select 1
  from products linked
  where linked.id = ${productId} and (linked.id = p.id or linked.family = p.family)
)`;

/** Whether an organization has an available subscription to the product, or ordered it (sold-orders.ts). */
export const hasBought = (orgId: SQL, productId: SQL = sql`w.product_id`): SQL => sql`(exists (
    select 1 from subscriptions s
    join products p on p.id = s.product_id
    where s.org_id = ${orgId} and ${isItsProduct(productId)} and ${isAvailable}
  ) or exists (
    select 1 from orders o
    join order_lines l on l.order_id = o.id
    join products p on p.id = l.product_id
    where o.org_id = ${orgId} and ${isItsProduct(productId)}
      and ${isSoldOrder} and ${unrefundedQuantity} > 0
  ))`;

/**
 * Whether an organization may have a version of software w if published now: firmware requires a supported device, paid
 * software a purchase, and software whose availability was not chosen is for no organization. This rule and that of
 * offers.ts define the audience of a stage and of its check.
 */
export const mayReceiveSoftware = (
  orgId: SQL,
): SQL => sql`(w.has_availability and (w.fits_product_ids = '{}' or w.kind = 'plugin' or exists (
    select 1 from devices d
    where d.org_id = ${orgId} and not d.is_deleted and d.product_id = any(w.fits_product_ids)
  )) and (w.product_id is null or ${hasBought(orgId)}))`;
