import type Stripe from "stripe";
import { z } from "zod";
import { getCustomer } from "../customers/customers.ts";
import { listMethods } from "../customers/payment-methods.ts";
import { addLine, buildInvoice } from "../invoices/invoice-shape.ts";
import { moveBalance } from "../payments/balance.ts";
import { buildCharge, buildOutcome } from "../payments/charges.ts";
import { buildKnownDispute } from "../payments/disputes.ts";
import { buildPaidIntent } from "../payments/payment-intents.ts";
import { buildKnownRefund } from "../payments/refunds.ts";
import { randomId } from "../wire/ids.ts";
import type { World } from "../state.ts";

const secondsShape = z.int().min(0);
const centsShape = z.int().min(1);
const refundShape = z.strictObject({ id: z.string(), amount: centsShape, status: z.enum(["succeeded", "failed"]) });
const disputeShape = z.strictObject({ id: z.string(), amount: centsShape, is_won: z.boolean() });
export const knownPaymentsShape = z
  .array(
    z.strictObject({
      customer: z.string(),
      payment_intent: z.string().startsWith("pi_"),
      charge: z.string().startsWith("ch_"),
      amount: centsShape,
      created: secondsShape,
      /** Undefined for payments without an invoice. */
      invoice: z.strictObject({ id: z.string(), number: z.string(), subscription: z.string().nullable() }).optional(),
      refunds: z.array(refundShape),
      disputes: z.array(disputeShape),
      /** The bank declined the payment, and its invoice is open. */
      is_declined: z.boolean().default(false),
    }),
  )
  .max(1000);
type KnownPayment = z.infer<typeof knownPaymentsShape>[number];

/** Adds existing payments, without events; `added` counts the new ones. */
export const addKnownPayments = (world: World, payments: KnownPayment[]): { added: number } => ({
  added: payments.filter((payment) => addPayment(world, payment)).length,
});

function addPayment(world: World, payment: KnownPayment): boolean {
  const { customer, charge: id, amount, created, refunds, disputes } = payment;
  if (world.charges.find(id)) return false;
  const [method] = listMethods(world, getCustomer(world, customer).id);
  if (!method) throw new Error(`${customer} has nothing to pay with.`);
  const intent = buildPaidIntent({
    id: payment.payment_intent,
    amount,
    customer,
    created,
    method: method.id,
    charge: id,
  });
  const refundedCents = refunds
    .filter(({ status }) => status === "succeeded")
    .reduce((sum, refund) => sum + refund.amount, 0);
  if (payment.is_declined) return addDeclined(world, payment, { ...buildCharge(world, intent, method), id, created });
  const charge: Stripe.Charge = {
    ...buildCharge(world, intent, method),
    id,
    created,
    status: "succeeded",
    paid: true,
    captured: true,
    amount_captured: amount,
    amount_refunded: refundedCents,
    refunded: refundedCents === amount,
    disputed: disputes.length > 0,
    outcome: buildOutcome(null),
    balance_transaction: moveBalance(world, "charge", amount, id).id,
  };
  world.paymentIntents.save(intent);
  world.charges.save(charge);
  for (const refund of refunds) world.refunds.save(buildKnownRefund(world, charge, refund));
  for (const dispute of disputes) world.disputes.save(buildKnownDispute(world, charge, dispute));
  if (payment.invoice) addInvoice(world, payment, payment.invoice);
  return true;
}

const cardError = {
  type: "card_error",
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "Your card has insufficient funds.",
} as const;

function addDeclined(world: World, payment: KnownPayment, declinedCharge: Stripe.Charge): boolean {
  const { id, amount, created } = declinedCharge;
  const intent = buildPaidIntent({
    id: payment.payment_intent,
    amount,
    customer: payment.customer,
    created,
    method: String(declinedCharge.payment_method),
    charge: id,
  });
  world.paymentIntents.save({
    ...intent,
    status: "requires_payment_method",
    amount_received: 0,
    payment_method: null,
    last_payment_error: { ...cardError, charge: id },
  });
  const { code: failure_code, message: failure_message, decline_code } = cardError;
  world.charges.save({
    ...declinedCharge,
    status: "failed",
    failure_code,
    failure_message,
    outcome: buildOutcome(decline_code),
  });
  if (payment.invoice) addInvoice(world, payment, payment.invoice);
  return true;
}

function addInvoice(world: World, payment: KnownPayment, invoiceData: NonNullable<KnownPayment["invoice"]>): void {
  const { customer, amount, created, is_declined } = payment;
  const [paidCents, openCents] = is_declined ? [0, amount] : [amount, 0];
  const paid_at = is_declined ? null : created;
  const subscription =
    invoiceData.subscription === null ? undefined : world.subscriptions.find(invoiceData.subscription);
  const invoice = buildInvoice(world, {
    customer: getCustomer(world, customer),
    billing_reason: invoiceData.subscription === null ? "manual" : "subscription_cycle",
    period: { start: created, end: created },
    ...(subscription && { subscription }),
  });
  addLine(invoice, {
    amount,
    quantity: 1,
    unit_amount: amount,
    description: `Payment ${invoiceData.number}`,
    metadata: {},
    period: { start: created, end: created },
    parent: null,
  });
  Object.assign(invoice, {
    id: invoiceData.id,
    number: invoiceData.number,
    created,
    effective_at: created,
    status: is_declined ? "open" : "paid",
    attempted: true,
    amount_paid: paidCents,
    amount_remaining: openCents,
    ending_balance: 0,
    attempt_count: 1,
    hosted_invoice_url: `${world.options.pageUrl()}/stripe/invoices/${invoiceData.id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: created, paid_at },
  });
  world.invoices.save(invoice);
  world.invoicePayments.save({
    id: randomId("inpay"),
    object: "invoice_payment",
    amount_paid: paidCents,
    amount_requested: amount,
    created,
    currency: "usd",
    invoice: invoiceData.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: payment.payment_intent },
    status: is_declined ? "open" : "paid",
    status_transitions: { canceled_at: null, paid_at },
  });
}
