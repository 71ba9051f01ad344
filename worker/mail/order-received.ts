import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, orderFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

export const orderReceived = (payload: NotificationPayload<"orderReceived">): MailMessage => {
  const order = nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `We received your ${order}`,
    preheader: "We will write again when it is confirmed.",
    title: "We received your order",
    paragraphs: [
      `We received your ${order} and will write again when its payment has arrived and the order is confirmed.`,
      "A payment from a bank account can take several business days. Nothing ships before it has arrived.",
      ...askSupport(payload, "If you did not place this order"),
    ],
    receipt: toReceipt(payload.order_details),
    facts: orderFacts(payload),
    action: link("See order", payload.url),
  });
};
