import { type SQL, sql } from "drizzle-orm";

/**
 * Precedes a statement that changes the order in the same batch: a statement that waits for a payment or a shipment
 * would still read the lines and packages as they were before. Locks the invoice before the order, as recordPayment
 * does, which prevents deadlocks.
 */
export const lockOrder = (orderId: string): SQL => sql`
  with i as (select id from invoices where reference_type = 'order' and reference_id = ${orderId} for update)
  select 1 from orders where id = ${orderId} and (select count(*) from i) >= 0 for update`;
