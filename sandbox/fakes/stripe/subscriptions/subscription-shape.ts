import type Stripe from "stripe";
import { randomId } from "../wire/ids.ts";
import { addLine, buildInvoice } from "../invoices/invoice-shape.ts";
import { innerList } from "../wire/listing.ts";
import { nextPeriodEnd } from "../clock/periods.ts";
import { toDecimal } from "../wire/wire.ts";
import type { World } from "../state.ts";

export interface SubscriptionInput {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  default_payment_method: string | null;
  description: string | null;
  custom_fields: { name: string; value: string }[] | null;
  metadata: Record<string, string>;
}

/** A subscription whose first period starts now, not saved. */
export function buildSubscription(world: World, input: SubscriptionInput): Stripe.Subscription {
  const now = world.clock.now();
  const id = randomId("sub");
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: now,
    currency: "usd",
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: input.custom_fields,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: innerList(`/v1/subscription_items?subscription=${id}`, [buildItem(id, input, now)]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: "off" },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: "incomplete",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

/** In this fake every subscription has exactly one item. */
export function getItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** The invoice of the current period, or of a `share` of it, not saved. */
export function draftInvoice(
  world: World,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  billing_reason: "subscription_create" | "subscription_cycle" | "upcoming",
  { share = 1, ...period }: { start: number; end: number; share?: number },
): Stripe.Invoice {
  const invoice = buildInvoice(world, {
    customer,
    billing_reason,
    subscription,
    description: subscription.description,
    custom_fields: subscription.invoice_settings.custom_fields ?? undefined,
  });
  const item = getItem(subscription);
  const { quantity = 1, price } = item;
  const product = world.products.find(String(price.product));
  const unit = price.unit_amount ?? 0;
  addLine(invoice, {
    amount: Math.round(unit * quantity * share),
    quantity,
    unit_amount: unit,
    description: `${quantity} × ${product?.name ?? "Subscription"} (at $${(unit / 100).toFixed(2)} / ${price.recurring?.interval})`,
    metadata: { ...subscription.metadata },
    period,
    parent: {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    price,
    subscription: subscription.id,
  });
  return invoice;
}

function buildItem(subscription: string, { price, quantity }: SubscriptionInput, now: number): Stripe.SubscriptionItem {
  const { recurring } = price;
  if (!recurring) throw new Error(`${price.id} is not recurring`);
  return {
    id: randomId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: nextPeriodEnd(now, recurring, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price, recurring),
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

export function toPlan(price: Stripe.Price, recurring: Stripe.Price.Recurring): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: toDecimal(price.unit_amount ?? 0),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: recurring.interval,
    interval_count: recurring.interval_count,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
