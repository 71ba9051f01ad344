import * as z from "zod/mini";
import { refundReasons, subscriptionTerms } from "../../db/enums.ts";
import {
  address,
  cents,
  type Definition,
  allChannels,
  id,
  instant,
  line,
  link,
  orderDetails,
  product,
  sendableFields,
} from "./notification-fields.ts";
import { pages } from "./pages.ts";

/** Links to the pages that show and print the invoice, for recipients with an account. */
const invoicePages = { invoice_url: z.optional(link()), invoice_pdf_url: z.optional(link()) };
/** `url` is the order's page. */
const order = {
  ...sendableFields,
  order_number: line(64),
  order_id: z.optional(id()),
  order_details: z.optional(orderDetails),
  billing_address: z.optional(address),
  shipping_address: z.optional(address),
  po_number: z.optional(line(64)),
  url: z.optional(link()),
};
/** A payment of an order or, with `product`, of a subscription; `url` is the page where the user views or pays it. */
const payment = {
  ...sendableFields,
  order_number: z.optional(line(64)),
  order_id: z.optional(id()),
  invoice_id: z.optional(id()),
  invoice_number: z.optional(line(64)),
  po_number: z.optional(line(64)),
  product: z.optional(product),
  amount: z.optional(cents()),
  order_details: z.optional(orderDetails),
  url: z.optional(link()),
  refund: z.optional(
    z.object({
      amount: cents(),
      reason: z.optional(z.enum(refundReasons)),
      reason_text: z.optional(line(500)),
      is_by_other_means: z.optional(z.boolean()),
    }),
  ),
  /** The bank wants the user to confirm the renewal at `url`; the provider charges again at `before`. */
  confirm: z.optional(z.object({ url: link(), before: z.optional(instant()), is_reminder: z.boolean() })),
};
/**
 * Reminder to pay an open invoice at `url`. `due_days`: days past the due day of an order on account; negative before
 * it.
 */
const reminder = {
  reminder: z.optional(
    z.object({ url: z.optional(link()), due_days: z.optional(z.int().check(z.gte(-90), z.lte(3650))) }),
  ),
};
const subscriptionsLink = { page: pages.subscriptions, field: "url" } as const;
const downloadsLink = { page: pages.downloads, field: "download_url" } as const;
/** `url` is the subscription's page; `expired_date` is the end of the term. */
const subscription = {
  ...sendableFields,
  product,
  subscription_term: z.optional(z.enum(subscriptionTerms)),
  expired_date: z.optional(instant()),
  manage_subscription_url: z.optional(link()),
  url: z.optional(link()),
};
/** The link is created on sending; of these types, only reminders and news have one. */
const unsubscribeFields = { unsubscribe_url: z.optional(link()) };
const releaseFields = {
  ...sendableFields,
  ...unsubscribeFields,
  product,
  version: line(64),
  download_url: z.optional(link()),
};

export const storeNotificationTypes = {
  orderShipped: {
    title: "Your order was shipped",
    kind: "order",
    channels: allChannels,
    payload: z.object({ ...order, tracking_number: z.optional(line(128)), tracking_link: z.optional(link()) }),
  },
  invoiceForOrder: {
    title: "Invoice for your order",
    kind: "payment",
    channels: allChannels,
    payload: z.object({
      ...order,
      ...reminder,
      ...invoicePages,
      invoice_id: z.optional(id()),
      invoice_number: z.optional(line(64)),
      amount: z.optional(cents()),
    }),
  },
  subscriptionRenewalReminder: {
    title: "Your subscription renews soon",
    kind: "reminder",
    channels: allChannels,
    link: subscriptionsLink,
    payload: z.object({
      ...subscription,
      ...unsubscribeFields,
      days_left: z.int().check(z.gte(0), z.lte(366)),
      amount: z.optional(cents()),
    }),
  },
  orderConfirmed: {
    title: "Your order is confirmed",
    kind: "order",
    channels: allChannels,
    payload: z.object({ ...order, ...invoicePages, invoice_number: z.optional(line(64)) }),
  },
  orderReceived: {
    title: "We received your order",
    kind: "order",
    channels: allChannels,
    /**
     * An order of plans has no number, so `product` names it. With `delivered_at` the buyer has received the order,
     * otherwise the shop has.
     */
    payload: z.object({
      ...order,
      delivered_at: z.optional(instant()),
      order_number: z.optional(line(64)),
      product: z.optional(product),
      subscription_term: z.optional(z.enum(subscriptionTerms)),
    }),
  },
  orderCanceled: { title: "Your order was canceled", kind: "order", channels: allChannels, payload: z.object(order) },
  paymentFailed: { title: "A payment failed", kind: "payment", channels: allChannels, payload: z.object(payment) },
  paymentRefunded: {
    title: "A payment was refunded",
    kind: "payment",
    channels: allChannels,
    payload: z.object(payment),
  },
  paymentDisputed: {
    title: "A payment is disputed",
    kind: "payment",
    channels: allChannels,
    payload: z.object(payment),
  },
  invoiceForSubscription: {
    title: "Invoice for your subscription",
    kind: "payment",
    channels: allChannels,
    link: subscriptionsLink,
    payload: z.object({
      ...subscription,
      ...reminder,
      ...invoicePages,
      invoice_id: z.optional(id()),
      invoice_number: z.optional(line(64)),
      po_number: z.optional(line(64)),
      amount: z.optional(cents()),
      order_details: z.optional(orderDetails),
    }),
  },
  subscriptionStarted: {
    title: "Your subscription started",
    kind: "payment",
    channels: allChannels,
    link: subscriptionsLink,
    payload: z.object(subscription),
  },
  subscriptionExpired: {
    title: "Your subscription expired",
    kind: "payment",
    channels: allChannels,
    link: subscriptionsLink,
    payload: z.object(subscription),
  },
  subscriptionCanceled: {
    title: "Your subscription was canceled",
    kind: "payment",
    channels: allChannels,
    link: subscriptionsLink,
    /** `unpaid`: price and tax of a renewal that was not paid. */
    payload: z.object({ ...subscription, unpaid: z.optional(cents()) }),
  },
  newSoftwareVersion: {
    title: "New software version",
    kind: "news",
    channels: allChannels,
    link: downloadsLink,
    payload: z.object(releaseFields),
  },
  newPluginVersion: {
    title: "New plugin version",
    kind: "news",
    channels: allChannels,
    link: downloadsLink,
    payload: z.object(releaseFields),
  },
} as const satisfies Record<string, Definition>;

/** `message` is Markdown without HTML. */
export const announcement = {
  title: "Announcement",
  kind: "news",
  channels: allChannels,
  payload: z.object({ ...sendableFields, ...unsubscribeFields, subject: line(150), message: line(4000) }),
} as const satisfies Definition;

export const mustReadReasons = ["safety", "security", "contract"] as const;
export type MustReadReason = (typeof mustReadReasons)[number];

/** A message that ignores the user's settings and cannot be unsubscribed from; `message` is Markdown without HTML. */
export const mustRead = {
  title: "Must-read",
  kind: "must-read",
  channels: allChannels,
  payload: z.object({ ...sendableFields, reason: z.enum(mustReadReasons), subject: line(150), message: line(4000) }),
} as const satisfies Definition;
