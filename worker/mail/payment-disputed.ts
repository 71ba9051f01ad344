import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { listPaymentFacts, namePayment, nameReason } from "./payment-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";

export const paymentDisputed = (payload: NotificationPayload<"paymentDisputed">): MailMessage =>
  writeTo(payload, {
    subject: `Your payment${nameReason(payload)} is disputed`,
    preheader: "Your bank asked for the money back. Here is what you can do.",
    title: "A payment is disputed",
    paragraphs: [
      ["Your bank told us that the ", { strong: namePayment(payload, "payment") }, " is disputed."],
      "If your organization did not mean to dispute it, ask your bank to withdraw the dispute. Otherwise the bank decides, which can take several weeks.",
      ...askSupport(payload, "If we can settle it with you directly"),
    ],
    facts: listPaymentFacts(payload),
    action: link("See details", payload.url),
  });
