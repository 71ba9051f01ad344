import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, nameOrganization, spellMinutes } from "./wording.ts";

export const userSetup = (payload: NotificationPayload<"userSetup">): MailMessage => {
  const life = spellMinutes(payload.expires_in_hours * 60);
  return {
    subject: "Set up your CrunchBox account",
    preheader: `Choose your password. The link works for ${life}.`,
    title: "Set up your account",
    paragraphs: [
      greet(payload),
      ["A CrunchBox account was created for you at ", { strong: nameOrganization(payload.org.name) }, "."],
      "Read the license agreement and choose a password to start using it.",
    ],
    action: { label: "Set up account", url: payload.url },
    footnote:
      `The link works once, for ${life} after this message was sent. When it has expired, enter this address under ` +
      "Forgot Password on the sign-in page to get a new one. If you did not expect an account, ignore this message: " +
      "nobody can sign in until a password is chosen.",
  };
};
