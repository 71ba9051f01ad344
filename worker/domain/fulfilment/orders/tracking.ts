import { type SQL, sql } from "drizzle-orm";
import { escapeLike, hasTrigram } from "../../sql.ts";

/** Empty for patterns that the trigram index cannot serve. */
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
