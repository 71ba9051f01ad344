import { sql, type SQL } from "drizzle-orm";

/** Line of the finance figures that counts the ledger entry `l`. */
export const ledgerLine: SQL = sql`case
  when l.kind in ('refund', 'refund_failed') then 'refunds'
  when l.kind in ('dispute_withdrawn', 'dispute_reinstated') then 'disputes'
  else 'gross' end`;

/** Price level of the invoice `i`: the recorded one of an order, today's level of the organization for a plan. */
export const priceLevelOfInvoice: SQL = sql`case
  when i.reference_type = 'order' then (select o.price_level_name from orders o where o.id = i.reference_id)
  else coalesce((select g.price_level_name from organizations g where g.id = i.org_id), 'Base Price') end`;
