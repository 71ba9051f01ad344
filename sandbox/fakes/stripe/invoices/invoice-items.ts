import type Stripe from "stripe";
import { z } from "zod";
import { requireAccepted } from "../account/refusals.ts";
import { getCustomer } from "../customers/customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { addLine, removeLine } from "./invoice-shape.ts";
import {
  currency,
  expand,
  integer,
  list,
  type MetadataInput,
  mergeMetadata,
  metadata,
  params,
  text,
} from "../wire/params.ts";
import { toDecimal } from "../wire/wire.ts";
import type { World } from "../state.ts";

const decimalShape = text.regex(/^\d{1,10}(\.\d{1,12})?$/, "Invalid decimal");
const lineFields = {
  amount: integer.refine((value) => Math.abs(value) <= 99_999_999, "amount").optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  quantity: integer.refine((value) => value >= 0, "quantity").optional(),
};
const createShape = params<Stripe.InvoiceItemCreateParams>()({
  ...lineFields,
  customer: text,
  invoice: text.optional(),
  currency: currency.optional(),
  unit_amount_decimal: decimalShape.optional(),
  expand,
});
const addShape = params<Stripe.InvoiceAddLinesParams>()({
  lines: list(params<Stripe.InvoiceAddLinesParams.Line>()(lineFields)),
  expand,
});
const removeShape = params<Stripe.InvoiceRemoveLinesParams>()({
  lines: list(params<Stripe.InvoiceRemoveLinesParams.Line>()({ id: text, behavior: z.enum(["delete", "unassign"]) })),
  expand,
});
/** The limit of https://docs.stripe.com/changelog/2016-02-22/no-more-than-250-invoice-items. */
const maxLines = 250;

export function invoiceItemEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/invoiceitems", createShape, ({ world, input }) => {
      const customer = getCustomer(world, input.customer);
      const invoice = input.invoice === undefined ? undefined : requireDraft(world, input.invoice, "invoice");
      if (invoice && invoice.customer !== customer.id)
        throw createInvalidRequest("The invoice item's customer must be the invoice's.", { param: "invoice" });
      return createItem(world, customer.id, input, { invoice });
    }),
    defineEndpoint("POST", "/v1/invoices/:id/add_lines", addShape, ({ world, input: { lines }, id }) => {
      const invoice = requireDraft(world, id, "id");
      for (const line of lines) requireAccepted(world, "lines", resolvePrice(line).amount);
      for (const line of lines) createItem(world, String(invoice.customer), line, { invoice });
      return invoice;
    }),
    defineEndpoint("POST", "/v1/invoices/:id/remove_lines", removeShape, ({ world, input: { lines }, id }) => {
      const invoice = requireDraft(world, id, "id");
      for (const line of lines) removeItem(world, invoice, line);
      return invoice;
    }),
  ];
}

interface ItemInput {
  amount?: number | undefined;
  unit_amount_decimal?: string | undefined;
  quantity?: number | undefined;
  description?: string | undefined;
  metadata?: MetadataInput | undefined;
}

/** Creates an item of a draft, or one that waits for the customer's next invoice. */
export function createItem(
  world: World,
  customer: string,
  input: ItemInput,
  { invoice, isProration = false }: { invoice?: Stripe.Invoice | undefined; isProration?: boolean },
): Stripe.InvoiceItem {
  const { amount, unit, quantity } = resolvePrice(input);
  requireAccepted(world, "lines", amount);
  if (invoice && invoice.lines.data.length >= maxLines)
    throw createInvalidRequest(`You can have at most ${maxLines} items on an invoice.`, { param: "lines" });
  const now = world.clock.now();
  const item: Stripe.InvoiceItem = {
    id: randomId("ii"),
    object: "invoiceitem",
    amount,
    currency: "usd",
    customer,
    customer_account: null,
    date: now,
    description: input.description ?? null,
    discountable: !isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    parent: null,
    period: { start: now, end: now },
    pricing: { type: "price_details", unit_amount_decimal: toDecimal(unit) },
    proration: isProration,
    quantity,
    quantity_decimal: toDecimal(quantity),
    tax_rates: [],
    test_clock: null,
  };
  world.invoiceItems.save(item);
  if (invoice) addItem(world, invoice, item);
  world.emit("invoiceitem.created", item);
  return item;
}

/** Removes a line; its invoice item is deleted (`delete`) or waits for the next invoice (`unassign`). */
function removeItem(
  world: World,
  invoice: Stripe.Invoice,
  line: { id: string; behavior: "delete" | "unassign" },
): void {
  const invoiceLine = invoice.lines.data.find(({ id }) => id === line.id);
  const item = world.invoiceItems.find(String(invoiceLine?.parent?.invoice_item_details?.invoice_item));
  if (!invoiceLine || !item) throw createMissing("invoice line item", line.id, "lines");
  removeLine(invoice, invoiceLine);
  if (line.behavior === "delete") world.invoiceItems.delete(item.id);
  else world.invoiceItems.save(Object.assign(item, { invoice: null }));
  world.invoices.save(invoice);
}

/** Items that wait for the next invoice, oldest first. */
export function listPendingItems(world: World, customer: string): Stripe.InvoiceItem[] {
  return world.invoiceItems.by("customer", customer).filter(({ invoice }) => invoice === null);
}

export function addItem(world: World, invoice: Stripe.Invoice, item: Stripe.InvoiceItem): void {
  item.invoice = invoice.id;
  world.invoiceItems.save(item);
  addLine(invoice, {
    amount: item.amount,
    quantity: item.quantity,
    unit_amount: String(item.pricing?.unit_amount_decimal ?? item.amount),
    description: item.description,
    metadata: { ...item.metadata },
    period: item.period,
    parent: {
      type: "invoice_item_details",
      invoice_item_details: { invoice_item: item.id, proration: false, proration_details: null, subscription: null },
      subscription_item_details: null,
    },
  });
  world.invoices.save(invoice);
}

function resolvePrice(input: ItemInput) {
  const { amount, unit_amount_decimal: unit, quantity = 1 } = input;
  if ((amount === undefined) === (unit === undefined)) {
    const message = "You must give exactly one of `amount` and `unit_amount_decimal`.";
    throw createInvalidRequest(message, {
      code: amount === undefined ? "parameter_missing" : "parameters_exclusive",
      param: "amount",
    });
  }
  if (unit !== undefined) return { amount: Math.round(Number(unit) * quantity), unit, quantity };
  if (input.quantity !== undefined && quantity !== 1) {
    const message = "You cannot give `quantity` with `amount`: use `unit_amount_decimal`.";
    throw createInvalidRequest(message, { code: "parameters_exclusive", param: "quantity" });
  }
  return { amount: amount ?? 0, unit: String(amount), quantity };
}

function requireDraft(world: World, id: string, param: string): Stripe.Invoice {
  const invoice = world.invoices.find(id);
  if (!invoice) throw createMissing("invoice", id, param);
  if (invoice.status === "draft") return invoice;
  const message = "Finalized invoices can't be updated in this way.";
  throw createInvalidRequest(message, { code: "invoice_not_editable", param });
}
