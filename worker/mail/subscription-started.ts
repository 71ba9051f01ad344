import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";

export const subscriptionStarted = (payload: NotificationPayload<"subscriptionStarted">): MailMessage => {
  const subscription = nameSubscription(payload.product);
  return writeTo(payload, {
    subject: `Your subscription started: ${payload.product.name}`,
    preheader: "Your organization can use it now.",
    title: "Your subscription started",
    paragraphs: [
      `From now on your organization can use its ${subscription}.`,
      ...askSupport(payload, "If you have a question"),
    ],
    facts: subscriptionFacts(payload, "Term ends"),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
  });
};
