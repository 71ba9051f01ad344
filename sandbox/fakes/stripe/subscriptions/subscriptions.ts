// The endpoints of subscriptions with the parameters that each accepts.
import type Stripe from "stripe";
import { z } from "zod";
import { getCustomer } from "../customers/customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { listPage } from "../wire/listing.ts";
import {
  bool,
  clearable,
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
import { voidInvoice } from "../invoices/close-invoice.ts";
import { requireOwnMethod } from "../customers/payment-methods.ts";
import { createPrice, getProduct, recurringPriceShape } from "../products/products.ts";
import { prorateEnd, prorationBehaviors } from "./proration.ts";
import { findLiveSchedule, requireUnscheduled } from "./schedule-life.ts";
import { beginSubscription, expireSubscription } from "./subscription-life.ts";
import { getItem, buildSubscription } from "./subscription-shape.ts";
import { paymentBehaviors, previewSwitch, type Switch, switchPrice } from "./switch.ts";
import { endSubscription } from "./subscription-status.ts";
import { type World, idOf } from "../state.ts";

const itemShape = params<Stripe.SubscriptionCreateParams.Item>()({
  price_data: recurringPriceShape,
  quantity: integer.refine((value) => value >= 1, "quantity").optional(),
});
const createShape = params<Stripe.SubscriptionCreateParams>()({
  customer: text,
  items: list(itemShape).refine((items) => items.length === 1, "exactly one item is supported here"),
  default_payment_method: text.optional(),
  payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
  off_session: bool.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  cancel_at: integer.optional(),
  cancel_at_period_end: bool.optional(),
  invoice_settings: params<Stripe.SubscriptionCreateParams.InvoiceSettings>()({
    custom_fields: customFields.optional(),
  }).optional(),
  billing_mode: z.strictObject({ type: z.enum(["classic", "flexible"]) }).optional(),
  proration_behavior: z.enum(prorationBehaviors).optional(),
  expand,
});
const changedItemsShape = list(
  params<Stripe.SubscriptionUpdateParams.Item>()({
    id: text,
    price: text.optional(),
    price_data: recurringPriceShape.optional(),
    quantity: integer.refine((value) => value >= 1, "quantity").optional(),
  }),
).refine((items) => items.length === 1, "exactly one item is supported here");
const updateShape = params<Stripe.SubscriptionUpdateParams>()({
  items: changedItemsShape.optional(),
  proration_date: integer.optional(),
  payment_behavior: z.enum(paymentBehaviors).optional(),
  off_session: bool.optional(),
  cancel_at: z.union([z.literal("").transform(() => null), integer]).optional(),
  cancel_at_period_end: bool.optional(),
  default_payment_method: text.optional(),
  description: clearable.optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(prorationBehaviors).optional(),
  expand,
});
const previewShape = params<Stripe.InvoiceCreatePreviewParams>()({
  subscription: text,
  subscription_details: params<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
    items: changedItemsShape,
    proration_behavior: z.enum(prorationBehaviors).optional(),
    proration_date: integer.optional(),
  }),
  expand,
});
const cancelShape = params<Stripe.SubscriptionCancelParams>()({
  invoice_now: bool.optional(),
  prorate: bool.optional(),
  expand,
});
const statusShape = z.enum(["active", "all", "canceled", "ended", "incomplete", "incomplete_expired", "past_due"]);
const listShape = params<Stripe.SubscriptionListParams>()({
  customer: text.optional(),
  status: statusShape.optional(),
  created: range.optional(),
  ...paging,
});

export function subscriptionEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/subscriptions", createShape, ({ world, input }) => create(world, input)),
    defineEndpoint("GET", "/v1/subscriptions", listShape, ({ world, input, path }) => {
      const rows = input.customer ? world.subscriptions.by("customer", input.customer) : world.subscriptions.all();
      return listPage(
        path,
        [...rows].filter(({ status }) => isListed(status, input.status)),
        input,
      );
    }),
    defineEndpoint("GET", "/v1/subscriptions/:id", z.strictObject({ expand }), ({ world, id }) =>
      getSubscription(world, id),
    ),
    defineEndpoint("POST", "/v1/subscriptions/:id", updateShape, ({ world, input, id }) =>
      update(world, getSubscription(world, id), input),
    ),
    defineEndpoint("POST", "/v1/invoices/create_preview", previewShape, ({ world, input }) => {
      const subscription = getSubscription(world, input.subscription, "subscription");
      if (isOver(subscription)) throw createMissing("subscription", subscription.id, "subscription");
      const { items, ...more } = input.subscription_details;
      return previewSwitch(world, subscription, toSwitch(world, subscription, items, more));
    }),
    defineEndpoint("DELETE", "/v1/subscriptions/:id", cancelShape, ({ world, id }) => {
      const subscription = getSubscription(world, id);
      if (isOver(subscription)) throw createMissing("subscription", id);
      if (subscription.status === "incomplete") {
        subscription.canceled_at = world.clock.now();
        return expireSubscription(world, subscription);
      }
      return endSubscription(world, subscription, "cancellation_requested");
    }),
  ];
}

function getSubscription(world: World, id: string, param = "id"): Stripe.Subscription {
  const subscription = world.subscriptions.find(id);
  if (!subscription) throw createMissing("subscription", id, param);
  return subscription;
}

interface ProrationInput {
  proration_date?: number | undefined;
  proration_behavior?: (typeof prorationBehaviors)[number] | undefined;
}

function toSwitch(
  world: World,
  subscription: Stripe.Subscription,
  [item]: z.output<typeof changedItemsShape>,
  { proration_date, proration_behavior: behavior = "create_prorations" }: ProrationInput,
): Switch {
  if (item?.id !== getItem(subscription).id) throw createMissing("subscription item", item?.id ?? "", "items[0][id]");
  const { price: id, price_data, quantity = getItem(subscription).quantity ?? 1 } = item;
  if (price_data) getProduct(world, price_data.product, "items[0][price_data][product]");
  const price = price_data ? createPrice(world, price_data) : world.prices.find(id ?? "");
  if (!price) throw createMissing("price", id ?? "", "items[0][price]");
  return { price, quantity, proration_date, behavior };
}

/** Fields that https://docs.stripe.com/billing/subscriptions/pending-updates-reference allows. */
const pendingFields = ["items", "payment_behavior", "proration_behavior", "proration_date", "expand"];

function create(world: World, input: z.output<typeof createShape>): Stripe.Subscription {
  const customer = getCustomer(world, input.customer);
  const [item] = input.items;
  if (!item)
    throw createInvalidRequest("Missing required param: items.", { code: "parameter_missing", param: "items" });
  const { price_data, quantity = 1 } = item;
  getProduct(world, price_data.product, "items[0][price_data][product]");
  const methodId = input.default_payment_method ?? idOf(customer.invoice_settings.default_payment_method);
  if (!methodId) {
    const message =
      "This customer has no attached payment source or default payment method. Please consider adding a default payment method.";
    throw createInvalidRequest(message, { code: "resource_missing" });
  }
  const method = requireOwnMethod(world, customer.id, methodId, "default_payment_method");
  const subscription = buildSubscription(world, {
    customer: customer.id,
    price: createPrice(world, price_data),
    quantity,
    default_payment_method: input.default_payment_method ?? null,
    description: input.description ?? null,
    custom_fields: input.invoice_settings?.custom_fields ?? null,
    metadata: mergeMetadata({}, input.metadata),
  });
  requireValidEnd(world, input);
  setEnd(world, subscription, input);
  beginSubscription(world, subscription, method, input.payment_behavior === "error_if_incomplete");
  planEnd(world, subscription);
  prorateEnd(world, subscription, input.proration_behavior);
  return subscription;
}

function update(
  world: World,
  subscription: Stripe.Subscription,
  input: z.output<typeof updateShape>,
): Stripe.Subscription {
  const { metadata: change, default_payment_method, description } = input;
  const changesMore = Object.keys(input).some((name) => name !== "metadata" && name !== "expand");
  if (isOver(subscription) && changesMore) {
    throw createInvalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (input.cancel_at !== undefined || input.cancel_at_period_end !== undefined)
    requireUnscheduled(world, subscription);
  requireValidEnd(world, input);
  const { cancel_at, cancel_at_period_end, metadata: before } = subscription;
  const previous = {
    cancel_at,
    cancel_at_period_end,
    metadata: { ...before },
    default_payment_method: subscription.default_payment_method,
    description: subscription.description,
  };
  if (default_payment_method) {
    requireOwnMethod(world, idOf(subscription.customer) ?? "", default_payment_method, "default_payment_method");
    subscription.default_payment_method = default_payment_method;
  }
  if (description !== undefined) subscription.description = description;
  subscription.metadata = mergeMetadata(before, change);
  try {
    switchItems(world, subscription, input);
  } catch (error) {
    // A refused request changes nothing.
    Object.assign(subscription, previous);
    throw error;
  }
  setEnd(world, subscription, input);
  planEnd(world, subscription);
  if (subscription.cancel_at !== cancel_at) prorateEnd(world, subscription, input.proration_behavior);
  world.subscriptions.save(subscription);
  world.emit("customer.subscription.updated", subscription, previous);
  return subscription;
}

function switchItems(world: World, subscription: Stripe.Subscription, input: z.output<typeof updateShape>): void {
  if (!input.items) return;
  if (findLiveSchedule(world, subscription))
    throw createInvalidRequest("The sandbox switches only subscriptions without a schedule.", { param: "items" });
  const unsupported = Object.keys(input).find((name) => !pendingFields.includes(name));
  if (input.payment_behavior === "pending_if_incomplete" && unsupported) {
    const message = `You cannot set \`${unsupported}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`;
    throw createInvalidRequest(message, { param: unsupported });
  }
  const heldInvoice = subscription.pending_update && world.invoices.find(idOf(subscription.latest_invoice) ?? "");
  if (heldInvoice) voidInvoice(world, heldInvoice);
  switchPrice(world, subscription, toSwitch(world, subscription, input.items, input), input.payment_behavior);
}

interface EndInput {
  cancel_at?: number | null | undefined;
  cancel_at_period_end?: boolean | undefined;
}

function requireValidEnd(world: World, { cancel_at, cancel_at_period_end }: EndInput): void {
  if (cancel_at !== undefined && cancel_at !== null && cancel_at_period_end) {
    const message = "You cannot set both `cancel_at` and `cancel_at_period_end`.";
    throw createInvalidRequest(message, { code: "parameters_exclusive", param: "cancel_at" });
  }
  if (typeof cancel_at === "number" && cancel_at <= world.clock.now()) {
    throw createInvalidRequest("The cancel_at date must be in the future.", { param: "cancel_at" });
  }
}

function setEnd(world: World, subscription: Stripe.Subscription, { cancel_at, cancel_at_period_end }: EndInput): void {
  if (cancel_at !== undefined) {
    subscription.cancel_at = cancel_at;
    subscription.cancel_at_period_end = false;
  }
  if (cancel_at_period_end !== undefined) {
    const isSame = subscription.cancel_at_period_end === cancel_at_period_end;
    subscription.cancel_at_period_end = cancel_at_period_end;
    if (cancel_at_period_end) subscription.cancel_at = getItem(subscription).current_period_end;
    else if (!isSame) subscription.cancel_at = null;
  }
  subscription.canceled_at = subscription.cancel_at === null ? null : (subscription.canceled_at ?? world.clock.now());
}

function planEnd(world: World, subscription: Stripe.Subscription): void {
  world.callOff(subscription.id, "cancel");
  if (subscription.cancel_at !== null) world.plan("cancel", subscription.id, subscription.cancel_at);
}

function isOver({ status }: Stripe.Subscription): boolean {
  return status === "canceled" || status === "incomplete_expired";
}

// Lists exclude canceled subscriptions by default.
function isListed(
  status: Stripe.Subscription.Status,
  requestedStatus: z.output<typeof statusShape> | undefined,
): boolean {
  if (requestedStatus === undefined) return status !== "canceled";
  if (requestedStatus === "all") return true;
  if (requestedStatus === "ended") return status === "canceled" || status === "incomplete_expired";
  return status === requestedStatus;
}
