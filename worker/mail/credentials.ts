import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { link, linkLife, listFacts, writeTo } from "./sendable.ts";
import { printInstant } from "./wording.ts";

export const passwordReset = (payload: NotificationPayload<"passwordReset">): MailMessage => {
  const { works, worksOnce } = linkLife(payload.expires_in_minutes);
  return writeTo(payload, {
    subject: "Reset your CrunchBox password",
    preheader: `Choose a new password.${works}`,
    title: "Reset your password",
    paragraphs: ["A new password was requested for your CrunchBox account. Follow the link to choose it."],
    action: link("Choose new password", payload.url),
    footnote: `${worksOnce} If you did not request it, ignore this message: your password stays as it is.`,
  });
};

/** `otherwise` without a support address. */
const alarm = ({ support_email }: { support_email?: string | undefined }, otherwise: string): string =>
  support_email ? "If this was not you, write to support now." : otherwise;

export const passwordChanged = (payload: NotificationPayload<"passwordChanged">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox password was changed",
    preheader: alarm(payload, "If this was not you, reset your password now."),
    title: "Your password was changed",
    paragraphs: [
      "The password of your CrunchBox account was changed. If this was you, there is nothing to do.",
      [
        { strong: "If this was not you," },
        " reset your password with Forgot Password on the sign-in page",
        ...(payload.support_email ? [" and write to ", { mail: payload.support_email }] : []),
        " now.",
      ],
    ],
    facts: listFacts([["Changed", payload.changed_at && printInstant(payload.changed_at)]]),
  });

export const emailChangeVerification = (payload: NotificationPayload<"emailChangeVerification">): MailMessage => {
  const { works, worksOnce } = linkLife((payload.expires_in_hours ?? 0) * 60);
  return writeTo(payload, {
    subject: "Confirm your new email address",
    preheader: `Follow the link to finish the change.${works.replace("The link", "It")}`,
    title: "Confirm your new email address",
    paragraphs: [
      payload.new_email
        ? ["The email address of your CrunchBox account is about to become ", { strong: payload.new_email }, "."]
        : "The email address of your CrunchBox account is about to change.",
      "Follow the link to confirm it. Until then you sign in with your old address.",
    ],
    action: link("Confirm email address", payload.url),
    footnote: `${worksOnce} If you did not ask for this change, ignore this message: the account keeps its old address.`,
  });
};

export const emailChanged = (payload: NotificationPayload<"emailChanged">): MailMessage =>
  writeTo(payload, {
    subject: "Your CrunchBox email address was changed",
    preheader: alarm(payload, "From now on, sign in with the new address."),
    title: "Your email address was changed",
    paragraphs: [
      "The email address of your CrunchBox account was changed. From now on, sign in with the new address.",
      ...(payload.support_email
        ? [[{ strong: "If this was not you," }, " write to ", { mail: payload.support_email }, " now."]]
        : []),
    ],
    facts: listFacts([
      ["Old address", payload.old_email],
      ["New address", payload.new_email],
      ["Changed", payload.changed_at && printInstant(payload.changed_at)],
    ]),
  });
