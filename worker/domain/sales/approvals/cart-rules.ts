import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { maybeOne } from "../../sql.ts";
import { type ConcernedRule, concernedRule, concernedRules } from "./concerned-rules.ts";

/** Approval rules for the open cart, whatever its total, except rules that only the buyer could decide. */
export async function listCartRules(ctx: ReadCtx): Promise<ConcernedRule[]> {
  const row = await maybeOne(
    ctx,
    () => z.object({ rules: z.array(concernedRule()) }),
    sql`
    select ${concernedRules({
      org_id: currentOrgId(ctx),
      user_id: currentUserId(ctx),
      product_ids: sql`select jsonb_object_keys(c.products)::uuid`,
    })} as rules
    from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete`,
  );
  return (row?.rules ?? []).filter(({ is_waived }) => !is_waived);
}
