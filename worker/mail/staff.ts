import type { MailPayload } from "../contract/notification-types.ts";
import { printMessage } from "./sendable.ts";
import { singleTemplate } from "./template.ts";
import { printInstant, toLine } from "./wording.ts";

export const noteMention = singleTemplate<MailPayload<"noteMention">>({
  name: "Mentioned in a note",
  text: {
    subject: "{{author}} mentioned you in a note about {{about}}",
    preheader: "{{note_start}}",
    title: "You were mentioned in a note",
    body: `**{{author}}** wrote about **{{about}}**:

{{note}}`,
    action: "Open the note",
    footnote: "Only administrators see notes. The note waits under Mine on your overview until you mark it as read.",
  },
  required: ["note"],
  fields: ({ author_name, about, text }) => ({
    author: toLine(author_name),
    about: toLine(about, 200),
    note: printMessage(text),
    note_start: toLine(text, 120),
  }),
  parts: ({ url }) => ({ url }),
});

export const scheduledNotSent = singleTemplate<MailPayload<"scheduledNotSent">>({
  name: "Scheduled notification not sent",
  text: {
    subject: "Not sent: {{about}}",
    preheader: "{{author}} may no longer send notifications.",
    title: "A scheduled notification was not sent",
    body: `**{{about}}** was scheduled for **{{due_at}}**, and was not sent.

**{{author}}** may no longer send notifications, or is no longer active. Send it yourself, choose another time, or leave it as a draft.`,
    action: "Open the notification",
    footnote: "Owners of the shop get this mail.",
  },
  fields: ({ scheduled_by, about, due_at }) => ({
    author: toLine(scheduled_by ?? "The user who scheduled it"),
    about: toLine(about ?? "A notification", 200),
    due_at: printInstant(due_at),
  }),
  parts: ({ url }) => ({ url }),
});
