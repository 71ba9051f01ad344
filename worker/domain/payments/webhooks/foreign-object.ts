import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { attemptStatuses } from "../../../../db/enums.ts";
import { isUuid } from "../../../contract/fields.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";

/**
 * applied: our tables match the provider. unknown: to be retried, because a running checkout may be about to record the
 * object, or its row has just changed. foreign: nothing of ours to record, now or later.
 */
export type WebhookOutcome = "applied" | "unknown" | "foreign";

type UnrecordedObject = { customer: string | null; metadata: Record<string, string>; has_money: boolean };

/**
 * Classifies a provider object without a row of ours. Foreign: objects of another product on the same account (neither
 * customer nor attempt is ours), and leftovers of a refused attempt. Money taken for a refused attempt is never
 * foreign: its webhook stays open until an administrator handles it.
 */
export async function reviewUnrecorded(
  ctx: Ctx,
  { customer, metadata, has_money }: UnrecordedObject,
): Promise<WebhookOutcome> {
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

/** Null if the value is not a UUID, because another product may use the name for other values. */
export const metadataUuid = (metadata: Record<string, string>, name: string): string | null => {
  const value = metadata[name] ?? "";
  return isUuid(value) ? value : null;
};
