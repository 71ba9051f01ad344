import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, orderFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

export const invoiceForOrder = (payload: NotificationPayload<"invoiceForOrder">): MailMessage => {
  const order = nameOrder(payload.order_number);
  return writeTo(payload, {
    subject: `Invoice for your ${order}`,
    preheader: "What was ordered and what it costs.",
    title: "Invoice for your order",
    paragraphs: [
      `Here is the invoice for your ${order}.`,
      ...askSupport(payload, "If something in the invoice is wrong"),
    ],
    receipt: toReceipt(payload.order_details, payload.amount),
    facts: orderFacts(payload, [["Invoice id", payload.invoice_id]]),
    action: link("See invoice", payload.url),
  });
};
