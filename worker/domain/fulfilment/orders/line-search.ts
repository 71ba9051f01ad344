import { type SQL, sql } from "drizzle-orm";

/**
 * Number of an organization's newest orders whose lines are searched for a part of a text; a whole serial number is
 * searched in all orders of the organization.
 */
const searchedOrdersMax = 2000;

export const orderIdsByLinePattern = (orgId: SQL, text: string, pattern: string): SQL => sql`
  select l.order_id
  from order_lines l join orders own on own.id = l.order_id and own.org_id = ${orgId}
  where l.serial_number @> array[upper(${text})]
  union all
  select l.order_id
  from (
    select r.id from orders r where r.org_id = ${orgId} order by r.created_at desc limit ${searchedOrdersMax}
  ) recent
    join order_lines l on l.order_id = recent.id
    left join products p on p.id = l.product_id
  where l.name ilike ${pattern} or p.sku ilike ${pattern} or array_to_string(l.serial_number, ' ') ilike ${pattern}`;
