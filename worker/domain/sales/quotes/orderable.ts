import { type SQL, sql } from "drizzle-orm";

/** The quote `q` was accepted with this cart and can still be ordered. */
export const isOrderable = (cartId: SQL): SQL =>
  sql`(q.status = 'accepted' and q.cart_id = ${cartId} and q.order_by > now())`;
