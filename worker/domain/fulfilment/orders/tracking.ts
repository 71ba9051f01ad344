import { type SQL, sql } from "drizzle-orm";
import { escapeLike, hasTrigram } from "../../sql.ts";

/**
 * The ids of orders with packages whose tracking numbers fit a pattern, whatever the case; by the index of that expression, so
 * none for a pattern that it knows nothing of. With `orgId` those of this organization alone.
 */
export const trackedLike = (pattern: string, orgId?: SQL): SQL =>
  hasTrigram(pattern)
    ? sql`
      select k.id
      from orders k
      where upper(jsonb_path_query_array(k.shipping_data, '$.packages[*].tracking_id')::text) like upper(${pattern})
        ${orgId ? sql`and k.org_id = ${orgId}` : sql``}`
    : sql`select null::uuid where false`;

/** The same by a whole number. */
export const trackedBy = (number: string): SQL => trackedLike(`%${escapeLike(JSON.stringify(number))}%`);
