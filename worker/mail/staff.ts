import type { MailPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { printMessage } from "./sendable.ts";
import { greet, toLine } from "./wording.ts";

export const noteMention = (payload: MailPayload<"noteMention">): MailMessage => {
  const [author, about] = [toLine(payload.author_name), toLine(payload.about, 200)];
  return {
    subject: `${author} mentioned you in a note about ${about}`,
    preheader: toLine(payload.text, 120),
    title: "You were mentioned in a note",
    greeting: greet(payload),
    paragraphs: [[{ strong: author }, " wrote about ", { strong: about }, ":"], ...printMessage(payload.text)],
    action: { label: "Open the note", url: payload.url },
    footnote: "Only administrators see notes. The note waits under Mine on your overview until you mark it as read.",
  };
};
