import { sql, type SQL } from "drizzle-orm";

/** The line of a ledger entry `l` in the figures. */
export const ledgerLine: SQL = sql`case
  when l.kind in ('refund', 'refund_failed') then 'refunds'
  when l.kind in ('dispute_withdrawn', 'dispute_reinstated') then 'disputes'
  else 'gross' end`;

/** Prices of the invoice `i`: of an order as recorded, of a plan as its organization has today. */
export const priceLevelOfInvoice: SQL = sql`case
  when i.reference_type = 'order' then (select o.price_level_name from orders o where o.id = i.reference_id)
  else coalesce((select g.price_level_name from organizations g where g.id = i.org_id), 'Base Price') end`;
