import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { paymentFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";
import { printCents } from "./wording.ts";

export const invoiceForSubscription = (payload: NotificationPayload<"invoiceForSubscription">): MailMessage => {
  const subscription = nameSubscription(payload.product);
  const details = payload.order_details;
  return writeTo(payload, {
    subject: `Invoice for your ${subscription}`,
    preheader: "What is billed for the term.",
    title: "Invoice for your subscription",
    paragraphs: [
      `Here is the invoice for your ${subscription}.`,
      ...askSupport(payload, "If something in the invoice is wrong"),
    ],
    receipt: toReceipt(details, payload.amount),
    facts: subscriptionFacts(payload, "Term ends", [
      ["Period", details?.period],
      ["Price", details?.price === undefined ? undefined : printCents(details.price)],
      ...paymentFacts(details),
      ["Invoice id", payload.invoice_id],
    ]),
    action: link("See invoice", payload.url) ?? link("See subscription", payload.manage_subscription_url),
  });
};
