import { type SQL, sql } from "drizzle-orm";
import { audited, changesOf } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/**
 * The part of a statement that records scheduled prices which nobody applies, because the accounting system owns the prices of
 * their products now. It reads the parts `last` (the scheduled prices) and `held` (their products).
 */
export const dropScheduledPrice = (ctx: Ctx): SQL => sql`
  dropped as (
    select l.*, to_jsonb(l) as before, null::jsonb as after
    from last l join held h on h.id = l.product_id where h.net_suite_id is not null
  ),
  ${audited(ctx, "dropScheduledPrice", "product", "dropped", {
    as: "told_dropped",
    org_id: null,
    subject_id: sql`dropped.product_id`,
    changes: changesOf(),
  })}`;
