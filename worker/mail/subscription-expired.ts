import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";

export const subscriptionExpired = (payload: NotificationPayload<"subscriptionExpired">): MailMessage => {
  const subscription = nameSubscription(payload.product);
  return writeTo(payload, {
    subject: `Your subscription expired: ${payload.product.name}`,
    preheader: "Your organization can no longer use it.",
    title: "Your subscription expired",
    paragraphs: [
      `The term of your ${subscription} is over and your organization can no longer use it.`,
      "To go on using it, subscribe again in the store.",
      ...askSupport(payload, "If you think this is a mistake"),
    ],
    facts: subscriptionFacts(payload, "Expired"),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
  });
};
