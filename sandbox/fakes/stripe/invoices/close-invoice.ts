import type Stripe from "stripe";
import { moveCredit } from "../customers/credit.ts";
import { dropUpdate, isHeldBy } from "../subscriptions/pending-update.ts";
import { onInvoicePaid, findSubscription } from "../subscriptions/subscription-status.ts";
import { type World, idOf } from "../state.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { cancelPayments, findIntent } from "./invoice-payment.ts";

export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const intent = findIntent(world, invoice);
  // "When an invoice has open or paid payments, you can't void" it
  // (https://docs.stripe.com/invoicing/partial-payments).
  if (isPayable(invoice) && invoice.amount_paid > 0)
    throw createInvalidRequest("You cannot void an invoice with payments. Issue a credit note instead.");
  if (!isPayable(invoice) || intent?.status === "processing") {
    throw createInvalidRequest(
      `You can only void open or uncollectible invoices without a payment in process. This one is ${invoice.status}.`,
    );
  }
  cancelPayments(world, invoice);
  returnBalance(world, invoice);
  invoice.status_transitions.voided_at = world.clock.now();
  closeInvoice(world, invoice, { status: "void", event: "invoice.voided" });
  const subscription = findSubscription(world, invoice);
  if (subscription && isHeldBy(subscription, invoice)) dropUpdate(world, subscription);
  return invoice;
}

/**
 * No further attempts follow, but the invoice can still be paid or voided
 * (https://docs.stripe.com/api/invoices/mark_uncollectible, https://support.stripe.com/questions/invoice-states).
 */
export function markUncollectible(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== "open" || findIntent(world, invoice)?.status === "processing") {
    const message = `You can only mark open invoices as uncollectible. This one is ${invoice.status}.`;
    throw createInvalidRequest(message);
  }
  invoice.status_transitions.marked_uncollectible_at = world.clock.now();
  closeInvoice(world, invoice, { status: "uncollectible", event: "invoice.marked_uncollectible" });
  return invoice;
}

type CloseReason =
  | { status: "void"; event: "invoice.voided" }
  | { status: "uncollectible"; event: "invoice.marked_uncollectible" };

function closeInvoice(world: World, invoice: Stripe.Invoice, { status, event }: CloseReason): void {
  invoice.status = status;
  invoice.next_payment_attempt = null;
  world.callOff(invoice.id);
  world.invoices.save(invoice);
  world.emit(event, invoice);
}

/** Whether the invoice can be paid, even if it is written off (https://support.stripe.com/questions/invoice-states). */
export const isPayable = ({ status }: Stripe.Invoice): boolean => status === "open" || status === "uncollectible";

/**
 * Marks an invoice as paid outside Stripe, for example by wire. No charge is created, the invoice's PaymentIntent is
 * canceled, and invoice.paid is emitted without invoice.payment_succeeded (https://docs.stripe.com/api/invoices/pay).
 */
export function payOutOfBand(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const intent = findIntent(world, invoice);
  if (invoice.status === "paid") throw createInvalidRequest("Invoice is already paid");
  if (!isPayable(invoice) || intent?.status === "processing") {
    throw createInvalidRequest(
      "You can only mark an open or uncollectible invoice without a payment in process as paid.",
    );
  }
  cancelPayments(world, invoice);
  invoice.status = "paid";
  invoice.amount_paid_off_stripe = invoice.amount_remaining;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = world.clock.now();
  world.invoices.save(invoice);
  world.emit("invoice.paid", invoice);
  onInvoicePaid(world, invoice);
  return invoice;
}

function returnBalance(world: World, invoice: Stripe.Invoice): void {
  const customer = world.customers.find(idOf(invoice.customer) ?? "");
  const appliedCents = (invoice.ending_balance ?? 0) - invoice.starting_balance;
  if (customer && appliedCents !== 0)
    moveCredit(world, customer, -appliedCents, { type: "unapplied_from_invoice", invoice: invoice.id });
}
