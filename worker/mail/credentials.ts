import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { greet, printInstant, spellMinutes } from "./wording.ts";

export const passwordReset = (payload: NotificationPayload<"passwordReset">): MailMessage => {
  const life = spellMinutes(payload.expires_in_minutes);
  return {
    subject: "Reset your CrunchBox password",
    preheader: `Choose a new password. The link works for ${life}.`,
    title: "Reset your password",
    greeting: greet(payload),
    paragraphs: ["A new password was requested for your CrunchBox account. Follow the link to choose it."],
    action: { label: "Choose new password", url: payload.url },
    footnote:
      `The link works once, for ${life} after this message was sent. If you did not request it, ignore this message: ` +
      "your password stays as it is.",
  };
};

export const passwordChanged = (payload: NotificationPayload<"passwordChanged">): MailMessage => ({
  subject: "Your CrunchBox password was changed",
  preheader: "If this was not you, write to support now.",
  title: "Your password was changed",
  greeting: greet(payload),
  paragraphs: [
    "The password of your CrunchBox account was changed. If this was you, there is nothing to do.",
    [
      { strong: "If this was not you," },
      " reset your password with Forgot Password on the sign-in page and write to ",
      { mail: payload.support_email },
      " now.",
    ],
  ],
  facts: [["Changed", printInstant(payload.changed_at)]],
});

export const emailChangeVerification = (payload: NotificationPayload<"emailChangeVerification">): MailMessage => {
  const life = spellMinutes(payload.expires_in_hours * 60);
  return {
    subject: "Confirm your new email address",
    preheader: `Follow the link to finish the change. It works for ${life}.`,
    title: "Confirm your new email address",
    greeting: greet(payload),
    paragraphs: [
      ["The email address of your CrunchBox account is about to become ", { strong: payload.new_email }, "."],
      "Follow the link to confirm it. Until then you sign in with your old address.",
    ],
    action: { label: "Confirm email address", url: payload.url },
    footnote:
      `The link works once, for ${life} after this message was sent. If you did not ask for this change, ignore this ` +
      "message: the account keeps its old address.",
  };
};

export const emailChanged = (payload: NotificationPayload<"emailChanged">): MailMessage => ({
  subject: "Your CrunchBox email address was changed",
  preheader: "If this was not you, write to support now.",
  title: "Your email address was changed",
  greeting: greet(payload),
  paragraphs: [
    "The email address of your CrunchBox account was changed. From now on, sign in with the new address.",
    [{ strong: "If this was not you," }, " write to ", { mail: payload.support_email }, " now."],
  ],
  facts: [
    ["Old address", payload.old_email],
    ["New address", payload.new_email],
    ["Changed", printInstant(payload.changed_at)],
  ],
});
