import { refundReasonLabel } from "../contract/buying/refund-reasons.ts";
import type { MailPayload } from "../contract/notification-types.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { listFacts, printMessage } from "./sendable.ts";
import { type Template, variants } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

type AskedPayload = MailPayload<"refundApprovalAsked">;
type EndedPayload = MailPayload<"refundApprovalEnded">;

const listRefundFacts = ({ order_number, org_name, amount }: AskedPayload | EndedPayload): [string, string][] => [
  ["Order", toLine(order_number)],
  ["Organization", nameOrganization(org_name)],
  ["Refund", formatMoney(amount)],
];
const sharedFields = ({ order_number, amount }: AskedPayload | EndedPayload) => ({
  order_number: toLine(order_number),
  amount: formatMoney(amount),
});

const askedTemplate = {
  fields: (payload: AskedPayload) => ({ ...sharedFields(payload), asked_by: toLine(payload.asked_by) }),
  parts: (payload: AskedPayload) => ({
    facts: listFacts([
      ...listRefundFacts(payload),
      ["Asked by", toLine(payload.asked_by)],
      ["Reason", [payload.reason && refundReasonLabel[payload.reason], payload.reason_text].filter(Boolean).join(": ")],
    ]),
    url: payload.url,
  }),
};
const askedText = {
  subject: "Approve a refund of {{amount}} for order {{order_number}}?",
  preheader: "{{asked_by}} asked for it.",
  title: "A refund needs a second person",
  action: "Decide",
};

export const refundApprovalAsked = variants<AskedPayload, "refund" | "cancellation">(
  ({ is_cancellation }) => (is_cancellation ? "cancellation" : "refund"),
  {
    refund: {
      ...askedTemplate,
      name: "Refund to approve",
      text: {
        ...askedText,
        body: `**{{asked_by}}** asked for a refund of **{{amount}}** for order {{order_number}}.

Approve or reject it within 7 days. Nothing is refunded before.`,
      },
    },
    cancellation: {
      ...askedTemplate,
      name: "Cancellation and refund to approve",
      text: {
        ...askedText,
        body: `**{{asked_by}}** asked to cancel and refund **{{amount}}** of order {{order_number}}.

Approve or reject it within 7 days. Nothing is refunded before.`,
      },
      example: { is_cancellation: true },
    },
  },
);

const endedTemplate: Pick<Template<EndedPayload>, "fields" | "parts"> = {
  fields: (payload) => ({
    ...sharedFields(payload),
    decided_by: toLine(payload.decided_by ?? "Another administrator"),
    note: printMessage(payload.note),
  }),
  parts: (payload) => ({ facts: listFacts(listRefundFacts(payload)), url: payload.url }),
};
const endedText = (subject: string, title: string, body: string) => ({
  subject: `Your refund of {{amount}} for order {{order_number}} ${subject}`,
  preheader: title,
  title,
  body,
  action: "See the order",
});

export const refundApprovalEnded = variants<EndedPayload, EndedPayload["outcome"]>(({ outcome }) => outcome, {
  approved: {
    ...endedTemplate,
    name: "Refund approved",
    text: endedText(
      "was approved",
      "Your refund was approved",
      "**{{decided_by}}** approved the refund that you asked for.",
    ),
    example: { outcome: "approved" },
  },
  rejected: {
    ...endedTemplate,
    name: "Refund rejected",
    text: endedText(
      "was rejected",
      "Your refund was rejected",
      "**{{decided_by}}** rejected the refund that you asked for[[{{note?}}:|.]]\n\n{{note}}",
    ),
  },
  failed: {
    ...endedTemplate,
    name: "Approved refund failed",
    text: endedText(
      "could not be made",
      "Your refund could not be made",
      "**{{decided_by}}** approved the refund that you asked for, but it could not be made.\n\n{{note}}",
    ),
    example: { outcome: "failed" },
  },
  expired: {
    ...endedTemplate,
    name: "Refund expired",
    text: endedText(
      "expired",
      "Your refund expired",
      "Nobody decided about it within 7 days, so nothing was refunded. Ask again if it is still needed.",
    ),
    example: { outcome: "expired" },
  },
});
