import { sql } from "drizzle-orm";
import { isCallbackEvent } from "../../contract/callback-events.ts";
import type { Ctx } from "../context.ts";
import { refreshPayment } from "../payments/index.ts";
import { idRow, rowsOf, uuids } from "../sql.ts";
import { receiveEvents } from "./events.ts";

/** As long as the provider keeps events (https://docs.stripe.com/api/events). */
const lookBackS = 30 * 24 * 3600;
/** A run may ask 1,000 times in all; an invoice takes at most eight. The next run goes on. */
const readMax = 100;

/**
 * Takes the events that were never delivered and reads what is still open: payments of the last 90 days, refunds that are
 * pending and disputes (F11). Each once a day, those that were never read first and the newest of them before the others, so
 * that none waits for ever behind many.
 */
export async function reconcile(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const missed = await ctx.gateways.payments.listUndelivered(lookBackS);
  await receiveEvents(
    ctx,
    missed.filter(({ type }) => isCallbackEvent(type)),
  );
  const rows = await takeOpen(ctx);
  const failed: string[] = [];
  for (const { id } of rows) await refreshPayment(ctx, id).catch(() => failed.push(id));
  // Not read today: the next run tries again, after those that were not tried.
  if (failed.length > 0)
    await ctx.db.execute(sql`
      update invoices set checked_at = now() - interval '20 hours' where id = any(${uuids(failed)})`);
  return { found: missed.length + rows.length, processed: rows.length - failed.length };
}

const takeOpen = (ctx: Ctx): Promise<{ id: string }[]> =>
  rowsOf(
    ctx,
    idRow,
    sql`
    update invoices set checked_at = now() where id in (
      select id
      from invoices
      where (stripe_invoice_id is not null or stripe_payment_id is not null)
        and (checked_at is null or checked_at < now() - interval '20 hours')
        and (
          (payment_status = 'pending' and created_at > now() - interval '90 days')
          or is_disputed
          or jsonb_path_exists(refunds, '$[*] ? (@.is_pending == true)')
        )
      order by checked_at nulls first, created_at desc
      limit ${readMax} for update skip locked
    ) returning id`,
  );
