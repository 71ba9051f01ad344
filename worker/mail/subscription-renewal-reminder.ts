import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { link, optOut, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";
import { counted, printCents, printDate } from "./wording.ts";

type Reminder = NotificationPayload<"subscriptionRenewalReminder">;

const spellDaysLeft = (days: number): string => {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${counted(days, "day")}`;
};

/** "on November 30, 2026 (in 10 days)", or only how many days are left. */
const nameDay = ({ days_left, expired_date }: Reminder): string => {
  const left = spellDaysLeft(days_left);
  return expired_date ? `on ${printDate(expired_date)} (${left})` : left;
};

const howToCancel = ({ support_email, expired_date }: Reminder): Paragraph => {
  const where = support_email ? [" write to ", { strong: support_email }] : [" open the subscription in CrunchBox"];
  const until = expired_date ? `before ${printDate(expired_date)}` : "before it renews";
  return [{ strong: "To cancel," }, ...where, ` ${until}. To keep it, there is nothing you need to do.`];
};

export const subscriptionRenewalReminder = (payload: Reminder): MailMessage => {
  const term = payload.subscription_term ? ` for another ${payload.subscription_term}` : "";
  const price = payload.amount === undefined ? [] : [" for ", { strong: printCents(payload.amount) }];
  const day = nameDay(payload);
  return writeTo(payload, {
    subject: `Your subscription renews ${spellDaysLeft(payload.days_left)}: ${payload.product.name}`,
    preheader: `It renews ${day}. Here is how to cancel.`,
    title: "Your subscription renews soon",
    paragraphs: [
      [
        `The term of your ${nameSubscription(payload.product)} ends soon. It renews `,
        { strong: day },
        term,
        ...price,
        ".",
      ],
      howToCancel(payload),
    ],
    facts: subscriptionFacts(payload, "Renews", [
      ["Amount", payload.amount === undefined ? undefined : printCents(payload.amount)],
    ]),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
    footnote: optOut(payload),
  });
};
