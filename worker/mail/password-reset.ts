import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, spellMinutes } from "./wording.ts";

export const passwordReset = (payload: NotificationPayload<"passwordReset">): MailMessage => {
  const life = spellMinutes(payload.expires_in_minutes);
  return {
    subject: "Reset your CrunchBox password",
    preheader: `Choose a new password. The link works for ${life}.`,
    title: "Reset your password",
    paragraphs: [
      greet(payload),
      "A new password was requested for your CrunchBox account. Follow the link to choose it.",
    ],
    action: { label: "Choose new password", url: payload.url },
    footnote:
      `The link works once, for ${life} after this message was sent. If you did not request it, ignore this message: ` +
      "your password stays as it is.",
  };
};
