import { formatMoney } from "../contract/buying/money.ts";
import { approvalDays } from "../contract/entities/approval.ts";
import type { MailPayload } from "../contract/notification-types.ts";
import { listFacts, printMessage } from "./sendable.ts";
import { type Template, variants } from "./template.ts";
import { nameOrganization, toLine } from "./wording.ts";

type AskedPayload = MailPayload<"orderApprovalAsked">;
type EndedPayload = MailPayload<"orderApprovalEnded">;

const askedTemplate: Pick<Template<AskedPayload>, "fields" | "parts"> = {
  fields: ({ asked_by, amount }) => ({ asked_by: toLine(asked_by), amount: formatMoney(amount) }),
  parts: ({ asked_by, org_name, amount, cart_no, note, url }) => ({
    facts: listFacts([
      ["Asked by", toLine(asked_by)],
      ["Organization", nameOrganization(org_name)],
      ["Total", formatMoney(amount)],
      ["Cart", toLine(cart_no)],
      ["Note", note && toLine(note, 1000)],
    ]),
    url,
  }),
};
const askedText = (subject: string, title: string, body: string) => ({
  subject,
  preheader: "{{asked_by}} asks for your approval.",
  title,
  body,
  action: "See the order and decide",
  footnote: "The link is only for you. Do not forward this email.",
});
const expiryNote = `Its prices hold for ${approvalDays} days. Nothing is ordered until it is approved.`;

export const orderApprovalAsked = variants<AskedPayload, AskedPayload["occasion"]>(({ occasion }) => occasion, {
  asked: {
    ...askedTemplate,
    name: "Order to approve",
    text: askedText(
      "Approve an order of {{amount}} by {{asked_by}}?",
      "An order needs your approval",
      `**{{asked_by}}** wants to order for **{{amount}}**.\n\n${expiryNote}`,
    ),
  },
  reminded: {
    ...askedTemplate,
    name: "Order still to approve",
    text: askedText(
      "Reminder: approve an order of {{amount}} by {{asked_by}}?",
      "An order still needs your approval",
      `**{{asked_by}}** has been waiting for a day to order for **{{amount}}**.\n\n${expiryNote}`,
    ),
    example: { occasion: "reminded" },
  },
  escalated: {
    ...askedTemplate,
    name: "Order to approve by managers, too",
    text: askedText(
      "An order of {{amount}} by {{asked_by}} waits: approve it?",
      "An order is waiting for approval",
      `Its approvers have not decided about the order of **{{asked_by}}** for **{{amount}}**, so managers can decide, too.\n\n${expiryNote}`,
    ),
    example: { occasion: "escalated" },
  },
});

const endedTemplate: Pick<Template<EndedPayload>, "fields" | "parts"> = {
  fields: ({ amount, decided_by, note }) => ({
    amount: formatMoney(amount),
    decided_by: toLine(decided_by ?? "A colleague"),
    note: printMessage(note),
  }),
  parts: ({ amount, cart_no, url }) => ({
    facts: listFacts([
      ["Cart", toLine(cart_no)],
      ["Total", formatMoney(amount)],
    ]),
    url,
  }),
};
const endedText = (subject: string, title: string, body: string) => ({
  subject: `Your order of {{amount}} ${subject}`,
  preheader: title,
  title,
  body,
  action: "See the request",
});

export const orderApprovalEnded = variants<EndedPayload, EndedPayload["outcome"]>(({ outcome }) => outcome, {
  approved: {
    ...endedTemplate,
    name: "Order approved",
    text: endedText(
      "was approved",
      "Your order was approved",
      "**{{decided_by}}** approved your order, and it was placed. If its payment needs you, the order’s page says so.\n\n{{note}}",
    ),
    example: { outcome: "approved" },
  },
  partly: {
    ...endedTemplate,
    name: "Approved order placed in part",
    text: endedText(
      "was placed in part",
      "A part of your order was not placed",
      "**{{decided_by}}** approved your order. A payment was declined, so a part of it was not ordered.\n\n{{note}}",
    ),
    example: { outcome: "partly" },
  },
  rejected: {
    ...endedTemplate,
    name: "Order rejected",
    text: endedText(
      "was rejected",
      "Your order was rejected",
      "**{{decided_by}}** rejected your order[[{{note?}}:|.]]\n\n{{note}}",
    ),
  },
  failed: {
    ...endedTemplate,
    name: "Approved order failed",
    text: endedText(
      "could not be placed",
      "Your order could not be placed",
      "**{{decided_by}}** approved your order, but it could not be placed.\n\n{{note}}",
    ),
    example: { outcome: "failed" },
  },
  expired: {
    ...endedTemplate,
    name: "Approval of an order expired",
    text: endedText(
      "expired",
      "Your order was not approved in time",
      `Nobody decided within ${approvalDays} days, so nothing was ordered. Send the order again if it is still needed.`,
    ),
    example: { outcome: "expired" },
  },
  canceled: {
    ...endedTemplate,
    name: "Approved order not paid",
    text: endedText(
      "was canceled",
      "Your order was canceled",
      `Your approved order was not paid within ${approvalDays} days after you sent it, so it was canceled.`,
    ),
    example: { outcome: "canceled" },
  },
});
