import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, orderFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

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
