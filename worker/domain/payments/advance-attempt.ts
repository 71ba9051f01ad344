import type { PaymentOutcome, ProviderInvoice, ProviderSubscription } from "../../gateways/payment-provider.ts";
import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { nextSequence } from "./invoices/record-payment.ts";
import { recordSubscription } from "./subscriptions/record-subscription.ts";
import { type OpenAttempt, type Progress, readAttempt } from "./read-attempt.ts";
import { type Charge, isUnpaidCharge } from "./charges.ts";
import { recordInvoice } from "./record-invoice.ts";
import { finishAttempt, holdAttempt, waitForAnswer } from "./settle-attempt.ts";

/**
 * Continues an attempt where it stopped. Every new charge carries an idempotency key derived from the attempt, so a
 * repeated call charges once (T2, F4).
 */
export async function advanceAttempt(ctx: Ctx, id: string): Promise<Progress> {
  // One run at a time, because concurrent runs could get different answers from the provider for the same charge.
  if (!(await holdAttempt(ctx, id))) return { outcome: "pending", action_url: null, charges: [] };
  return payAttempt(ctx, id);
}

/**
 * Logs a failure instead of throwing it, and then returns undefined. A failure of the provider is a warning, any other
 * an error.
 */
export async function tryToAdvance(ctx: Ctx, id: string): Promise<Progress | undefined> {
  try {
    return await advanceAttempt(ctx, id);
  } catch (error) {
    const isProgrammingError = !(error instanceof GatewayError);
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log({ level: isProgrammingError ? "error" : "warn", event: "attempt", attempt_id: id, reason });
    return undefined;
  }
}

/** Pays the charges of an attempt. The caller must hold the attempt's lease, as the request that claimed it does. */
export async function payAttempt(ctx: Ctx, id: string): Promise<Progress> {
  const attempt = await readAttempt(ctx, id);
  if (!attempt) return { outcome: "failed", action_url: null, charges: [] };
  if (attempt.status !== "claimed" && attempt.status !== "pending")
    return { outcome: attempt.status, action_url: null, charges: attempt.charges };
  const paidCharges: Charge[] = [];
  for (const charge of attempt.charges) {
    const seq = charge === attempt.charges[0] ? attempt.seq : await nextSequence(ctx);
    const paid = await payCharge(ctx, attempt, charge, seq);
    if (paid.outcome === "unknown") return waitForAnswer(ctx, attempt, null);
    if (paid.outcome === "action" && !remainsPayable(attempt, charge)) return waitForAnswer(ctx, attempt, paid.url);
    if (paid.outcome === "declined") return finishAttempt(ctx, attempt, paidCharges, paid.message);
    paidCharges.push(charge);
  }
  return finishAttempt(ctx, attempt, paidCharges, null);
}

/**
 * The order of an approved request survives a refused charge: it stays unpaid, with an open invoice that its buyer can
 * pay later (ADR-079).
 */
const remainsPayable = (attempt: OpenAttempt, { kind }: Charge): boolean => attempt.is_approved && kind === "order";

async function payCharge(
  ctx: Ctx,
  attempt: OpenAttempt,
  charge: Charge,
  seq: number,
): Promise<PaymentOutcome<unknown>> {
  if (!isUnpaidCharge(charge)) return { outcome: "done", value: null };
  if (charge.kind === "order") {
    const paid = await payOrder(ctx, attempt, charge);
    if (paid.outcome === "done" || paid.outcome === "action") await recordChargeInvoice(ctx, charge, seq, paid.value);
    return paid;
  }
  const subscription = await payPlan(ctx, attempt, charge);
  if (subscription.outcome === "done" || subscription.outcome === "action") {
    await recordSubscription(ctx, charge.id, seq, subscription.value);
    if (subscription.value.latest_invoice)
      await recordChargeInvoice(ctx, charge, seq, subscription.value.latest_invoice);
  }
  return subscription;
}

async function recordChargeInvoice(ctx: Ctx, charge: Charge, seq: number, invoice: ProviderInvoice): Promise<void> {
  charge.payment_status = (await recordInvoice(ctx, charge.invoice_id, seq, invoice))?.status ?? charge.payment_status;
}

const mayCharge = (attempt: OpenAttempt) => attempt.is_buyer_active && !attempt.is_key_old && !attempt.is_canceled;

/**
 * A repeated run searches the provider for the charge first, because neither a lost answer nor a failure stored under
 * the idempotency key proves that no charge exists (F5).
 */
const isRepeated = (attempt: OpenAttempt) => attempt.status === "pending" || !mayCharge(attempt);

const orderKey = (attempt: OpenAttempt): string => `co_${attempt.id}_order`;

async function payOrder(ctx: Ctx, attempt: OpenAttempt, charge: Charge): Promise<PaymentOutcome<ProviderInvoice>> {
  const { payments } = ctx.gateways;
  if (charge.due_at !== null) return sendOrderInvoice(ctx, attempt, charge, charge.due_at);
  if (!mayCharge(attempt)) return adoptOrVoidInvoice(ctx, attempt, charge);
  const input = {
    key: orderKey(attempt),
    customer: attempt.customer_id,
    payment_method: attempt.payment_method_id,
    lines: chargeLines(charge),
    po_number: charge.po_number,
    stays_payable: remainsPayable(attempt, charge),
    metadata: { attempt_id: attempt.id, invoice_id: charge.invoice_id, order_id: charge.id },
  };
  const existing = isRepeated(attempt)
    ? await payments.findInvoiceByMetadata(attempt.customer_id, "invoice_id", charge.invoice_id)
    : undefined;
  return existing ? payments.resumeInvoice(existing.id, input) : payments.payInvoice(input);
}

/** An order on account is placed once its invoice is sent; the payment is due later. */
async function sendOrderInvoice(
  ctx: Ctx,
  attempt: OpenAttempt,
  charge: Charge,
  due_at: string,
): Promise<PaymentOutcome<ProviderInvoice>> {
  if (attempt.is_canceled || !attempt.is_buyer_active) return adoptOrVoidInvoice(ctx, attempt, charge);
  const existing = isRepeated(attempt)
    ? await ctx.gateways.payments.findInvoiceByMetadata(attempt.customer_id, "invoice_id", charge.invoice_id)
    : undefined;
  if (!existing && attempt.is_key_old)
    return { outcome: "declined", message: "The order did not reach the payment provider." };
  return ctx.gateways.payments.sendInvoice({
    key: orderKey(attempt),
    customer: attempt.customer_id,
    lines: chargeLines(charge),
    po_number: charge.po_number,
    due_at,
    metadata: { attempt_id: attempt.id, invoice_id: charge.invoice_id, order_id: charge.id },
    existing: existing?.id ?? null,
  });
}

async function payPlan(ctx: Ctx, attempt: OpenAttempt, charge: Charge): Promise<PaymentOutcome<ProviderSubscription>> {
  const { payments } = ctx.gateways;
  const existing = isRepeated(attempt)
    ? await payments.findSubscriptionByMetadata(attempt.customer_id, "subscription_id", charge.id)
    : undefined;
  if (existing) return payments.resumeSubscription(existing.id, { may_wait: mayCharge(attempt) });
  if (!mayCharge(attempt)) return { outcome: "declined", message: "The payment did not reach the payment provider." };
  const [line] = charge.lines;
  return payments.createSubscription({
    key: `co_${attempt.id}_${charge.id}`,
    customer: attempt.customer_id,
    payment_method: attempt.payment_method_id,
    product: { id: line?.id ?? charge.id, name: line?.name ?? "Subscription" },
    amount: charge.amount,
    interval: charge.term ?? "month",
    po_number: charge.po_number,
    metadata: { attempt_id: attempt.id, invoice_id: charge.invoice_id, subscription_id: charge.id },
  });
}

/**
 * The provider's idempotency keys expire after a day, so a late call could charge a second time. Attempts that are too
 * old or canceled, or whose buyer is inactive, are never charged: an existing invoice is adopted or voided (F5, F24).
 */
async function adoptOrVoidInvoice(
  ctx: Ctx,
  attempt: OpenAttempt,
  charge: Charge,
): Promise<PaymentOutcome<ProviderInvoice>> {
  const existing = await ctx.gateways.payments.findInvoiceByMetadata(
    attempt.customer_id,
    "invoice_id",
    charge.invoice_id,
  );
  if (!existing) return { outcome: "declined", message: "The payment did not reach the payment provider." };
  // A partly paid invoice cannot be voided.
  const isPaidInPart = charge.due_at !== null && existing.charges.length > 0;
  if (existing.status === "paid" || existing.is_processing || isPaidInPart) return { outcome: "done", value: existing };
  const isVoid = existing.status === "void" || (await ctx.gateways.payments.voidInvoice(existing.id));
  return isVoid ? { outcome: "declined", message: "The payment was not completed in time." } : { outcome: "unknown" };
}

/** The lines add up to the order's total (M1). */
function chargeLines(charge: Charge) {
  const goods = charge.lines.map((line) => ({
    reference: line.id,
    description: line.name,
    amount: line.price * line.quantity,
    quantity: line.quantity,
  }));
  const extraLines = [
    { reference: "shipping", description: "Shipping", amount: charge.shipping, quantity: 1 },
    { reference: "tax", description: "Tax", amount: charge.tax, quantity: 1 },
  ];
  return [...goods, ...extraLines.filter((line) => line.amount > 0)];
}
