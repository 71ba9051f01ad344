import type { NotificationPayload } from "../contract/notification-types.ts";
import { formatLinkLife, listEventFacts, listFacts } from "./sendable.ts";
import { singleTemplate } from "./template.ts";
import { printInstant, toLine } from "./wording.ts";

export const passwordReset = singleTemplate<NotificationPayload<"passwordReset">>({
  name: "Password reset",
  text: {
    subject: "Reset your CrunchBox password",
    preheader: "Choose a new password.[[ The link works for {{link_life}}.]]",
    title: "Reset your password",
    body: "A new password was requested for your CrunchBox account. Follow the link to choose it.",
    action: "Choose new password",
    footnote:
      "The link works once[[, for {{link_life}} after this message was sent]]. If you did not request it, ignore this message: your password stays as it is.",
  },
  fields: ({ expires_in_minutes }) => ({ link_life: formatLinkLife(expires_in_minutes) }),
  parts: ({ url }) => ({ url }),
});

export const passwordChanged = singleTemplate<NotificationPayload<"passwordChanged">>({
  name: "Password changed",
  text: {
    subject: "Your CrunchBox password was changed",
    preheader: "If this was not you, [[{{support_email?}}write to support|reset your password]] now.",
    title: "Your password was changed",
    body: `The password of your CrunchBox account was changed. If this was you, there is nothing to do.

**If this was not you,** [[{{link?}}press the button: it signs everybody out, blocks this password, and sends you a link to choose a new one. You may also|reset your password with Forgot Password on the sign-in page and]] write to {{support_email}} now.`,
    action: "This was not me",
  },
  fields: ({ url }) => ({ link: url }),
  parts: ({ changed_at, url, ...facts }) => ({
    facts: listFacts([["Changed", changed_at && printInstant(changed_at)], ...listEventFacts(facts)]),
    url,
  }),
});

export const emailChangeVerification = singleTemplate<NotificationPayload<"emailChangeVerification">>({
  name: "Confirm the new email address",
  text: {
    subject: "Confirm your new email address",
    preheader: "Follow the link to finish the change.[[ It works for {{link_life}}.]]",
    title: "Confirm your new email address",
    body: `The email address of your CrunchBox account is about to [[become **{{new_email}}**|change]].

Follow the link to confirm it. Until then you sign in with your old address.`,
    action: "Confirm email address",
    footnote:
      "The link works once[[, for {{link_life}} after this message was sent]]. If you did not ask for this change, ignore this message: the account keeps its old address.",
  },
  fields: ({ new_email, expires_in_hours = 0 }) => ({
    new_email: toLine(new_email ?? ""),
    link_life: formatLinkLife(expires_in_hours * 60),
  }),
  parts: ({ url }) => ({ url }),
});

export const emailChanged = singleTemplate<NotificationPayload<"emailChanged">>({
  name: "Email address changed",
  text: {
    subject: "Your CrunchBox email address was changed",
    preheader:
      "[[{{support_email?}}If this was not you, write to support now.|From now on, sign in with the new address.]]",
    title: "Your email address was changed",
    body: `The email address of your CrunchBox account was changed. From now on, sign in with the new address.

**If this was not you,** [[{{link?}}press the button: it signs everybody out and puts your old address back. You may also ]]write to {{support_email}} now.`,
    action: "This was not me",
  },
  fields: ({ url }) => ({ link: url }),
  parts: ({ old_email, new_email, changed_at, url, ...facts }) => ({
    facts: listFacts([
      ["Old address", old_email],
      ["New address", new_email],
      ["Changed", changed_at && printInstant(changed_at)],
      ...listEventFacts(facts),
    ]),
    url,
  }),
});
