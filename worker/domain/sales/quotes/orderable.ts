import { type SQL, sql } from "drizzle-orm";

export const isOrderable = (cartId: SQL, orgId: SQL): SQL =>
  sql`(q.status = 'accepted' and q.org_id = ${orgId} and q.cart_id = ${cartId} and q.order_by > now())`;
