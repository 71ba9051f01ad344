import { type SQL, sql } from "drizzle-orm";

/**
 * If several products match, the product that `made_serials` names for the serial number wins, else the oldest (O-047).
 */
export const productIdBySerial = (serial: string): SQL => sql`(
    select id from products
    where exists (select 1 from unnest(patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$'))
    order by
      id is distinct from (select product_id from made_serials where upper(serial) = upper(${serial})), created_at, id
    limit 1
  )`;
