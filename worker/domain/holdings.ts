import { type SQL, sql } from "drizzle-orm";
import { isSoldOrder, unrefundedQuantity } from "./sold-orders.ts";

/**
 * Holdings of a product by organization: registered devices, subscriptions that have not ended, and software that was
 * bought without a subscription. `isProduct` is a condition on a column of product ids.
 */
export const holdings = (isProduct: (column: SQL) => SQL): SQL => sql`
  select org_id, 1 as devices, 0 as subscriptions, 0 as purchases from devices
  where ${isProduct(sql`product_id`)} and not is_deleted
  union all
  select org_id, 0, 1, 0 from subscriptions
  where ${isProduct(sql`product_id`)} and status not in ('canceled', 'incomplete_expired')
    and (cancel_at is null or cancel_at > now())
  union all
  select o.org_id, 0, 0, ${unrefundedQuantity}
  from order_lines l
  join orders o on o.id = l.order_id
  join products p on p.id = l.product_id and p.type = 'software' and p.subscription_term is null
  where ${isProduct(sql`l.product_id`)}
    and ${isSoldOrder} and ${unrefundedQuantity} > 0`;
