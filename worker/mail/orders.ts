import type { NotificationPayload } from "../contract/notification-types.ts";
import { addBusinessDays } from "../contract/buying/business-days.ts";
import { methodName } from "../contract/buying/payment-method-name.ts";
import { invoiceLinks } from "./invoice-links.ts";
import { orderFacts, orderFields, paymentFacts, toReceipt } from "./order-wording.ts";
import { listFacts } from "./sendable.ts";
import { subscriptionFacts } from "./subscription-wording.ts";
import { singleTemplate, variants } from "./template.ts";
import { printDate, printInstant, toLine } from "./wording.ts";

type ReceivedPayload = NotificationPayload<"orderReceived">;
const bankDays = 4;

function bankFields({ paid_by, attempt_date }: NonNullable<ReceivedPayload["order_details"]> = {}) {
  if (paid_by?.type !== "us_bank_account") return { bank_account: undefined, arrives_by: undefined };
  return {
    bank_account: methodName(paid_by),
    arrives_by: attempt_date && printDate(addBusinessDays(attempt_date, bankDays).toISOString()),
  };
}

const debitText = `[[We debit {{bank_account}}. Banks take up to ${bankDays} business days|A payment from a bank account can take several business days]][[, usually until {{arrives_by}}]].`;

const chooseReceived = (payload: ReceivedPayload) => {
  if (payload.delivered_at !== undefined) return "delivered";
  if (payload.order_details?.paid_by?.type === "account") return "account";
  return payload.order_number === undefined && payload.product ? "plan" : "order";
};

export const orderReceived = variants<ReceivedPayload, "order" | "account" | "plan" | "delivered">(chooseReceived, {
  order: {
    name: "Order received",
    text: {
      subject: "We received your order[[ {{order_number}}]]",
      preheader: "We will write again when it is confirmed.",
      title: "We received your order",
      body: `We received your order[[ {{order_number}}]] and will write again when its payment has arrived and the order is confirmed.

${debitText} Nothing ships before it has arrived.

If the payment fails, we write to you: nothing is charged and nothing ships, and you can pay with another payment method on the page of the order.

If you did not place this order, write to {{support_email}}.`,
      action: "See order",
    },
    fields: (payload) => ({ ...orderFields(payload), ...bankFields(payload.order_details) }),
    parts: (payload) => ({
      receipt: toReceipt(payload.order_details),
      facts: orderFacts(payload),
      url: payload.url,
    }),
  },
  account: {
    name: "Order on account received",
    text: {
      subject: "We received your order[[ {{order_number}}]]",
      preheader: "It is on account, and we start right away.",
      title: "We received your order",
      body: `We received your order[[ {{order_number}}]] and start now. It is on account: the page of the order has its invoice and the day on which it is due.

If you did not place this order, write to {{support_email}}.`,
      action: "See order",
    },
    fields: orderFields,
    parts: (payload) => ({
      receipt: toReceipt(payload.order_details),
      facts: orderFacts(payload),
      url: payload.url,
    }),
    example: { order_details: { paid_by: { type: "account", name: null, last4: "" } } },
  },
  plan: {
    name: "Order of a subscription received",
    text: {
      subject: "We received your order of {{product}}",
      preheader: "We will write again when its payment has arrived.",
      title: "We received your order",
      body: `We received your order of a subscription to {{product}} and will write again when its payment has arrived.

${debitText} You can use the subscription as soon as it has arrived.

If the payment fails, we write to you: nothing is charged, and you can pay with another payment method on the page of the subscription.

If you did not order this, write to {{support_email}}.`,
      action: "See subscription",
    },
    fields: ({ product, order_details }) => ({ product: toLine(product?.name ?? ""), ...bankFields(order_details) }),
    parts: (payload) => ({
      receipt: toReceipt(payload.order_details),
      facts: subscriptionFacts({ ...payload, product: payload.product ?? { name: "" } }, "Term ends", [
        ["PO number", payload.po_number],
        ...paymentFacts(payload.order_details),
      ]),
      url: payload.url,
    }),
    example: { order_number: undefined, product: { name: "Flowpoint Pro" } },
  },
  delivered: {
    name: "Order delivered",
    text: {
      subject: "Your order[[ {{order_number}}]] was delivered",
      preheader: "Everything that was shipped has arrived.",
      title: "Your order was delivered",
      body: `Everything that we shipped of your order[[ {{order_number}}]] has arrived.

If something is missing or damaged, write to {{support_email}}.`,
      action: "See order",
    },
    fields: orderFields,
    parts: (payload) => ({
      receipt: toReceipt(payload.order_details),
      facts: orderFacts(payload, [["Delivered", payload.delivered_at && printInstant(payload.delivered_at)]]),
      url: payload.url,
    }),
    example: { delivered_at: "2026-11-24T10:30:00.000Z" },
  },
});

type ConfirmedPayload = NotificationPayload<"orderConfirmed">;

const confirmedParts = (payload: ConfirmedPayload) => ({
  receipt: toReceipt(payload.order_details),
  facts: orderFacts(payload, [["Invoice number", payload.invoice_number]]),
  url: payload.url,
  links: invoiceLinks(payload),
});

/** The payment of an order on account comes long after the order was confirmed; an order of $0 needs none. */
const chooseConfirmed = ({ order_details: details }: ConfirmedPayload) => {
  if (details?.paid_by?.type === "account" && details.total !== 0) return "paid";
  return details?.products && details.delivery_method === undefined ? "software" : "";
};

const confirmedText = {
  subject: "Your order {{order_number}} is confirmed",
  title: "Your order is confirmed",
  action: "See order",
};

export const orderConfirmed = variants<ConfirmedPayload, "" | "software" | "paid">(chooseConfirmed, {
  "": {
    name: "Order confirmed",
    text: {
      ...confirmedText,
      preheader: "We are preparing it. There is nothing you need to do.",
      body: `Your order {{order_number}} is confirmed and we are preparing it. There is nothing you need to do. We will write again when it ships.

If something in the order is wrong, write to {{support_email}}.`,
    },
    fields: orderFields,
    parts: confirmedParts,
  },
  software: {
    name: "Order of software confirmed",
    text: {
      ...confirmedText,
      preheader: "Your organization can use it now.",
      body: `Your order {{order_number}} is confirmed, and your organization can use its software now. Nothing ships, and there is nothing you need to do.

If something in the order is wrong, write to {{support_email}}.`,
    },
    fields: orderFields,
    parts: confirmedParts,
    example: {
      order_details: { products: [{ name: "Flowpoint Plots", quantity: 1, price: 4_900 }], total: 4_900 },
      shipping_address: undefined,
    },
  },
  paid: {
    name: "Order on account paid",
    text: {
      subject: "We received the payment for your order {{order_number}}",
      preheader: "Its invoice is paid.",
      title: "We received your payment",
      body: `We received the payment for your order {{order_number}}. Its invoice is paid, and there is nothing you need to do.

If something in the invoice is wrong, write to {{support_email}}.`,
      action: "See order",
    },
    fields: orderFields,
    parts: ({ order_number, po_number, invoice_number, ...payload }) => ({
      receipt: toReceipt(payload.order_details),
      facts: listFacts([
        ["Order number", order_number],
        ["PO number", po_number],
        ["Invoice number", invoice_number],
      ]),
      url: payload.url,
      links: invoiceLinks(payload),
    }),
    example: { order_details: { paid_by: { type: "account", name: null, last4: "" }, total: 297_265 } },
  },
});

export const orderShipped = singleTemplate<NotificationPayload<"orderShipped">>({
  name: "Order shipped",
  text: {
    subject: "Your order {{order_number}} was shipped",
    preheader: "It is on its way.[[{{tracking_number?}} You can follow it.]]",
    title: "Your order was shipped",
    body: `Your order {{order_number}} is on its way.

{{tracking?}}The carrier may need a day until its tracking page shows where the shipment is.

If it does not arrive or something is missing, write to {{support_email}}.`,
    action: "[[{{tracking_link?}}Track shipment|See order]]",
  },
  fields: (payload) => ({
    ...orderFields(payload),
    tracking_number: payload.tracking_number,
    tracking_link: payload.tracking_link,
    tracking: payload.tracking_number ?? payload.tracking_link,
  }),
  parts: (payload) => ({
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload, [["Tracking number", payload.tracking_number]]),
    url: payload.tracking_link ?? payload.url,
  }),
});

export const orderCanceled = singleTemplate<NotificationPayload<"orderCanceled">>({
  name: "Order canceled",
  text: {
    subject: "Your order {{order_number}} was canceled",
    preheader: "It will not ship.",
    title: "Your order was canceled",
    body: `Your order {{order_number}} was canceled and will not ship. If it was paid already, a separate message tells you about the refund.

If you did not expect this, write to {{support_email}}.`,
    action: "See order",
  },
  fields: orderFields,
  parts: (payload) => ({
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload),
    url: payload.url,
  }),
});
