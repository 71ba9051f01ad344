import type { NotificationPayload } from "../contract/notification-types.ts";
import { addBusinessDays } from "../contract/buying/business-days.ts";
import { methodName } from "../contract/buying/payment-method-name.ts";
import type { MailMessage } from "./message.ts";
import { askForPayment, nameOrder, orderFacts, paymentFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";
import { printDate, printInstant, toLine } from "./wording.ts";

const bankDays = 4;

/** The text depends on the known details; `waits` is the step after the payment. */
const howItIsPaid = (details: NotificationPayload<"orderReceived">["order_details"] = {}, waits: string): string => {
  const { paid_by, attempt_date } = details;
  if (paid_by?.type !== "us_bank_account")
    return `A payment from a bank account can take several business days. ${waits}`;
  const until = attempt_date
    ? `, usually until ${printDate(addBusinessDays(attempt_date, bankDays).toISOString())}`
    : "";
  return `We debit ${methodName(paid_by)}. Banks take up to ${bankDays} business days${until}. ${waits}`;
};

export const orderReceived = (payload: NotificationPayload<"orderReceived">): MailMessage => {
  if (payload.delivered_at !== undefined) return goodsDelivered(payload, payload.delivered_at);
  return payload.order_number === undefined && payload.product
    ? planReceived(payload, payload.product)
    : goodsReceived(payload);
};

const goodsDelivered = (payload: NotificationPayload<"orderReceived">, at: string): MailMessage => {
  const order = payload.order_number === undefined ? "order" : nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `Your ${order} was delivered`,
    preheader: "Everything that was shipped has arrived.",
    title: "Your order was delivered",
    paragraphs: [
      `Everything of your ${order} that was shipped has arrived.`,
      ...askSupport(payload, "If something is missing or damaged"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload, [["Delivered", printInstant(at)]]),
    action: link("See order", payload.url),
  });
};

const goodsReceived = (payload: NotificationPayload<"orderReceived">): MailMessage => {
  const order = payload.order_number === undefined ? "order" : nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `We received your ${order}`,
    preheader: "We will write again when it is confirmed.",
    title: "We received your order",
    paragraphs: [
      `We received your ${order} and will write again when its payment has arrived and the order is confirmed.`,
      howItIsPaid(payload.order_details, "Nothing ships before it has arrived."),
      "If the payment fails, we write to you: nothing is charged and nothing ships, and you can pay with another payment method on the page of the order.",
      ...askSupport(payload, "If you did not place this order"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload),
    action: link("See order", payload.url),
  });
};

type Plan = NonNullable<NotificationPayload<"orderReceived">["product"]>;

const planReceived = (payload: NotificationPayload<"orderReceived">, product: Plan): MailMessage =>
  writeTo(payload, {
    subject: `We received your order of ${toLine(product.name)}`,
    preheader: "We will write again when its payment has arrived.",
    title: "We received your order",
    paragraphs: [
      `We received your order of a ${nameSubscription(product)} and will write again when its payment has arrived.`,
      howItIsPaid(payload.order_details, "The subscription can be used as soon as it has arrived."),
      "If the payment fails, we write to you: nothing is charged, and you can pay with another payment method on the page of the subscription.",
      ...askSupport(payload, "If you did not order this"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: subscriptionFacts({ ...payload, product }, "Term ends", [
      ["PO number", payload.po_number],
      ...paymentFacts(payload.order_details),
    ]),
    action: link("See subscription", payload.url),
  });

export const orderConfirmed = (payload: NotificationPayload<"orderConfirmed">): MailMessage => {
  const order = nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `Your ${order} is confirmed`,
    preheader: "We are preparing it. There is nothing you need to do.",
    title: "Your order is confirmed",
    paragraphs: [
      `Your ${order} is confirmed and we are preparing it. There is nothing you need to do. We will write again when it ships.`,
      ...askSupport(payload, "If something in the order is wrong"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload, [["Invoice number", payload.invoice_number]]),
    action: link("See order", payload.url),
  });
};

export const orderShipped = (payload: NotificationPayload<"orderShipped">): MailMessage => {
  const order = nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `Your ${order} was shipped`,
    preheader: payload.tracking_number ? "It is on its way. You can follow it." : "It is on its way.",
    title: "Your order was shipped",
    paragraphs: [
      `Your ${order} is on its way.`,
      ...(payload.tracking_number || payload.tracking_link
        ? ["The carrier may need a day until its tracking page shows where the shipment is."]
        : []),
      ...askSupport(payload, "If it does not arrive or something is missing"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload, [["Tracking number", payload.tracking_number]]),
    action: link("Track shipment", payload.tracking_link) ?? link("See order", payload.url),
  });
};

export const orderCanceled = (payload: NotificationPayload<"orderCanceled">): MailMessage => {
  const order = nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `Your ${order} was canceled`,
    preheader: "It will not ship.",
    title: "Your order was canceled",
    paragraphs: [
      `Your ${order} was canceled and will not ship. If it was paid already, a separate message tells you about the refund.`,
      ...askSupport(payload, "If you did not expect this"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload),
    action: link("See order", payload.url),
  });
};

export const invoiceForOrder = (payload: NotificationPayload<"invoiceForOrder">): MailMessage => {
  const order = nameOrder(payload.order_number);
  if (payload.reminder)
    return writeTo(payload, {
      ...askForPayment(payload, `your ${order}`),
      facts: orderFacts(payload, [["Invoice number", payload.invoice_number]]),
    });
  return writeTo(payload, {
    subject: `Invoice for your ${order}`,
    preheader: "What was ordered and what it costs.",
    title: "Invoice for your order",
    paragraphs: [
      `Here is the invoice for your ${order}.`,
      ...askSupport(payload, "If something in the invoice is wrong"),
    ],
    receipt: toReceipt(payload.order_details, payload.amount),
    facts: orderFacts(payload, [["Invoice number", payload.invoice_number]]),
    action: link("See invoice", payload.url),
  });
};
