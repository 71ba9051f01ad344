import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, spellMinutes } from "./wording.ts";

export const emailChangeVerification = (payload: NotificationPayload<"emailChangeVerification">): MailMessage => {
  const life = spellMinutes(payload.expires_in_hours * 60);
  return {
    subject: "Confirm your new email address",
    preheader: `Follow the link to finish the change. It works for ${life}.`,
    title: "Confirm your new email address",
    paragraphs: [
      greet(payload),
      ["The email address of your CrunchBox account is about to become ", { strong: payload.new_email }, "."],
      "Follow the link to confirm it. Until then you sign in with your old address.",
    ],
    action: { label: "Confirm email address", url: payload.url },
    footnote:
      `The link works once, for ${life} after this message was sent. If you did not ask for this change, ignore this ` +
      "message: the account keeps its old address.",
  };
};
