import type { MailPayload } from "../contract/notification-types.ts";
import { countryName } from "../contract/buying/country-names.ts";
import { listEventFacts, listFacts, printMessage } from "./sendable.ts";
import { single, type Template, variants } from "./template.ts";
import { nameOrganization, printDate, printInstant, spellMinutes, toLine } from "./wording.ts";

export const signInCode = single<MailPayload<"signInCode">>({
  name: "Sign-in code",
  text: {
    subject: "Your CrunchBox sign-in code",
    preheader: "Enter it where you are signing in. It works for {{code_life}}.",
    title: "Your sign-in code",
    body: "Enter this code on the page where you are signing in. Nobody from CrunchBox ever asks you for it.",
    footnote:
      "The code works once, for {{code_life}} after this message was sent. If you are not signing in, somebody knows your password: choose a new one with Forgot Password on the sign-in page.",
  },
  fields: ({ expires_in_minutes }) => ({ code_life: spellMinutes(expires_in_minutes) }),
  parts: ({ code }) => ({ facts: [["Code", code]] }),
});

export const newSignIn = single<MailPayload<"newSignIn">>({
  name: "New sign-in",
  text: {
    subject: "New sign-in to your CrunchBox account",
    preheader: "If this was not you, throw them out now.",
    title: "New sign-in to your account",
    body: `Somebody signed in to your CrunchBox account [[from {{new_country}}, which is new for it|in a browser that is new to it]]. If this was you, there is nothing to do.

**If this was not you,** press the button. It signs everybody out, takes back what was changed since, and sends you a link to choose a new password.`,
    action: "This was not me",
    footnote: "The link works for 7 days. If it does not, write to {{support_email}}.",
  },
  fields: ({ is_new_country, country }) => ({
    new_country: is_new_country && country ? countryName(country) : undefined,
  }),
  parts: ({ signed_in_at, url, ...facts }) => ({
    facts: listFacts([["When", printInstant(signed_in_at)], ...listEventFacts(facts)]),
    url,
  }),
});

type MethodChanged = MailPayload<"signInMethodChanged">;

const methodChanged: Pick<Template<MethodChanged>, "fields" | "parts"> = {
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

**If this was not you,** press the button. It signs everybody out, takes back what was changed since, and sends you a link to choose a new password.`,
  action: "This was not me",
  footnote: "The link works for 7 days. If it does not, write to {{support_email}}.",
});

export const signInMethodChanged = variants<MethodChanged, MethodChanged["change"]>(({ change }) => change, {
  passkey: {
    ...methodChanged,
    name: "Passkey added",
    text: methodText(
      "A passkey was added to your CrunchBox account",
      "A passkey was added",
      "The passkey [[**{{passkey}}** ]]now opens your CrunchBox account.",
    ),
  },
  totp: {
    ...methodChanged,
    name: "Authenticator app turned on",
    text: methodText(
      "An authenticator app was turned on for your CrunchBox account",
      "An authenticator app was turned on",
      "Signing in to your CrunchBox account now takes a code of this app after the password.",
    ),
    example: { change: "totp" },
  },
  backup_codes: {
    ...methodChanged,
    name: "Backup codes made",
    text: methodText(
      "New backup codes were made for your CrunchBox account",
      "New backup codes were made",
      "Each of the ten new codes opens your CrunchBox account once, after the password. Earlier codes no longer work.",
    ),
    example: { change: "backup_codes", has_ended_sessions: false },
  },
  recovered: {
    ...methodChanged,
    name: "Second step removed",
    text: methodText(
      "The second step of your CrunchBox account was removed",
      "Your second step was removed",
      "Your passkeys, authenticator app and backup codes were removed with the link that we mailed to you. The password alone opens your CrunchBox account until you set up a new second step.",
    ),
    example: { change: "recovered" },
  },
});

export const recoveryStarted = single<MailPayload<"recoveryStarted">>({
  name: "Removal of the second step began",
  text: {
    subject: "Stop this if it was not you: your second step will be removed",
    preheader: "Support was asked to remove it. You can stop it.",
    title: "Your second step will be removed",
    body: `Somebody told support that your passkeys, authenticator app and backup codes are lost. On **{{due_at_time}}** we mail you a link that removes them. With it, the password alone opens your account.

If this was you, wait for the link. Do not choose a new password before: that stops it.

**If this was not you,** stop it now.`,
    action: "Stop it",
    footnote: "You can stop it until the link is used, on your Security page, too.",
  },
  fields: ({ due_at }) => ({ due_at_time: printInstant(due_at) }),
  parts: ({ url }) => ({ url }),
});

export const recoveryReady = single<MailPayload<"recoveryReady">>({
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

export const emailChangeRequested = single<MailPayload<"emailChangeRequested">>({
  name: "Email address about to change",
  text: {
    subject: "Your CrunchBox email address is about to change",
    preheader: "If this was not you, stop it now.",
    title: "Your email address is about to change",
    body: `Somebody who is signed in to your CrunchBox account asked to change its email address to **{{new_email}}**.

If this was you, there is nothing to do here: follow the link in the message to the new address.

**If this was not you,** stop the change now. It keeps your address, or puts it back, and signs the account out everywhere.`,
    action: "Stop the change",
    footnote: "The link works for 7 days. If it does not, write to {{support_email}}.",
  },
  fields: ({ new_email }) => ({ new_email }),
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
        subject: "Set up a second step to go on with CrunchBox",
        preheader: "{{organization}} asks everybody for one. It takes two minutes.",
        title: "Set up a second step to go on",
        body: `**{{organization}}** asks everybody for a passkey or an authenticator app since **{{from_day}}** (UTC). You have none yet.

CrunchBox opens nothing else for you before you have set one up, the Flowpoint desktop app included.`,
        action: "Set it up",
        footnote: "If you have a question, ask who manages CrunchBox at {{organization}}.",
      },
      example: { is_in_force: true },
    },
  },
);

export const passkeyRefused = single<MailPayload<"passkeyRefused">>({
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

export const desktopSignedOut = single<MailPayload<"desktopSignedOut">>({
  name: "Flowpoint signed out",
  text: {
    subject: "Flowpoint was signed out of your CrunchBox account",
    preheader: "Its key was used twice, so we ended the session.",
    title: "Flowpoint was signed out",
    body: `The Flowpoint desktop app that you signed in to on **{{signed_in_at}}** was signed out, because the key that keeps it signed in was used twice.

This can happen when the connection of the app breaks off. Sign in to Flowpoint again to go on working.

**If it happens again, or you did not use Flowpoint,** somebody may have copied the key: sign out everywhere on your Sessions page and choose a new password.`,
    footnote: "If you have a question, write to {{support_email}}.",
  },
  fields: ({ signed_in_at }) => ({ signed_in_at: printInstant(signed_in_at) }),
});

export const versionWithdrawn = single<MailPayload<"versionWithdrawn">>({
  name: "Version withdrawn",
  text: {
    subject: "Stop using {{software}} {{version}}",
    preheader: "We withdrew this version.",
    title: "{{software}} {{version}} was withdrawn",
    body: `You or your organization downloaded **{{software}} {{version}}**. We withdrew it:

{{reason}}

[[Install version **{{replacement}}** instead.|Stop using it. Its page says which version you can use.]]`,
    action: "[[Get {{replacement}}|See its versions]]",
    footnote: "If you have a question, write to {{support_email}}.",
  },
  required: ["reason"],
  fields: ({ software, version, reason, replacement }) => ({
    software: toLine(software),
    version: toLine(version, 64),
    reason: printMessage(reason),
    replacement: replacement && toLine(replacement, 64),
  }),
  parts: ({ software, version, replacement, url }) => ({
    facts: listFacts([
      ["Software", software],
      ["Withdrawn version", version],
      ["Use instead", replacement],
    ]),
    url,
  }),
});

export const deviceTakenOver = single<MailPayload<"deviceTakenOver">>({
  name: "Device taken over by its buyer",
  text: {
    subject: "A device was removed from your organization",
    preheader: "{{device}}, serial number {{serial}}",
    title: "A device was removed",
    body: `**{{device}}** was removed from the devices of **{{organization}}**, because we shipped the device with this serial number to another customer.

Your organization had registered the serial number, but the device was not shipped to you. The number may contain a typing error: compare it with the label of your device.`,
    footnote: "If the device is yours, write to {{support_email}}.",
  },
  fields: ({ device_name, device_serial, org_name }) => ({
    device: toLine(device_name),
    serial: toLine(device_serial),
    organization: nameOrganization(org_name),
  }),
  parts: ({ device_name, device_serial }) => ({
    facts: listFacts([
      ["Device", device_name],
      ["Serial number", device_serial],
    ]),
  }),
});
