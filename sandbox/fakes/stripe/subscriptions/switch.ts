import type Stripe from "stripe";
import { requireAccepted } from "../account/refusals.ts";
import { nextPeriodEnd } from "../clock/periods.ts";
import { getCustomer } from "../customers/customers.ts";
import { requireOwnMethod } from "../customers/payment-methods.ts";
import { createActionFailure, applyOutcome, finalizeInvoice, countAttempt } from "../invoices/invoice-payment.ts";
import { addLine, buildInvoice } from "../invoices/invoice-shape.ts";
import { attemptPayment, createDeclinedFailure } from "../payments/attempt.ts";
import { applyBalance } from "../payments/limits.ts";
import { createIntent } from "../payments/payment-intents.ts";
import { createInvalidRequest } from "../wire/failure.ts";
import { type World, idOf } from "../state.ts";
import { applyPrice, holdUpdate } from "./pending-update.ts";
import { planPeriodEnd } from "./period-end.ts";
import { getItem } from "./subscription-shape.ts";

/** A switch to another price of the subscription's only item. */
export interface Switch {
  price: Stripe.Price;
  quantity: number;
  /** The instant for which prorations are calculated; by default now. */
  proration_date?: number | undefined;
  behavior: "none" | "create_prorations" | "always_invoice";
}

/**
 * The invoice of a switch to another interval, not saved: it credits the unused time of the old price and charges a
 * whole period of the new one, which begins now (https://docs.stripe.com/billing/subscriptions/prorations,
 * https://docs.stripe.com/billing/subscriptions/change-price).
 */
export function draftSwitch(
  world: World,
  subscription: Stripe.Subscription,
  { price, quantity, proration_date, behavior }: Switch,
): Stripe.Invoice {
  const now = world.clock.now();
  const prorateAt = proration_date ?? now;
  const item = getItem(subscription);
  const { current_period_start: start, current_period_end: end, price: old, quantity: count = 1 } = item;
  if (proration_date !== undefined && behavior === "none")
    throw createInvalidRequest("You cannot specify `proration_date` when `proration_behavior` is `none`.", {
      param: "proration_date",
    });
  if (prorateAt < start || prorateAt > end)
    throw createInvalidRequest("The `proration_date` must be within the current period of the subscription.", {
      param: "proration_date",
    });
  const { recurring } = price;
  if (!recurring) throw createInvalidRequest("The price must be recurring.", { param: "items[0][price_data]" });
  const isSame =
    recurring.interval === old.recurring?.interval && recurring.interval_count === old.recurring.interval_count;
  // Stripe bills a new price of the same interval with the next invoice, which is not simulated.
  if (isSame) throw createInvalidRequest("The sandbox only switches to another interval.", { param: "items" });
  const invoice = buildInvoice(world, {
    customer: getCustomer(world, idOf(subscription.customer) ?? ""),
    billing_reason: "subscription_update",
    subscription,
    description: subscription.description,
    custom_fields: subscription.invoice_settings.custom_fields ?? undefined,
    period: { start, end: now },
  });
  const findProductName = (of: Stripe.Price) => world.products.find(String(of.product))?.name ?? "Subscription";
  const buildParent = (proration: boolean): Stripe.InvoiceLineItem["parent"] => ({
    type: "subscription_item_details",
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration,
      proration_details: null,
      subscription: subscription.id,
      subscription_item: item.id,
    },
  });
  const line = { metadata: { ...subscription.metadata }, subscription: subscription.id };
  if (behavior !== "none") {
    const unusedCents = Math.round(((old.unit_amount ?? 0) * count * (end - prorateAt)) / (end - start));
    addLine(invoice, {
      ...line,
      amount: -unusedCents,
      quantity: count,
      unit_amount: old.unit_amount ?? 0,
      description: `Unused time on ${findProductName(old)} after ${new Date(prorateAt * 1000).toISOString().slice(0, 10)}`,
      period: { start: prorateAt, end },
      parent: buildParent(true),
      price: old,
    });
  }
  const unit = price.unit_amount ?? 0;
  addLine(invoice, {
    ...line,
    amount: unit * quantity,
    quantity,
    unit_amount: unit,
    description: `${quantity} × ${findProductName(price)} (at $${(unit / 100).toFixed(2)} / ${recurring.interval})`,
    period: { start: now, end: nextPeriodEnd(now, recurring, now) },
    parent: buildParent(false),
    price,
  });
  return invoice;
}

/** The invoice that a switch would create, not saved, with the instant of its prorations. */
export function previewSwitch(world: World, subscription: Stripe.Subscription, change: Switch): Stripe.Invoice {
  const invoice = draftSwitch(world, subscription, change);
  const { starting, due, ending } = applyBalance(
    getCustomer(world, idOf(subscription.customer) ?? "").balance,
    invoice.total,
  );
  const details = invoice.parent?.subscription_details;
  if (details) details.subscription_proration_date = change.proration_date ?? world.clock.now();
  return Object.assign(invoice, {
    id: `upcoming_${invoice.id}`,
    amount_due: due,
    amount_remaining: due,
    starting_balance: starting,
    ending_balance: ending,
  });
}

export const paymentBehaviors = ["allow_incomplete", "error_if_incomplete", "pending_if_incomplete"] as const;

/**
 * Switches the price: the billing date becomes now, and the invoice is paid at once. If the payment fails,
 * `error_if_incomplete` changes nothing and throws the provider's 402, `pending_if_incomplete` holds the change until
 * the invoice is paid; otherwise the subscription becomes past due.
 */
export function switchPrice(
  world: World,
  subscription: Stripe.Subscription,
  change: Switch,
  behavior: (typeof paymentBehaviors)[number] = "allow_incomplete",
): void {
  const isStrict = behavior === "error_if_incomplete";
  const customer = getCustomer(world, idOf(subscription.customer) ?? "");
  const invoice = draftSwitch(world, subscription, change);
  requireAccepted(world, "finalize", invoice.total);
  const { due } = applyBalance(customer.balance, invoice.total);
  const methodId =
    idOf(subscription.default_payment_method) ?? idOf(customer.invoice_settings.default_payment_method) ?? "";
  const description = "Subscription update";
  const method = due === 0 ? undefined : requireOwnMethod(world, customer.id, methodId, "default_payment_method");
  const intent = method && createIntent(world, { amount: due, customer: customer.id, description, metadata: {} });
  const outcome = method && intent ? attemptPayment(world, intent, method) : "succeeded";
  if (intent && isStrict && outcome === "declined") throw createDeclinedFailure(intent);
  if (intent && isStrict && outcome === "requires_action")
    throw createActionFailure(intent, "subscription_payment_intent_requires_action");
  const isFailed = outcome === "declined" || outcome === "requires_action";
  const isPending = behavior === "pending_if_incomplete" && isFailed;
  if (isPending) holdUpdate(world, subscription, { price: change.price, quantity: change.quantity });
  else applyPrice(world, subscription, change);
  subscription.latest_invoice = invoice.id;
  world.subscriptions.save(subscription);
  world.invoices.save(invoice);
  world.emit("invoice.created", invoice);
  finalizeInvoice(world, invoice, intent);
  if (invoice.status === "open") {
    countAttempt(invoice, true);
    applyOutcome(world, invoice, outcome, true);
  }
  if (!isPending) planPeriodEnd(world, subscription);
}
