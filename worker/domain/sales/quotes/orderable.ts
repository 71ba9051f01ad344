import { type SQL, sql } from "drizzle-orm";

/** The quote `q` of the organization was accepted with this cart and can still be ordered. */
export const isOrderable = (cartId: SQL, orgId: SQL): SQL =>
  sql`(q.status = 'accepted' and q.org_id = ${orgId} and q.cart_id = ${cartId} and q.order_by > now())`;
