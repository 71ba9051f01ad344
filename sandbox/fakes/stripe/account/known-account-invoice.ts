import type Stripe from "stripe";
import { z } from "zod";
import { getCustomer } from "../customers/customers.ts";
import { addPayment } from "../invoices/invoice-payment.ts";
import { addLine, buildInvoice } from "../invoices/invoice-shape.ts";
import { moveBalance } from "../payments/balance.ts";
import { buildTransferCharge, buildOutcome } from "../payments/charges.ts";
import { buildIntent } from "../payments/payment-intents.ts";
import type { World } from "../state.ts";

const secondsShape = z.int().min(0);
const centsShape = z.int().min(1);
const intentIdShape = z.string().startsWith("pi_");
export const knownAccountInvoicesShape = z
  .array(
    z.strictObject({
      customer: z.string(),
      invoice: z.strictObject({ id: z.string().startsWith("in_"), number: z.string() }),
      /** The PaymentIntent of the amount that is left to pay. */
      payment_intent: intentIdShape,
      amount: centsShape,
      po_number: z.string().nullable(),
      created: secondsShape,
      due: secondsShape,
      transfers: z.array(
        z.strictObject({
          charge: z.string().startsWith("py_"),
          payment_intent: intentIdShape,
          amount: centsShape,
          created: secondsShape,
        }),
      ),
    }),
  )
  .max(1000);
type KnownInvoice = z.infer<typeof knownAccountInvoicesShape>[number];
type Transfer = KnownInvoice["transfers"][number];

/** Adds existing invoices with `collection_method=send_invoice`, without events; `added` counts the new ones. */
export const addKnownAccountInvoices = (world: World, invoices: KnownInvoice[]): { added: number } => ({
  added: invoices.filter((invoice) => addInvoice(world, invoice)).length,
});

function addInvoice(world: World, input: KnownInvoice): boolean {
  const {
    invoice: { id, number },
    customer,
    amount,
    po_number,
    created,
    due,
    transfers,
  } = input;
  if (world.invoices.find(id)) return false;
  const paid = transfers.reduce((sum, transfer) => sum + transfer.amount, 0);
  if (paid > amount) throw new Error(`The transfers of ${number} exceed its amount.`);
  const isPaid = paid === amount;
  const invoice = buildInvoice(world, {
    customer: getCustomer(world, customer),
    billing_reason: "manual",
    collection_method: "send_invoice",
    due_date: due,
    payment_settings: { payment_method_types: ["card", "us_bank_account", "customer_balance"] },
    custom_fields: po_number === null ? undefined : [{ name: "PO number", value: po_number }],
    period: { start: created, end: created },
  });
  addLine(invoice, {
    amount,
    quantity: 1,
    unit_amount: amount,
    description: `Order of ${number}`,
    metadata: {},
    period: { start: created, end: created },
    parent: null,
  });
  Object.assign(invoice, {
    id,
    number,
    created,
    effective_at: created,
    status: isPaid ? "paid" : "open",
    attempted: isPaid,
    amount_paid: paid,
    amount_remaining: amount - paid,
    ending_balance: 0,
    hosted_invoice_url: `${world.options.pageUrl()}/stripe/invoices/${id}`,
    status_transitions: {
      ...invoice.status_transitions,
      finalized_at: created,
      paid_at: isPaid ? (transfers.at(-1)?.created ?? created) : null,
    },
  });
  world.invoices.save(invoice);
  addDefaultPayment(world, invoice, input, amount - paid);
  for (const transfer of transfers) addTransfer(world, invoice, customer, transfer);
  return true;
}

const toIntentFields = (customer: string, amount: number) => ({ amount, customer, description: null, metadata: {} });

/**
 * Adds the invoice's PaymentIntent with the amount that is left to pay. If bank transfers paid everything, the
 * PaymentIntent is canceled.
 */
function addDefaultPayment(
  world: World,
  invoice: Stripe.Invoice,
  { payment_intent, customer, amount, created }: KnownInvoice,
  remaining: number,
): void {
  const isSettled = remaining === 0;
  const intent = buildIntent(payment_intent, created, toIntentFields(customer, isSettled ? amount : remaining));
  if (isSettled) intent.status = "canceled";
  world.paymentIntents.save(intent);
  const payment = addPayment(world, invoice, intent, { amount: intent.amount, is_default: true });
  world.invoicePayments.save({ ...payment, created, status: isSettled ? "canceled" : "open" });
}

function addTransfer(
  world: World,
  invoice: Stripe.Invoice,
  customer: string,
  { charge: id, payment_intent, amount, created }: Transfer,
): void {
  const intent: Stripe.PaymentIntent = {
    ...buildIntent(payment_intent, created, toIntentFields(customer, amount)),
    status: "succeeded",
    amount_received: amount,
    latest_charge: id,
    payment_method_types: ["customer_balance"],
  };
  const charge: Stripe.Charge = {
    ...buildTransferCharge(world, intent),
    id,
    created,
    outcome: buildOutcome(null),
    balance_transaction: moveBalance(world, "payment", amount, id).id,
  };
  world.paymentIntents.save(intent);
  world.charges.save(charge);
  const payment = addPayment(world, invoice, intent, { amount, is_default: false });
  world.invoicePayments.save({
    ...payment,
    created,
    amount_paid: amount,
    status: "paid",
    status_transitions: { ...payment.status_transitions, paid_at: created },
  });
}
