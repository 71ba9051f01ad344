import type Stripe from "stripe";
import { z } from "zod";
import { requireAccepted } from "../account/refusals.ts";
import type { Outcome } from "../payments/attempt.ts";
import { getCustomer } from "../customers/customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { addItem, listPendingItems } from "./invoice-items.ts";
import { isPayable, markUncollectible, payOutOfBand, voidInvoice } from "./close-invoice.ts";
import { type Collector, collectPayment, finalizeInvoice, findIntent, throwUnlessTaken } from "./invoice-payment.ts";
import { buildInvoice } from "./invoice-shape.ts";
import { listPage } from "../wire/listing.ts";
import { daySeconds } from "../clock/clock.ts";
import {
  bool,
  currency,
  customFields,
  expand,
  integer,
  list,
  mergeMetadata,
  metadata,
  paging,
  params,
  range,
  text,
} from "../wire/params.ts";
import { requireOwnMethod } from "../customers/payment-methods.ts";
import { findSubscription } from "../subscriptions/subscription-status.ts";
import { type World, idOf } from "../state.ts";

const createShape = params<Stripe.InvoiceCreateParams>()({
  customer: text,
  collection_method: z.enum(["charge_automatically", "send_invoice"]).optional(),
  days_until_due: integer.optional(),
  due_date: integer.optional(),
  payment_settings: z
    .strictObject({
      payment_method_types: list(z.enum(["card", "us_bank_account", "customer_balance"])).optional(),
      payment_method_options: z
        .strictObject({
          customer_balance: z.strictObject({
            funding_type: z.literal("bank_transfer"),
            bank_transfer: z.strictObject({ type: z.literal("us_bank_transfer") }),
          }),
        })
        .optional(),
    })
    .optional(),
  auto_advance: bool.optional(),
  default_payment_method: text.optional(),
  currency: currency.optional(),
  metadata: metadata.optional(),
  pending_invoice_items_behavior: z.enum(["exclude", "include"]).optional(),
  description: text.optional(),
  custom_fields: customFields.optional(),
  expand,
});
const listShape = params<Stripe.InvoiceListParams>()({
  customer: text.optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  subscription: text.optional(),
  created: range.optional(),
  ...paging,
});
const linesShape = params<Stripe.InvoiceListLineItemsParams>()(paging);
const finalizeShape = params<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: bool.optional(), expand });
const payShape = params<Stripe.InvoicePayParams>()({
  payment_method: text.optional(),
  off_session: bool.optional(),
  paid_out_of_band: bool.optional(),
  expand,
});
const expandShape = z.strictObject({ expand });

export function invoiceEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/invoices", createShape, ({ world, input }) => create(world, input)),
    defineEndpoint("GET", "/v1/invoices", listShape, ({ world, input, path }) => {
      const rows = [...listCandidates(world, input)].filter(({ status }) => !input.status || status === input.status);
      return listPage(path, rows, input);
    }),
    defineEndpoint("GET", "/v1/invoices/:id", expandShape, ({ world, id }) => getInvoice(world, id)),
    defineEndpoint("GET", "/v1/invoices/:id/lines", linesShape, ({ world, input, id, path }) =>
      listPage(path, getInvoice(world, id).lines.data.toReversed(), input),
    ),
    defineEndpoint("DELETE", "/v1/invoices/:id", expandShape, ({ world, id }) =>
      deleteDraft(world, getInvoice(world, id)),
    ),
    defineEndpoint("POST", "/v1/invoices/:id/finalize", finalizeShape, ({ world, id }) =>
      finalizeInvoice(world, getInvoice(world, id)),
    ),
    defineEndpoint("POST", "/v1/invoices/:id/pay", payShape, ({ world, input, id }) => {
      const invoice = getInvoice(world, id);
      if (input.paid_out_of_band) return payOutOfBand(world, invoice);
      // The buyer is absent by default (https://docs.stripe.com/api/invoices/pay, `off_session`).
      const collector = input.off_session === false ? "buyer" : "seller";
      throwUnlessTaken(world, invoice, payNow(world, invoice, input.payment_method, collector));
      return invoice;
    }),
    defineEndpoint("POST", "/v1/invoices/:id/void", expandShape, ({ world, id }) =>
      voidInvoice(world, getInvoice(world, id)),
    ),
    defineEndpoint("POST", "/v1/invoices/:id/mark_uncollectible", expandShape, ({ world, id }) =>
      markUncollectible(world, getInvoice(world, id)),
    ),
  ];
}

export function getInvoice(world: World, id: string, param = "id"): Stripe.Invoice {
  const invoice = world.invoices.find(id);
  if (!invoice) throw createMissing("invoice", id, param);
  return invoice;
}

export function findDefaultMethod(world: World, invoice: Stripe.Invoice): string | undefined {
  const customer = getCustomer(world, idOf(invoice.customer) ?? "");
  return (
    idOf(invoice.default_payment_method) ??
    idOf(findSubscription(world, invoice)?.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  );
}

/**
 * Throws unless the invoice is open or uncollectible (https://support.stripe.com/questions/invoice-states) and no
 * payment is processing.
 */
export function requirePayable(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status === "paid") throw createInvalidRequest("Invoice is already paid");
  if (!isPayable(invoice)) throw createInvalidRequest(`You cannot pay an invoice that is ${invoice.status}.`);
  if (findIntent(world, invoice)?.status === "processing") {
    const message = "This invoice's payment is processing. It cannot be paid again before it has failed.";
    throw createInvalidRequest(message, { code: "payment_intent_unexpected_state" });
  }
}

function payNow(
  world: World,
  invoice: Stripe.Invoice,
  requestedMethod: string | undefined,
  collector: Collector,
): Outcome {
  requirePayable(world, invoice);
  requireAccepted(world, "pay", invoice.total);
  const method = requestedMethod ?? findDefaultMethod(world, invoice);
  if (!method) {
    const message = `There is no \`default_payment_method\` set on this Customer or Invoice. Please set a \`default_payment_method\` or provide a \`payment_method\`.`;
    throw createInvalidRequest(message, { code: "resource_missing", param: "payment_method" });
  }
  return collectPayment(world, invoice, requireOwnMethod(world, idOf(invoice.customer) ?? "", method), collector);
}

/** Invoice items that are still on the draft wait for the next invoice. */
function deleteDraft(world: World, invoice: Stripe.Invoice): Stripe.DeletedInvoice {
  if (invoice.status !== "draft" || invoice.parent) throw createInvalidRequest("You can only delete draft invoices.");
  for (const item of world.invoiceItems.by("customer", idOf(invoice.customer) ?? ""))
    if (item.invoice === invoice.id) world.invoiceItems.save(Object.assign(item, { invoice: null }));
  world.invoices.delete(invoice.id);
  world.emit("invoice.deleted", invoice);
  return { id: invoice.id, object: "invoice", deleted: true };
}

function create(world: World, input: z.output<typeof createShape>): Stripe.Invoice {
  const customer = getCustomer(world, input.customer);
  const { default_payment_method, description, collection_method = "charge_automatically" } = input;
  if (default_payment_method) requireOwnMethod(world, customer.id, default_payment_method, "default_payment_method");
  const invoice = buildInvoice(world, {
    customer,
    billing_reason: "manual",
    collection_method,
    due_date: readDueDate(world, customer, input),
    payment_settings: toSettings(input.payment_settings),
    description,
    custom_fields: input.custom_fields,
    default_payment_method,
    metadata: mergeMetadata({}, input.metadata),
  });
  invoice.auto_advance = input.auto_advance ?? false;
  world.invoices.save(invoice);
  if (input.pending_invoice_items_behavior === "include") {
    for (const item of listPendingItems(world, customer.id)) addItem(world, invoice, item);
  }
  world.emit("invoice.created", invoice);
  return invoice;
}

/**
 * The due date; throws for parameters that Stripe allows only with the other `collection_method`
 * (https://docs.stripe.com/api/invoices/create).
 */
function readDueDate(world: World, customer: Stripe.Customer, input: z.output<typeof createShape>): number | null {
  const { collection_method, days_until_due, due_date } = input;
  const dueParam = days_until_due !== undefined ? "days_until_due" : due_date !== undefined ? "due_date" : undefined;
  if (collection_method !== "send_invoice") {
    if (dueParam === undefined) return null;
    const message = `You can only set \`${dueParam}\` if \`collection_method\` is \`send_invoice\`.`;
    throw createInvalidRequest(message, { param: dueParam });
  }
  if (dueParam === undefined) {
    const message =
      "If invoices are not being paid automatically, you must specify either `due_date` or `days_until_due`.";
    throw createInvalidRequest(message, { code: "parameter_missing", param: "days_until_due" });
  }
  if (days_until_due !== undefined && due_date !== undefined)
    throw createInvalidRequest("You may only specify one of these parameters: days_until_due, due_date.");
  if (!customer.email)
    throw createInvalidRequest(
      "Missing email. In order to create invoices that are sent to the customer, the customer must have a valid email.",
    );
  const now = world.clock.now();
  const dueTime = due_date ?? now + (days_until_due ?? 0) * daySeconds;
  if (dueTime < now) throw createInvalidRequest("The due_date must be in the future.", { param: dueParam });
  return dueTime;
}

/** Fields that the input omits are null on the object. */
const toSettings = (
  input: z.output<typeof createShape>["payment_settings"],
): Partial<Stripe.Invoice.PaymentSettings> | undefined =>
  input && {
    payment_method_types: input.payment_method_types ?? null,
    payment_method_options: input.payment_method_options
      ? {
          acss_debit: null,
          bancontact: null,
          card: null,
          customer_balance: input.payment_method_options.customer_balance,
          konbini: null,
          payto: null,
          pix: null,
          sepa_debit: null,
          upi: null,
          us_bank_account: null,
        }
      : null,
  };

function listCandidates(world: World, input: z.output<typeof listShape>): Iterable<Stripe.Invoice> {
  if (input.subscription) return world.invoices.by("subscription", input.subscription);
  return input.customer ? world.invoices.by("customer", input.customer) : world.invoices.all();
}
