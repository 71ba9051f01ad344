import type { MailPayload } from "../../contract/notification-types.ts";
import type { MustReadReason } from "../../contract/notification-store-types.ts";
import type { MailMessage } from "../message.ts";
import { buildOptOut } from "../sendable.ts";
import { readMarkdown } from "./read-markdown.ts";
import { flatten } from "../text.ts";
import { greet, toLine } from "../wording.ts";

export const announcement = (payload: MailPayload<"announcement">): MailMessage => ({
  ...toMessage(payload),
  ...buildOptOut(payload),
});

const topics: Record<MustReadReason, string> = {
  safety: "your safety",
  security: "the security of your account, devices or data",
  contract: "your contract with us",
};

export const mustRead = (payload: MailPayload<"mustRead">): MailMessage => ({
  ...toMessage(payload),
  footnote: `This message is about ${topics[payload.reason]}. You get it even if you turned reminders and news off, and it cannot be turned off.`,
});

function toMessage(payload: MailPayload<"announcement" | "mustRead">): MailMessage {
  const paragraphs = readMarkdown(payload.message);
  return {
    subject: toLine(payload.subject),
    preheader: toLine(paragraphs.map(flatten).join(" ")),
    title: toLine(payload.subject),
    greeting: greet(payload),
    paragraphs,
  };
}
