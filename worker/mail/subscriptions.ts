import type { NotificationPayload } from "../contract/notification-types.ts";
import { invoiceLinks } from "./invoice-links.ts";
import { reminderFields, reminderParts, reminderText } from "./invoice-reminder.ts";
import { paymentFacts, toReceipt } from "./order-wording.ts";
import { buildOptOut } from "./sendable.ts";
import { subscriptionFacts } from "./subscription-wording.ts";
import { singleTemplate, variants } from "./template.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { formatCount, printDate, toLine } from "./wording.ts";

type StartedPayload = NotificationPayload<"subscriptionStarted">;

const fields = ({ product }: Pick<StartedPayload, "product">) => ({ product: toLine(product.name) });
const urlOf = ({ url, manage_subscription_url }: StartedPayload) => url ?? manage_subscription_url;

const formatCents = (cents: number | undefined) => (cents === undefined ? undefined : formatMoney(cents));

export const subscriptionStarted = singleTemplate<StartedPayload>({
  name: "Subscription started",
  text: {
    subject: "Your subscription started: {{product}}",
    preheader: "Your organization can use it now.",
    title: "Your subscription started",
    body: `From now on your organization can use its subscription to {{product}}.

If you have a question, write to {{support_email}}.`,
    action: "See subscription",
  },
  fields,
  parts: (payload) => ({ facts: subscriptionFacts(payload, "Term ends"), url: urlOf(payload) }),
});

type Invoice = NotificationPayload<"invoiceForSubscription">;
const invoiceNumbers = (payload: Invoice): [string, string | undefined][] => [
  ["Invoice number", payload.invoice_number],
  ["PO number", payload.po_number],
];

export const invoiceForSubscription = variants<Invoice, "invoice" | "reminder">(
  ({ reminder }) => (reminder ? "reminder" : "invoice"),
  {
    invoice: {
      name: "Invoice for a subscription",
      text: {
        subject: "Invoice for your subscription to {{product}}",
        preheader: "What is billed for the term.",
        title: "Invoice for your subscription",
        body: `Here is the invoice for your subscription to {{product}}.

If something in the invoice is wrong, write to {{support_email}}.`,
        action: "[[{{link?}}See invoice|See subscription]]",
      },
      fields: (payload) => ({ ...fields(payload), link: payload.invoice_url }),
      parts: (payload) => ({
        receipt: toReceipt(payload.order_details, payload.amount),
        facts: subscriptionFacts(payload, "Term ends", [
          ["Period", payload.order_details?.period],
          ["Price", formatCents(payload.order_details?.price)],
          ...paymentFacts(payload.order_details),
          ...invoiceNumbers(payload),
        ]),
        url: payload.invoice_url ?? urlOf(payload),
        links: invoiceLinks(payload),
      }),
    },
    reminder: {
      name: "Reminder of a subscription’s invoice",
      text: reminderText("subscription to {{product}}"),
      fields: (payload) => ({ ...fields(payload), ...reminderFields(payload) }),
      parts: (payload) => ({
        ...reminderParts(payload),
        facts: subscriptionFacts(payload, "Term ends", invoiceNumbers(payload)),
      }),
      example: { reminder: {} },
    },
  },
);

const spellDaysLeft = (days: number): string => {
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : `in ${formatCount(days, "day")}`;
};

export const subscriptionRenewalReminder = singleTemplate<NotificationPayload<"subscriptionRenewalReminder">>({
  name: "Subscription renews soon",
  text: {
    subject: "Your subscription renews {{days_left}}: {{product}}",
    preheader: "It renews [[on {{date}} ({{days_left}})|{{days_left}}]]. Here is how to cancel.",
    title: "Your subscription renews soon",
    body: `The term of your subscription to {{product}} ends soon. It renews **[[on {{date}} ({{days_left}})|{{days_left}}]]**[[ for another {{term}}]][[ for **{{amount}}**]].

**To cancel,** open the subscription in CrunchBox before [[{{date}}|it renews]]. To keep it, there is nothing you need to do.`,
    action: "See subscription",
  },
  fields: (payload) => ({
    ...fields(payload),
    days_left: spellDaysLeft(payload.days_left),
    date: payload.expired_date && printDate(payload.expired_date),
    term: payload.subscription_term,
    amount: formatCents(payload.amount),
  }),
  parts: (payload) => ({
    facts: subscriptionFacts(payload, "Renews", [["Amount", formatCents(payload.amount)]]),
    url: urlOf(payload),
    ...buildOptOut(payload),
  }),
});

export const subscriptionCanceled = singleTemplate<NotificationPayload<"subscriptionCanceled">>({
  name: "Subscription canceled",
  text: {
    subject: "Your subscription was canceled: {{product}}",
    preheader: "It will not renew.",
    title: "Your subscription was canceled",
    body: `Your subscription to {{product}} was canceled[[ because the renewal of {{unpaid}} was not paid,]] and will not renew.

To keep using it after it ends, subscribe again in the store.

If you did not expect this, write to {{support_email}}.`,
    action: "See subscription",
  },
  fields: (payload) => ({ ...fields(payload), unpaid: formatCents(payload.unpaid) }),
  parts: (payload) => ({ facts: subscriptionFacts(payload, "Ends"), url: urlOf(payload) }),
});

export const subscriptionExpired = singleTemplate<NotificationPayload<"subscriptionExpired">>({
  name: "Subscription expired",
  text: {
    subject: "Your subscription expired: {{product}}",
    preheader: "Your organization can no longer use it.",
    title: "Your subscription expired",
    body: `The term of your subscription to {{product}} is over and your organization can no longer use it.

To keep using it, subscribe again in the store.

If you think this is a mistake, write to {{support_email}}.`,
    action: "See subscription",
  },
  fields,
  parts: (payload) => ({ facts: subscriptionFacts(payload, "Expired"), url: urlOf(payload) }),
});
