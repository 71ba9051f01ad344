import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, orderFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

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
