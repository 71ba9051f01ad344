import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { nextSequence, recordPayment } from "./invoices/record-payment.ts";
import { advanceAttempt } from "./advance-attempt.ts";
import { summarizeCharges, recordInvoice } from "./record-invoice.ts";
import { maybeOne } from "../sql.ts";

const paymentRow = () =>
  z.object({
    stripe_invoice_id: z.nullable(z.string()),
    stripe_payment_id: z.nullable(z.string()),
    attempt_id: z.nullable(z.string()),
  });

/** Reads an invoice's payment from the provider again and continues its attempt. Provider errors pass through. */
export async function refreshPayment(ctx: Ctx, invoiceId: string): Promise<void> {
  const row = await maybeOne(
    ctx,
    paymentRow,
    sql`
    select i.stripe_invoice_id, i.stripe_payment_id,
      coalesce(o.attempt_id, s.attempt_id) as attempt_id
    from invoices i left join orders o on i.reference_type = 'order' and o.id = i.reference_id
      left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
    where i.id = ${invoiceId}`,
  );
  if (!row) return;
  const seq = await nextSequence(ctx);
  if (row.stripe_invoice_id) {
    const invoice = await ctx.gateways.payments.getInvoice(row.stripe_invoice_id);
    if (invoice) await recordInvoice(ctx, invoiceId, seq, invoice);
  } else if (row.stripe_payment_id) {
    await recordPaymentIntent(ctx, invoiceId, seq, row.stripe_payment_id);
  }
  if (row.attempt_id) await advanceAttempt(ctx, row.attempt_id);
}

/** Records the payment of an order on the provider's checkout page, which creates no invoice. */
export async function recordPaymentIntent(
  ctx: Ctx,
  invoiceId: string,
  seq: number,
  paymentIntent: string,
): Promise<void> {
  const payment = await ctx.gateways.payments.getPayment(paymentIntent);
  if (!payment) return;
  await recordPayment(ctx, {
    invoice_id: invoiceId,
    seq,
    is_sum_final: true,
    ...summarizeCharges(payment.charges),
    tries: payment.tries,
    is_processing: payment.is_processing,
    closed_as: undefined,
    has_failed: payment.has_failed,
    needs_action: false,
    stripe_payment_id: paymentIntent,
  });
}
