import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { attemptStatuses } from "../../../../db/enums.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

/**
 * applied: our tables say what the provider says. unknown: nothing of ours yet, a running checkout may be about to record it.
 * foreign: certainly nothing of ours, now or later.
 */
export type Applied = "applied" | "unknown" | "foreign";

type Unrecorded = { customer: string | null; metadata: Record<string, string>; has_money: boolean };

/**
 * What an object is that no row of ours stands for. Foreign is what another product of the same account made (neither its
 * customer nor an attempt is ours), and what is left of an attempt whose payment was refused and whose order was taken back.
 * Money that such an attempt took all the same is never foreign: it stays until a person has looked.
 */
export async function reviewUnrecorded(ctx: Ctx, { customer, metadata, has_money }: Unrecorded): Promise<Applied> {
  const row = await maybeOne(
    ctx,
    () => z.object({ attempt: z.nullable(z.enum(attemptStatuses)), is_our_customer: z.boolean() }),
    sql`
    select (select status from checkout_attempts where id = ${metadataUuid(metadata, "attempt_id")}) as attempt,
      exists (select 1 from organizations where stripe_customer_id = ${customer}) as is_our_customer`,
  );
  const attempt = row?.attempt;
  if (attempt === "failed" || attempt === "partly") return has_money ? "unknown" : "foreign";
  return attempt || row?.is_our_customer ? "unknown" : "foreign";
}

/** An id of ours that we wrote on an object; null when there is none or another product uses the same name. */
export const metadataUuid = (metadata: Record<string, string>, name: string): string | null => {
  const value = metadata[name] ?? "";
  return isUuid(value) ? value : null;
};
