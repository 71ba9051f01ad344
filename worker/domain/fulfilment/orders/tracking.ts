import { type SQL, sql } from "drizzle-orm";
import { escapeLike, hasTrigram } from "../../sql.ts";

/**
 * Ids of orders with a tracking number like `pattern`, ignoring case; empty for patterns that the trigram index cannot
 * serve. With `orgId` only that organization's orders.
 */
export const orderIdsByTrackingPattern = (pattern: string, orgId?: SQL): SQL =>
  hasTrigram(pattern)
    ? sql`
      select k.id
      from orders k
      where upper(jsonb_path_query_array(k.shipping_data, '$.packages[*].tracking_id')::text) like upper(${pattern})
        ${orgId ? sql`and k.org_id = ${orgId}` : sql``}`
    : sql`select null::uuid where false`;

export const orderIdsByTrackingNumber = (number: string): SQL =>
  orderIdsByTrackingPattern(`%${escapeLike(JSON.stringify(number))}%`);
