import type Stripe from "stripe";
import { getCustomer } from "../customers/customers.ts";
import { type Endpoint, endpoint } from "../wire/endpoint.ts";
import { invalidRequest, missing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { addLine } from "./invoice-shape.ts";
import { currency, expand, integer, mergeMetadata, metadata, params, text } from "../wire/params.ts";
import { decimal } from "../wire/wire.ts";
import type { World } from "../state.ts";

const decimalText = text.regex(/^\d{1,10}(\.\d{1,12})?$/, "Invalid decimal");
const createShape = params<Stripe.InvoiceItemCreateParams>()({
  customer: text,
  invoice: text.optional(),
  amount: integer.refine((value) => Math.abs(value) <= 99_999_999, "amount").optional(),
  currency: currency.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  quantity: integer.refine((value) => value >= 0, "quantity").optional(),
  unit_amount_decimal: decimalText.optional(),
  expand,
});

export function invoiceItemEndpoints(): Endpoint[] {
  return [
    endpoint("POST", "/v1/invoiceitems", createShape, ({ world, input }) => {
      const customer = getCustomer(world, input.customer);
      const invoice = input.invoice === undefined ? undefined : draft(world, input.invoice, customer.id);
      const { amount, unit, quantity } = price(input);
      const now = world.clock.now();
      const item: Stripe.InvoiceItem = {
        id: randomId("ii"),
        object: "invoiceitem",
        amount,
        currency: "usd",
        customer: customer.id,
        customer_account: null,
        date: now,
        description: input.description ?? null,
        discountable: true,
        discounts: [],
        invoice: null,
        livemode: false,
        metadata: mergeMetadata({}, input.metadata),
        parent: null,
        period: { start: now, end: now },
        pricing: { type: "price_details", unit_amount_decimal: decimal(unit) },
        proration: false,
        quantity,
        quantity_decimal: decimal(quantity),
        tax_rates: [],
        test_clock: null,
      };
      world.invoiceItems.save(item);
      if (invoice) addItem(world, invoice, item);
      world.emit("invoiceitem.created", item);
      return item;
    }),
  ];
}

/** Items that wait for the customer's next invoice, oldest first. */
export function pendingItems(world: World, customer: string): Stripe.InvoiceItem[] {
  return world.invoiceItems.by("customer", customer).filter(({ invoice }) => invoice === null);
}

/** Puts an item on a draft. */
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

function price(input: {
  amount?: number | undefined;
  unit_amount_decimal?: string | undefined;
  quantity?: number | undefined;
}) {
  const { amount, unit_amount_decimal: unit, quantity = 1 } = input;
  if ((amount === undefined) === (unit === undefined)) {
    const message = "You must give exactly one of `amount` and `unit_amount_decimal`.";
    throw invalidRequest(message, {
      code: amount === undefined ? "parameter_missing" : "parameters_exclusive",
      param: "amount",
    });
  }
  if (unit !== undefined) return { amount: Math.round(Number(unit) * quantity), unit, quantity };
  if (input.quantity !== undefined && quantity !== 1) {
    const message = "You cannot give `quantity` with `amount`: use `unit_amount_decimal`.";
    throw invalidRequest(message, { code: "parameters_exclusive", param: "quantity" });
  }
  return { amount: amount ?? 0, unit: String(amount), quantity };
}

function draft(world: World, id: string, customer: string): Stripe.Invoice {
  const invoice = world.invoices.find(id);
  if (!invoice) throw missing("invoice", id, "invoice");
  if (invoice.customer !== customer) {
    throw invalidRequest("The invoice item's customer must be the invoice's.", { param: "invoice" });
  }
  if (invoice.status === "draft") return invoice;
  const message = "Finalized invoices can't be updated in this way.";
  throw invalidRequest(message, { code: "invoice_not_editable", param: "invoice" });
}
