import { sql } from "drizzle-orm";
import { isCallbackEvent } from "../../contract/callback-events.ts";
import type { Ctx } from "../context.ts";
import { refreshPayment } from "../payments/index.ts";
import { receiveEvents } from "./events.ts";
import { idRow, rowsOf } from "../sql.ts";

const lookBackS = 3 * 24 * 3600;

/** Once a day: takes the events that were never delivered and looks at all that is still open (F11). */
export async function reconcile(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const missed = await ctx.gateways.payments.listUndelivered(lookBackS);
  await receiveEvents(ctx, missed.filter(({ type }) => isCallbackEvent(type)));
  const rows = await rowsOf(
    ctx,
    idRow,
    sql`
    select id
    from invoices
    where payment_status = 'pending'
      and (stripe_invoice_id is not null or stripe_payment_id is not null)
      and created_at > now() - interval '90 days' order by created_at limit 1000`,
  );
  let processed = 0;
  for (const { id } of rows) {
    const isRead = await refreshPayment(ctx, id).then(
      () => true,
      () => false,
    );
    if (isRead) processed += 1;
  }
  return { found: missed.length + rows.length, processed };
}
