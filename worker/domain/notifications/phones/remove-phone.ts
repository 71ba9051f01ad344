import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { sql } from "drizzle-orm";
import { type Ctx, requireUser } from "../../context.ts";
import { withdrawTextsPart } from "../withdraw.ts";

/**
 * Removes the user's number, its chosen types and pending codes, and withdraws queued texts. Idempotent. Counting
 * `codes` makes the statement lock the codes first, as `confirmPhone` does: two lock orders could deadlock.
 */
export async function removePhone(ctx: Ctx): Promise<void> {
  const { user_id, org_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with codes as (
      update phone_codes set used_at = now() where user_id = ${user_id} and used_at is null returning id
    ),
    p as (
      delete from user_phones where user_id = ${user_id} and (select count(*) from codes) >= 0
      returning user_id, ${beforeAndAfter}
    ),
    ${withdrawTextsPart(sql`o.user_id = ${user_id}`)},
    ${audited(ctx, "removePhone", "user", "p", { subject_id: sql`p.user_id`, org_id, changes: diffRows() })}
    select 1`);
}
