import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { claimDue, type JobCounts, longLease } from "../../platform/index.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { many } from "../../sql.ts";
import { continueEnding } from "../subscriptions/cancel-now.ts";
import { executeRefund, failRefund } from "./execute-refund.ts";
import { type Claim, claimColumns, releaseClaim } from "./claim-refund.ts";
import { readRefundable } from "./read-refundable.ts";

const pendingRefund = () =>
  z.object({ claim: z.custom<Claim>(), order_id: z.nullable(z.string()), is_key_old: z.boolean() });

/**
 * Continues claimed refunds that were abandoned by a killed worker or a silent provider. Idempotency keys expire after
 * a day (https://docs.stripe.com/api/idempotent_requests); after that the refund is only looked up, and a claim unknown
 * to the provider is released, or fails if it belongs to a canceled plan.
 */
export async function retryRefunds(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    pendingRefund,
    claimDue({
      table: "refunds",
      isOpen: sql`status = 'asked'`,
      due: ["next_at"],
      lease: longLease,
      limit: 20,
      returning: sql`
        order_id, created_at < now() - interval '23 hours' as is_key_old,
        (select to_json(claim) from (select ${claimColumns}) claim) as claim`,
    }),
  );
  let processed = 0;
  for (const { claim, order_id, is_key_old } of rows) {
    try {
      if (is_key_old) {
        await refreshPayment(ctx, claim.invoice_id);
        await (claim.action === "cancelSubscriptionNow" ? failRefund(ctx, claim) : releaseClaim(ctx, claim));
      } else if (claim.action === "cancelSubscriptionNow") await continueEnding(ctx, claim.id);
      else if (order_id !== null) await executeRefund(ctx, await readRefundable(ctx, order_id), claim);
      processed += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      ctx.log({ level: "warn", event: "refund", refund_id: claim.id, reason });
    }
  }
  return { found: rows.length, processed };
}
