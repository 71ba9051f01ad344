import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, orderFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

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
    facts: orderFacts(payload),
    action: link("See order", payload.url),
  });
};
