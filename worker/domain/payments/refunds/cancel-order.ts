import { sql } from "drizzle-orm";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { cancellationNotifications } from "../invoices/cancellation-notifications.ts";
import { recordInvoice } from "../record-invoice.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { readRefundable, type Refundable } from "./read-refundable.ts";
import { refundAs } from "./refund-order.ts";

/**
 * Cancels an order that has not shipped and refunds its payments. Throws ORDER_ALREADY_PAID after shipping,
 * PAYMENT_FAILED.
 */
export async function cancelOrder(ctx: Ctx, orderId: string): Promise<void> {
  const order = await readRefundable(ctx, orderId);
  if (order.status === "canceled") return;
  if (order.status === "shipped" || order.status === "received") throw unprocessable("ORDER_ALREADY_PAID");
  if (order.left_cents > 0) await refundAs(ctx, orderId, {}, "cancelOrder");
  else if (order.stripe_invoice_id && !order.charge) await closeInvoice(ctx, order);
  else if (order.session_id && !order.charge) await closeSession(ctx, order, order.session_id);
  await ctx.db.execute(sql`
    with o as (
      update orders set status = 'canceled', updated_at = now()
      where id = ${orderId} and status in ('new', 'processing')
      returning id, org_id, ${beforeAndAfter}
    ), ${cancellationNotifications(ctx, sql`select id from o`)},
    ${audited(ctx, "cancelOrder", "order", "o", { changes: changesOf() })}
    select 1 from o`);
  ctx.wakeWorkers();
}

/** Voids the invoice of a canceled order. Throws PAYMENT_FAILED if it has just been paid. */
async function closeInvoice(ctx: Ctx, order: Refundable): Promise<void> {
  const seq = await nextSequence(ctx);
  if (order.stripe_invoice_id && (await ctx.gateways.payments.voidInvoice(order.stripe_invoice_id))) return;
  const invoice = order.stripe_invoice_id ? await ctx.gateways.payments.getInvoice(order.stripe_invoice_id) : undefined;
  if (invoice) await recordInvoice(ctx, order.invoice_id, seq, invoice);
  throw unprocessable("PAYMENT_FAILED");
}

/** Expires the page of a payment link. Throws PAYMENT_FAILED if it has just been paid. */
async function closeSession(ctx: Ctx, order: Refundable, sessionId: string): Promise<void> {
  if (await ctx.gateways.payments.expireSession(sessionId)) return;
  await refreshPayment(ctx, order.invoice_id);
  throw unprocessable("PAYMENT_FAILED");
}
