import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { listPaymentFacts, namePayment, nameReason } from "./payment-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

export const paymentRefunded = (payload: NotificationPayload<"paymentRefunded">): MailMessage =>
  writeTo(payload, {
    subject: `Your refund${nameReason(payload)}`,
    preheader: "It goes back to the payment method you paid with.",
    title: "A payment was refunded",
    paragraphs: [
      ["The ", { strong: namePayment(payload, "refund") }, " goes back to the payment method you paid with."],
      "Banks usually show it after 5 to 10 business days. There is nothing you need to do.",
      ...askSupport(payload, "If it has not arrived by then"),
    ],
    facts: listPaymentFacts(payload),
    action: link("See details", payload.url),
  });
