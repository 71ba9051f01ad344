import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../../context.ts";
import { claimDue, type JobCounts, longLease } from "../../../platform/index.ts";
import { many } from "../../../sql.ts";
import { actionColumns, invoiceAction } from "./claim-action.ts";
import { closeOldAction, executeAction } from "./execute-action.ts";

const pendingAction = () => z.object({ action: invoiceAction(), is_key_old: z.boolean() });

/** Continues claimed actions that were abandoned by a killed worker or a silent provider. */
export async function retryInvoiceActions(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    pendingAction,
    claimDue({
      table: "invoice_actions",
      isOpen: sql`status = 'asked'`,
      due: ["next_at"],
      lease: longLease,
      limit: 20,
      returning: sql`
        created_at < now() - interval '23 hours' as is_key_old,
        (select to_json(claim) from (select ${actionColumns} from (select r.*) a) claim) as action`,
    }),
  );
  let processed = 0;
  for (const { action, is_key_old } of rows) {
    try {
      if (is_key_old) await closeOldAction(ctx, action);
      else await executeAction(ctx, action);
      processed += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      ctx.log({ level: "warn", event: "invoice_action", action_id: action.id, reason });
    }
  }
  return { found: rows.length, processed };
}
