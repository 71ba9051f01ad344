import type Stripe from "stripe";
import { moveBalance } from "../payments/balance.ts";
import { buildTransferCharge, buildOutcome } from "../payments/charges.ts";
import { createIntent } from "../payments/payment-intents.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { type World, idOf } from "../state.ts";
import { addPayment, findDefaultPayment, findIntent, settleInvoice } from "./invoice-payment.ts";

/**
 * Records a bank transfer of a part or the whole, which Stripe matches to the invoice. The transfer is a payment of its
 * own; the default payment is reduced to the remaining amount (https://docs.stripe.com/invoicing/partial-payments,
 * https://docs.stripe.com/invoicing/bank-transfer).
 */
export function payInPart(world: World, invoice: Stripe.Invoice, amount: number): Stripe.Invoice {
  if (invoice.status !== "open") throw createInvalidRequest(`You cannot pay an invoice that is ${invoice.status}.`);
  if (invoice.collection_method !== "send_invoice")
    throw createInvalidRequest("Bank transfers only pay invoices whose collection_method is send_invoice.");
  if (findIntent(world, invoice)?.status === "processing")
    throw createInvalidRequest("This invoice's payment is processing. It cannot be paid again before it has failed.");
  if (amount > invoice.amount_remaining)
    throw createInvalidRequest("The amount exceeds the invoice's amount_remaining.", { param: "amount" });
  const customer = idOf(invoice.customer) ?? "";
  const description = `Payment for Invoice ${invoice.number}`;
  const intent = createIntent(world, { amount, customer, description, metadata: {} });
  intent.payment_method_types = ["customer_balance"];
  const charge = buildTransferCharge(world, intent);
  charge.outcome = buildOutcome(null);
  charge.balance_transaction = moveBalance(world, "payment", amount, charge.id).id;
  world.charges.save(charge);
  intent.status = "succeeded";
  intent.amount_received = amount;
  intent.latest_charge = charge.id;
  world.paymentIntents.save(intent);
  world.emit("charge.succeeded", charge);
  world.emit("payment_intent.succeeded", intent);
  const payment = addPayment(world, invoice, intent, { amount, is_default: false });
  payment.status = "paid";
  payment.amount_paid = amount;
  payment.status_transitions.paid_at = world.clock.now();
  world.invoicePayments.save(payment);
  invoice.amount_paid += amount;
  invoice.amount_remaining -= amount;
  world.invoices.save(invoice);
  world.emit("invoice_payment.paid", payment);
  updateDefaultPayment(world, invoice);
  if (invoice.amount_remaining === 0) settleInvoice(world, invoice);
  else world.emit("invoice.updated", invoice);
  return invoice;
}

export function updateDefaultPayment(world: World, invoice: Stripe.Invoice): void {
  const payment = findDefaultPayment(world, invoice);
  const intent = findIntent(world, invoice);
  if (!payment || !intent || invoice.amount_remaining === 0) return;
  payment.amount_requested = invoice.amount_remaining;
  intent.amount = invoice.amount_remaining;
  world.invoicePayments.save(payment);
  world.paymentIntents.save(intent);
}
