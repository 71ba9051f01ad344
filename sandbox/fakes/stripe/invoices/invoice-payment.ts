import type Stripe from "stripe";
import { requireAccepted } from "../account/refusals.ts";
import { moveCredit } from "../customers/credit.ts";
import { applyBalance, requireChargeable } from "../payments/limits.ts";
import { type Outcome, attemptPayment, createDeclinedFailure } from "../payments/attempt.ts";
import { StripeFailure, createInvalidRequest } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { cancelIntent, createIntent, getIntent } from "../payments/payment-intents.ts";
import { isHeldBy } from "../subscriptions/pending-update.ts";
import { onInvoiceFailed, onInvoicePaid, planRetry, findSubscription } from "../subscriptions/subscription-status.ts";
import { type World, idOf } from "../state.ts";

/**
 * The payment that Stripe creates when an invoice is finalized; undefined for a draft and for an invoice without
 * anything to pay.
 */
export const findDefaultPayment = (world: World, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined =>
  world.invoicePayments.by("invoice", invoice.id).findLast((payment) => payment.is_default);

/** The intent of the default payment; undefined if there is none. */
export function findIntent(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const id = idOf(findDefaultPayment(world, invoice)?.payment.payment_intent);
  return id === undefined ? undefined : getIntent(world, id);
}

export function findInvoice(world: World, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined {
  const payment = world.invoicePayments.by("payment_intent", intent.id)[0];
  return world.invoices.find(idOf(payment?.invoice) ?? "");
}

/**
 * Opens a draft with number, page and payment, and applies the customer's balance; an invoice without anything to pay
 * becomes paid.
 */
export function finalizeInvoice(world: World, invoice: Stripe.Invoice, intent?: Stripe.PaymentIntent): Stripe.Invoice {
  const customer = world.customers.find(idOf(invoice.customer) ?? "");
  if (invoice.status !== "draft" || !customer) {
    const message = `This invoice is already finalized, you can't re-finalize a non-draft invoice.`;
    throw createInvalidRequest(message, { code: "invoice_not_editable" });
  }
  requireAccepted(world, "finalize", invoice.total);
  const { starting, due, ending } = applyBalance(customer.balance, invoice.total);
  requireChargeable(due);
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  world.customers.save(customer);
  const now = world.clock.now();
  invoice.number = `${customer.invoice_prefix ?? "SANDBOX"}-${String(sequence).padStart(4, "0")}`;
  invoice.status = "open";
  invoice.effective_at = now;
  invoice.starting_balance = starting;
  invoice.ending_balance = ending;
  invoice.amount_due = due;
  invoice.amount_remaining = due;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = `${world.options.pageUrl()}/stripe/invoices/${invoice.id}`;
  world.invoices.save(invoice);
  if (ending !== starting)
    moveCredit(world, customer, ending - starting, { type: "applied_to_invoice", invoice: invoice.id });
  world.emit("invoice.finalized", invoice);
  if (due === 0) markPaid(world, invoice);
  else addPayment(world, invoice, intent ?? createInvoiceIntent(world, invoice));
  return invoice;
}

/** The initiator of a payment. Only `buyer` is present to authenticate with the bank. */
export type Collector = "provider" | "seller" | "buyer";

export function collectPayment(
  world: World,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  collector: Collector,
): Outcome {
  const intent = findIntent(world, invoice);
  if (!intent) throw createInvalidRequest("This invoice has no payment to collect.");
  const outcome = attemptPayment(world, intent, method, collector === "buyer" ? "there" : "away");
  countAttempt(invoice, collector === "provider");
  applyOutcome(world, invoice, outcome, collector === "provider");
  return outcome;
}

/** Applies an attempt's outcome to invoice and subscription. `isAutomatic` is true for the provider's own attempts. */
export function applyOutcome(world: World, invoice: Stripe.Invoice, outcome: Outcome, isAutomatic: boolean): void {
  if (outcome === "succeeded") markPaid(world, invoice);
  else world.invoices.save(invoice);
  if (outcome === "processing") world.emit("invoice.updated", invoice);
  if (outcome === "requires_action") world.emit("invoice.payment_action_required", invoice);
  const subscription = findSubscription(world, invoice);
  if (outcome === "declined" && subscription && isHeldBy(subscription, invoice)) {
    world.emit("invoice.payment_failed", invoice);
  } else if (subscription && isHeldBy(subscription, invoice)) return;
  else if (outcome === "declined" || outcome === "requires_action") {
    const isOver = isAutomatic && planRetry(world, invoice);
    world.emit("invoice.payment_failed", invoice);
    onInvoiceFailed(world, invoice, isOver);
  }
}

export function throwUnlessTaken(world: World, invoice: Stripe.Invoice, outcome: Outcome): void {
  const intent = findIntent(world, invoice);
  if (outcome === "declined" && intent) throw createDeclinedFailure(intent);
  if (outcome === "requires_action" && intent)
    throw createActionFailure(intent, "invoice_payment_intent_requires_action");
}

export function createActionFailure(
  intent: Stripe.PaymentIntent,
  code: "invoice_payment_intent_requires_action" | "subscription_payment_intent_requires_action",
): StripeFailure {
  const message = "This payment requires additional user action before it can be completed successfully.";
  return new StripeFailure(402, { type: "card_error", code, message, payment_intent: intent });
}

export function cancelPayments(world: World, invoice: Stripe.Invoice): void {
  const intent = findIntent(world, invoice);
  if (intent) cancelIntent(world, intent);
  for (const payment of world.invoicePayments.by("invoice", invoice.id)) {
    if (payment.status === "paid") continue;
    payment.status = "canceled";
    payment.status_transitions.canceled_at = world.clock.now();
    world.invoicePayments.save(payment);
  }
}

function createInvoiceIntent(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const customer = idOf(invoice.customer) ?? "";
  const description = invoice.parent ? "Subscription update" : `Payment for Invoice ${invoice.number}`;
  return createIntent(world, { amount: invoice.amount_due, customer, description, metadata: {} });
}

export function addPayment(
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  { amount, is_default } = { amount: invoice.amount_due, is_default: true },
): Stripe.InvoicePayment {
  const payment: Stripe.InvoicePayment = {
    id: randomId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: amount,
    created: world.clock.now(),
    currency: "usd",
    invoice: invoice.id,
    is_default,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
  world.invoicePayments.save(payment);
  return payment;
}

/** Counts an attempt; manual attempts after the first do not change the provider's schedule. */
export function countAttempt(invoice: Stripe.Invoice, isAutomatic: boolean): void {
  if (isAutomatic || invoice.attempt_count === 0) invoice.attempt_count += 1;
  invoice.attempted = true;
}

function markPaid(world: World, invoice: Stripe.Invoice): void {
  const now = world.clock.now();
  invoice.status = "paid";
  invoice.attempted = true;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  world.invoices.save(invoice);
  const payment = findDefaultPayment(world, invoice);
  if (payment) {
    payment.status = "paid";
    payment.amount_paid = payment.amount_requested;
    payment.status_transitions.paid_at = now;
    world.invoicePayments.save(payment);
    world.emit("invoice_payment.paid", payment);
  }
  emitPaid(world, invoice);
}

/** Marks an invoice as paid by part payments or credit notes, and cancels its open payments. */
export function settleInvoice(world: World, invoice: Stripe.Invoice): void {
  cancelPayments(world, invoice);
  invoice.status = "paid";
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = world.clock.now();
  world.invoices.save(invoice);
  emitPaid(world, invoice);
}

function emitPaid(world: World, invoice: Stripe.Invoice): void {
  world.emit("invoice.paid", invoice);
  world.emit("invoice.payment_succeeded", invoice);
  onInvoicePaid(world, invoice);
}
