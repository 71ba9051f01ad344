import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { listPaymentFacts, namePayment, nameReason } from "./payment-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

const consequence = ({ order_number, product }: NotificationPayload<"paymentFailed">): string[] => {
  if (order_number) return ["Nothing ships until the order is paid."];
  return product ? ["If the payment stays open, the subscription ends."] : [];
};

export const paymentFailed = (payload: NotificationPayload<"paymentFailed">): MailMessage =>
  writeTo(payload, {
    subject: `Your payment${nameReason(payload)} failed`,
    preheader: "Here is what to do next.",
    title: "A payment failed",
    paragraphs: [
      ["The ", { strong: namePayment(payload, "payment") }, " did not go through."],
      [
        { strong: "What to do next:" },
        " check that the card has not expired and that the account covers the amount, or choose another payment " +
          `method. Then pay again ${payload.url ? "with the link below" : "in CrunchBox"}.`,
      ],
      ...consequence(payload),
      ...askSupport(payload, "If the payment fails again"),
    ],
    facts: listPaymentFacts(payload),
    action: link("Go to payment", payload.url),
  });
