import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { askForPayment, paymentFacts, toReceipt } from "./order-wording.ts";
import { askSupport, link, optOut, writeTo } from "./sendable.ts";
import { nameSubscription, subscriptionFacts } from "./subscription-wording.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { counted, printDate } from "./wording.ts";

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

export const invoiceForSubscription = (payload: NotificationPayload<"invoiceForSubscription">): MailMessage => {
  const subscription = nameSubscription(payload.product);
  const details = payload.order_details;
  if (payload.reminder)
    return writeTo(payload, {
      ...askForPayment(payload, `your ${subscription}`),
      facts: subscriptionFacts(payload, "Term ends", [
        ["Invoice number", payload.invoice_number],
        ["PO number", payload.po_number],
      ]),
    });
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
      ["Price", details?.price === undefined ? undefined : formatMoney(details.price)],
      ...paymentFacts(details),
      ["Invoice number", payload.invoice_number],
      ["PO number", payload.po_number],
    ]),
    action: link("See invoice", payload.url) ?? link("See subscription", payload.manage_subscription_url),
  });
};

type Reminder = NotificationPayload<"subscriptionRenewalReminder">;

const spellDaysLeft = (days: number): string => {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${counted(days, "day")}`;
};

/** "on November 30, 2026 (in 10 days)", or only the days left. */
const nameDay = ({ days_left, expired_date }: Reminder): string => {
  const left = spellDaysLeft(days_left);
  return expired_date ? `on ${printDate(expired_date)} (${left})` : left;
};

const howToCancel = ({ support_email, expired_date }: Reminder): Paragraph => {
  const where = support_email ? [" write to ", { mail: support_email }] : [" open the subscription in CrunchBox"];
  const until = expired_date ? `before ${printDate(expired_date)}` : "before it renews";
  return [{ strong: "To cancel," }, ...where, ` ${until}. To keep it, there is nothing you need to do.`];
};

export const subscriptionRenewalReminder = (payload: Reminder): MailMessage => {
  const term = payload.subscription_term ? ` for another ${payload.subscription_term}` : "";
  const price = payload.amount === undefined ? [] : [" for ", { strong: formatMoney(payload.amount) }];
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
      ["Amount", payload.amount === undefined ? undefined : formatMoney(payload.amount)],
    ]),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
    ...optOut(payload),
  });
};

const reasonOf = ({ unpaid }: NotificationPayload<"subscriptionCanceled">): string =>
  unpaid === undefined ? "" : ` because the renewal of ${formatMoney(unpaid)} was not paid,`;

export const subscriptionCanceled = (payload: NotificationPayload<"subscriptionCanceled">): MailMessage =>
  writeTo(payload, {
    subject: `Your subscription was canceled: ${payload.product.name}`,
    preheader: "It will not renew.",
    title: "Your subscription was canceled",
    paragraphs: [
      `Your ${nameSubscription(payload.product)} was canceled${reasonOf(payload)} and will not renew.`,
      "To go on using it after it ends, subscribe again in the store.",
      ...askSupport(payload, "If you did not expect this"),
    ],
    facts: subscriptionFacts(payload, "Ends"),
    action: link("See subscription", payload.url ?? payload.manage_subscription_url),
  });

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
