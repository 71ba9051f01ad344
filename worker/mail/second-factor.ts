import type { MailPayload } from "../contract/notification-types.ts";
import { listEventFacts, listFacts } from "./sendable.ts";
import { singleTemplate, type Template, variants } from "./template.ts";
import { nameOrganization, printDate, printInstant, toLine } from "./wording.ts";

type MethodPayload = MailPayload<"signInMethodChanged">;

const methodTemplate: Pick<Template<MethodPayload>, "fields" | "parts"> = {
  fields: ({ passkey, has_ended_sessions }) => ({
    passkey: passkey && toLine(passkey),
    ended_sessions: has_ended_sessions ? "All other sessions were signed out." : undefined,
  }),
  parts: ({ changed_at, url, ...facts }) => ({
    facts: listFacts([["When", printInstant(changed_at)], ...listEventFacts(facts)]),
    url,
  }),
};

const methodText = (subject: string, title: string, body: string) => ({
  subject,
  preheader: "If this was not you, throw them out now.",
  title,
  body: `${body}

[[{{ended_sessions}} ]]If this was you, there is nothing to do.

**If this was not you,** press the button. It signs everybody out, undoes what was changed since, and sends you a link to choose a new password.`,
  action: "This was not me",
  footnote: "The link works for 7 days. If it does not, write to {{support_email}}.",
});

export const signInMethodChanged = variants<MethodPayload, MethodPayload["change"]>(({ change }) => change, {
  passkey: {
    ...methodTemplate,
    name: "Passkey added",
    text: methodText(
      "A passkey was added to your CrunchBox account",
      "A passkey was added",
      "The passkey [[**{{passkey}}** ]]now opens your CrunchBox account.",
    ),
  },
  totp: {
    ...methodTemplate,
    name: "Authenticator app turned on",
    text: methodText(
      "An authenticator app was turned on for your CrunchBox account",
      "An authenticator app was turned on",
      "Signing in to your CrunchBox account now takes a code of this app after the password.",
    ),
    example: { change: "totp" },
  },
  backup_codes: {
    ...methodTemplate,
    name: "Backup codes made",
    text: methodText(
      "New backup codes were made for your CrunchBox account",
      "New backup codes were made",
      "Each of the ten new codes opens your CrunchBox account once, after the password. Earlier codes no longer work.",
    ),
    example: { change: "backup_codes", has_ended_sessions: false },
  },
  recovered: {
    ...methodTemplate,
    name: "Second step removed",
    text: methodText(
      "The second step of your CrunchBox account was removed",
      "Your second step was removed",
      "Your passkeys, authenticator app and backup codes were removed with the link that we emailed to you. The password alone opens your CrunchBox account until you set up a new second step.",
    ),
    example: { change: "recovered" },
  },
});

export const recoveryStarted = singleTemplate<MailPayload<"recoveryStarted">>({
  name: "Removal of the second step began",
  text: {
    subject: "Stop this if it was not you: your second step will be removed",
    preheader: "Support was asked to remove it. You can stop it.",
    title: "Your second step will be removed",
    body: `Somebody told support that your passkeys, authenticator app and backup codes are lost. On **{{due_at_time}}** we email you a link that removes them. With it, the password alone opens your account.

If this was you, wait for the link. Do not choose a new password before: that stops it.

**If this was not you,** stop it now.`,
    action: "Stop it",
    footnote: "You can stop it until the link is used, on your Security page, too.",
  },
  fields: ({ due_at }) => ({ due_at_time: printInstant(due_at) }),
  parts: ({ url }) => ({ url }),
});

export const recoveryReady = singleTemplate<MailPayload<"recoveryReady">>({
  name: "Link that removes the second step",
  text: {
    subject: "Your link to sign in to CrunchBox again",
    preheader: "It removes your lost passkeys and codes.",
    title: "Remove your lost second step",
    body: `You told support that your passkeys, authenticator app and backup codes are lost. Press the button and enter your password: it removes them, signs you out everywhere else, and lets you set up new ones.

**If this was not you,** do not press it, and use the button in our earlier mail to stop it.`,
    action: "Remove them and sign in",
    footnote:
      "The link works once, until {{link_ends}}. Do not forward this mail. If you have a question, write to {{support_email}}.",
  },
  fields: ({ expires_at }) => ({ link_ends: printInstant(expires_at) }),
  parts: ({ url }) => ({ url }),
});

const ruleFields = {
  fields: ({ org_name, from_day }: MailPayload<"secondFactorRule">) => ({
    organization: nameOrganization(org_name),
    from_day: printDate(from_day),
  }),
  parts: ({ url }: MailPayload<"secondFactorRule">) => ({ url }),
};

export const secondFactorRule = variants<MailPayload<"secondFactorRule">, "ahead" | "now">(
  ({ is_in_force }) => (is_in_force ? "now" : "ahead"),
  {
    ahead: {
      ...ruleFields,
      name: "Second step needed soon",
      text: {
        subject: "Set up a second step by {{from_day}}",
        preheader: "{{organization}} asks everybody for one. It takes two minutes.",
        title: "A second step is needed from {{from_day}}",
        body: `**{{organization}}** asks everybody for a passkey or an authenticator app from **{{from_day}}** (UTC). You have none yet.

Set one up now. From that day CrunchBox opens nothing else for you before you have done it, the Flowpoint desktop app included.`,
        action: "Set it up",
        footnote: "If you have a question, ask who manages CrunchBox at {{organization}}.",
      },
    },
    now: {
      ...ruleFields,
      name: "Second step needed now",
      text: {
        subject: "Set up a second step to continue with CrunchBox",
        preheader: "{{organization}} asks everybody for one. It takes two minutes.",
        title: "Set up a second step to continue",
        body: `**{{organization}}** asks everybody for a passkey or an authenticator app since **{{from_day}}** (UTC). You have none yet.

CrunchBox opens nothing else for you before you have set one up, the Flowpoint desktop app included.`,
        action: "Set it up",
        footnote: "If you have a question, ask who manages CrunchBox at {{organization}}.",
      },
      example: { is_in_force: true },
    },
  },
);

export const passkeyRefused = singleTemplate<MailPayload<"passkeyRefused">>({
  name: "Passkey refused",
  text: {
    subject: "A passkey of your CrunchBox account was refused",
    preheader: "It may have been copied.",
    title: "Your passkey {{passkey}} was refused",
    body: `On **{{refused_at}}** somebody tried to sign in to your CrunchBox account with your passkey **{{passkey}}**. We refused it, because it counts its uses, and the count went backwards. A copied passkey does that.

**If this was not you,** remove the passkey on your Security page now.

If it was you, remove the passkey as well, and add a new one.`,
    footnote: "If you have a question, write to {{support_email}}.",
  },
  fields: ({ passkey, refused_at }) => ({ passkey: toLine(passkey), refused_at: printInstant(refused_at) }),
});
