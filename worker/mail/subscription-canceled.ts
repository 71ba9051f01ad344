import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { askSupport, link, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";

export const subscriptionCanceled = (payload: NotificationPayload<"subscriptionCanceled">): MailMessage =>
  writeTo(payload, {
    subject: `Your subscription was canceled: ${payload.product.name}`,
    preheader: "It will not renew.",
    title: "Your subscription was canceled",
    paragraphs: [
      `Your ${nameSubscription(payload.product)} was canceled and will not renew.`,
      "To go on using it after it ends, subscribe again in the store.",
      ...askSupport(payload, "If you did not expect this"),
    ],
    facts: subscriptionFacts(payload, "Ends"),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
  });
