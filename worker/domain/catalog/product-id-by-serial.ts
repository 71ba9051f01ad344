import { type SQL, sql } from "drizzle-orm";

/**
 * The id of the product whose serial pattern matches; of several matches, that of the made serial number, otherwise the
 * oldest product (O-047).
 */
export const productIdBySerial = (serial: string): SQL => sql`(
    select id from products
    where exists (select 1 from unnest(patterns) pattern where ${serial} ~* ('^(?:' || pattern || ')$'))
    order by
      id is distinct from (select product_id from made_serials where upper(serial) = upper(${serial})), created_at, id
    limit 1
  )`;
