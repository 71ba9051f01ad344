import { refundReasonText } from "../contract/buying/refund-reasons.ts";
import type { MailPayload } from "../contract/notification-types.ts";
import { formatMoney } from "../contract/buying/money.ts";
import type { MailMessage, Paragraph } from "./message.ts";
import { listFacts, printMessage } from "./sendable.ts";
import { greet, nameOrganization, toLine } from "./wording.ts";

type Asked = MailPayload<"refundApprovalAsked">;
type Ended = MailPayload<"refundApprovalEnded">;

const factsOf = ({ order_number, org_name, amount }: Asked | Ended): [string, string][] => [
  ["Order", toLine(order_number)],
  ["Organization", nameOrganization(org_name)],
  ["Refund", formatMoney(amount)],
];

export const refundApprovalAsked = (payload: Asked): MailMessage => {
  const { order_number, amount, asked_by, is_cancellation, reason, reason_text, url } = payload;
  const order = toLine(order_number);
  const name = toLine(asked_by);
  return {
    subject: `Approve a refund of ${formatMoney(amount)} for order ${order}?`,
    preheader: `${name} asked for it.`,
    title: "A refund needs a second person",
    greeting: greet(payload),
    paragraphs: [
      [
        { strong: name },
        is_cancellation ? " asked to cancel and refund " : " asked for a refund of ",
        { strong: formatMoney(amount) },
        ` ${is_cancellation ? "of" : "for"} order ${order}.`,
      ],
      "Approve or reject it within 7 days. Nothing is refunded before.",
    ],
    facts: listFacts([
      ...factsOf(payload),
      ["Asked by", name],
      ["Reason", [reason && refundReasonText[reason], reason_text].filter(Boolean).join(": ") || undefined],
    ]),
    action: { label: "Decide", url },
  };
};

const outcomes = {
  approved: { subject: "was approved", title: "Your refund was approved" },
  rejected: { subject: "was rejected", title: "Your refund was rejected" },
  failed: { subject: "could not be made", title: "Your refund could not be made" },
  expired: { subject: "expired", title: "Your refund expired" },
} as const;

function paragraphsOf({ outcome, decided_by, note = "" }: Ended): Paragraph[] {
  const name = { strong: toLine(decided_by ?? "Another administrator") };
  if (outcome === "approved") return [[name, " approved the refund that you asked for."]];
  if (outcome === "expired")
    return ["Nobody decided about it within 7 days, so nothing was refunded. Ask again if it is still needed."];
  const told = printMessage(note);
  if (outcome === "rejected")
    return [[name, ` rejected the refund that you asked for${told.length > 0 ? ":" : "."}`], ...told];
  return [[name, " approved the refund that you asked for, but it could not be made."], ...told];
}

export const refundApprovalEnded = (payload: Ended): MailMessage => {
  const { subject, title } = outcomes[payload.outcome];
  const order = toLine(payload.order_number);
  return {
    subject: `Your refund of ${formatMoney(payload.amount)} for order ${order} ${subject}`,
    preheader: title,
    title,
    greeting: greet(payload),
    paragraphs: paragraphsOf(payload),
    facts: listFacts(factsOf(payload)),
    action: { label: "See the order", url: payload.url },
  };
};
