import type { MailPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { printMessage } from "./sendable.ts";
import { greet, printInstant, toLine } from "./wording.ts";

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

export const scheduledNotSent = (payload: MailPayload<"scheduledNotSent">): MailMessage => {
  const about = payload.about === null ? "A notification" : toLine(payload.about, 200);
  const author = payload.scheduled_by === null ? "The user who scheduled it" : toLine(payload.scheduled_by);
  return {
    subject: `Not sent: ${about}`,
    preheader: `${author} may no longer send notifications.`,
    title: "A scheduled notification was not sent",
    greeting: greet(payload),
    paragraphs: [
      [{ strong: about }, " was scheduled for ", { strong: printInstant(payload.due_at) }, ", and was not sent."],
      [
        { strong: author },
        " may no longer send notifications, or is no longer active. Send it yourself, choose another time, or leave it as a draft.",
      ],
    ],
    action: { label: "Open the notification", url: payload.url },
    footnote: "Owners of the shop get this mail.",
  };
};
