import type Stripe from "stripe";
import { randomId } from "../wire/ids.ts";
import { innerList } from "../wire/listing.ts";
import { toDecimal } from "../wire/wire.ts";
import type { World } from "../state.ts";

export interface InvoiceInput {
  customer: Stripe.Customer;
  billing_reason: "manual" | "subscription_create" | "subscription_cycle" | "subscription_update" | "upcoming";
  description?: string | null | undefined;
  custom_fields?: { name: string; value: string }[] | undefined;
  collection_method?: Stripe.Invoice.CollectionMethod;
  due_date?: number | null;
  payment_settings?: Partial<Stripe.Invoice.PaymentSettings> | undefined;
  default_payment_method?: string | null | undefined;
  metadata?: Record<string, string>;
  subscription?: Stripe.Subscription;
  period?: { start: number; end: number };
}

/** A draft without lines, not saved yet. */
export function buildInvoice(world: World, input: InvoiceInput): Stripe.Invoice {
  const { customer, subscription } = input;
  const now = world.clock.now();
  const id = randomId("in");
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "CGX",
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.billing_reason,
    collection_method: input.collection_method ?? "charge_automatically",
    created: now,
    currency: "usd",
    custom_fields: input.custom_fields ?? null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping && {
      address: customer.shipping.address,
      name: customer.shipping.name,
      phone: customer.shipping.phone,
    },
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: input.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: input.description ?? null,
    discounts: [],
    due_date: input.due_date ?? null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: innerList(`/v1/invoices/${id}/lines`, []),
    livemode: false,
    metadata: input.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription
      ? {
          type: "subscription_details",
          quote_details: null,
          subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
      ...input.payment_settings,
    },
    period_end: input.period?.end ?? now,
    period_start: input.period?.start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

export interface LineInput {
  amount: number;
  quantity: number;
  unit_amount: number | string;
  description: string | null;
  metadata: Record<string, string>;
  period: { start: number; end: number };
  parent: Stripe.InvoiceLineItem["parent"];
  price?: Stripe.Price;
  subscription?: string;
}

export function addLine(invoice: Stripe.Invoice, input: LineInput): void {
  const { price } = input;
  invoice.lines.data.push({
    id: randomId("il"),
    object: "line_item",
    amount: input.amount,
    currency: "usd",
    description: input.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: input.metadata,
    parent: input.parent,
    period: input.period,
    pretax_credit_amounts: [],
    pricing: {
      type: "price_details",
      ...(price ? { price_details: { price: price.id, product: String(price.product) } } : {}),
      unit_amount_decimal: toDecimal(input.unit_amount),
    },
    quantity: input.quantity,
    quantity_decimal: toDecimal(input.quantity),
    subscription: input.subscription ?? null,
    subtotal: input.amount,
    taxes: [],
  });
  updateTotals(invoice);
}

export function removeLine(invoice: Stripe.Invoice, line: Stripe.InvoiceLineItem): void {
  invoice.lines.data = invoice.lines.data.filter(({ id }) => id !== line.id);
  updateTotals(invoice);
}

function updateTotals(invoice: Stripe.Invoice): void {
  const total = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  invoice.subtotal = total;
  invoice.subtotal_excluding_tax = total;
  invoice.total = total;
  invoice.total_excluding_tax = total;
  invoice.amount_due = total;
  invoice.amount_remaining = total;
}
