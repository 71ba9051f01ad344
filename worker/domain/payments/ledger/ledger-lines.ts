import { sql, type SQL } from "drizzle-orm";

/** The line of a ledger entry `l` in the figures. */
export const ledgerLine: SQL = sql`case
  when l.kind in ('refund', 'refund_failed') then 'refunds'
  when l.kind in ('dispute_withdrawn', 'dispute_reinstated') then 'disputes'
  else 'gross' end`;

export const shopTimeZone: SQL = sql`(select time_zone from shop_settings)`;

/** The first instant of a day in the shop's time zone. */
export const startOfShopDay = (day: SQL): SQL => sql`((${day})::timestamp at time zone ${shopTimeZone})`;
export const shopDay = (instant: SQL): SQL => sql`(${instant} at time zone ${shopTimeZone})::date`;

/** Prices of the invoice `i`: of an order as recorded, of a plan as its organization has today. */
export const priceLevelOfInvoice: SQL = sql`case
  when i.reference_type = 'order' then (select o.price_level_name from orders o where o.id = i.reference_id)
  else coalesce((select g.price_level_name from organizations g where g.id = i.org_id), 'Base Price') end`;
