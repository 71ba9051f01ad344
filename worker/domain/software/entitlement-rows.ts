import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { iso } from "../sql.ts";
import { endedAt, isAvailable } from "../payments/index.ts";
import { isSoldOrder, unrefundedQuantity } from "../sold-orders.ts";

export const productFactsShape = () =>
  z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      is_plan: z.boolean(),
      has_order: z.boolean(),
      has_subscription: z.boolean(),
      ended_at: z.nullable(z.string()),
    }),
  );

/** The CTE `owned`: current and former purchases of an organization by product. */
export const ownedPart = (orgId: SQL): SQL => sql`owned as materialized (
  select held.product_id, p.family, bool_or(held.has_order) as has_order,
    bool_or(held.has_subscription) as has_subscription, max(held.ended_at) as ended_at
  from (
    select l.product_id, true as has_order, false as has_subscription, null::timestamptz as ended_at
    from orders o
    join order_lines l on l.order_id = o.id
    where o.org_id = ${orgId} and ${isSoldOrder} and ${unrefundedQuantity} > 0
    union all
    select s.product_id, false, ${isAvailable}, ${endedAt}
    from subscriptions s
    where s.org_id = ${orgId}
  ) held
  join products p on p.id = held.product_id
  group by held.product_id, p.family
)`;

/**
 * Facts about the product that software s is linked to, or null; needs the CTE `owned`. All terms of a plan are
 * equivalent: a yearly subscription unlocks what a monthly one does.
 */
export const productFacts: SQL = sql`(
  select json_build_object(
    'id', p.id,
    'name', coalesce(p.family, p.name),
    'is_plan', p.subscription_term is not null,
    'has_order', coalesce(bool_or(w.has_order), false),
    'has_subscription', coalesce(bool_or(w.has_subscription), false),
    'ended_at', ${iso("max(w.ended_at)")}
  )
  from products p
  left join owned w on w.product_id = p.id or w.family = p.family
  where p.id = s.product_id
  group by p.id
)`;
