import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/books.ts";
import type { Discrepancy } from "../../../contract/entities/reconciliation.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { getBookDifference } from "./list-discrepancies.ts";

/**
 * Closes a discrepancy with a note. The discrepancy stays closed while its amounts are unchanged and reopens when a
 * reconciliation finds other amounts. Closing it again keeps the first note. @throws REFERENCE_NOT_FOUND
 */
export async function closeBookDifference(
  ctx: Ctx,
  input: { id: string } & InputOf<typeof contract.closeBookDifference>["body"],
): Promise<Discrepancy> {
  const { user_id } = requireUser(ctx);
  await ctx.db.execute(sql`
    with d as (
      update book_differences set closed_at = now(), closed_by = ${user_id}, note = ${input.note}
      where id = ${input.id} and closed_at is null
      returning id, null::uuid as org_id, ${beforeAndAfter}
    ),
    ${audited(ctx, "closeBookDifference", "book_difference", "d", {
      data: { note: input.note },
      changes: diffRows(),
    })}
    select 1 from d`);
  return getBookDifference(ctx, input.id);
}
