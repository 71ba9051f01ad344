import { sql } from "drizzle-orm";
import { isUuid } from "../../../contract/fields.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { nextSequence, localBooking, recordPayment } from "../invoices/record-payment.ts";
import { cancellationNotifications } from "../invoices/cancellation-notifications.ts";
import { recordPaymentIntent } from "../refresh-payment.ts";
import { maybeOne, idRow } from "../../sql.ts";
import { type WebhookOutcome, reviewUnrecorded, metadataUuid } from "./foreign-object.ts";

export async function onSession(ctx: Ctx, sessionId: string): Promise<WebhookOutcome> {
  const seq = await nextSequence(ctx);
  const session = await ctx.gateways.payments.getSessionPayment(sessionId);
  if (session?.is_free) {
    const invoice_id = session.metadata["invoice_id"] ?? "";
    const free = { ...localBooking, entries: [], invoice_id, seq, closed_as: null, is_free: true };
    const isOwnInvoice = isUuid(invoice_id) && (await recordPayment(ctx, free));
    return isOwnInvoice ? "applied" : reviewUnrecorded(ctx, { ...session, has_money: false });
  }
  // A page without a payment only adds a payment method, so there is nothing to record.
  if (!session?.payment_intent) return "applied";
  const row = await maybeOne(
    ctx,
    idRow,
    sql`
    update invoices
    set stripe_payment_id = coalesce(stripe_payment_id, ${session.payment_intent})
    where id = ${metadataUuid(session.metadata, "invoice_id")}
    returning id`,
  );
  if (!row) return reviewUnrecorded(ctx, { ...session, has_money: true });
  await recordPaymentIntent(ctx, row.id, seq, session.payment_intent);
  return "applied";
}

/**
 * Cancels the order only if the time ran out: a page that expired early was closed on purpose, by code that handles the
 * order itself.
 */
export async function onSessionExpired(
  ctx: Ctx,
  event: { object_id: string; created: number },
): Promise<WebhookOutcome> {
  const session = await ctx.gateways.payments.getSessionPayment(event.object_id);
  if (!session?.is_expired) return "foreign";
  const hasRunOut = event.created * 1000 >= Date.parse(session.expires_at);
  const row = await maybeOne(
    ctx,
    idRow,
    sql`
    with o as (
      update orders
      set
        status = case when ${hasRunOut} then 'canceled' else status end,
        stripe_bill_link = null,
        updated_at = now()
      where stripe_id = ${event.object_id} and status = 'new' and payment_status = 'pending'
      returning id, org_id, ${beforeAndAfter}
    ), ${cancellationNotifications(ctx, sql`select id from o where ${hasRunOut}`)},
    ${audited(ctx, "cancelOrder", "order", "o", { where: sql`${hasRunOut}`, changes: diffRows() })}
    select id from o`,
  );
  if (row) ctx.wakeWorkers();
  return row ? "applied" : "foreign";
}
