import { type SQL, sql } from "drizzle-orm";
import { audited, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/**
 * CTEs that audit scheduled prices which are dropped because the accounting system now owns the prices of their
 * products. Reads the CTEs `last` (the scheduled prices) and `held` (their products).
 */
export const dropScheduledPriceParts = (ctx: Ctx): SQL => sql`
  dropped as (
    select l.*, to_jsonb(l) as before, null::jsonb as after
    from last l join held h on h.id = l.product_id where h.net_suite_id is not null
  ),
  ${audited(ctx, "dropScheduledPrice", "product", "dropped", {
    as: "audited_dropped",
    org_id: null,
    subject_id: sql`dropped.product_id`,
    changes: diffRows(),
  })}`;
