import type { MailPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { listFacts, printMessage } from "./sendable.ts";
import { greet, nameOrganization, printInstant, spellMinutes, toLine } from "./wording.ts";

export const signInCode = (payload: MailPayload<"signInCode">): MailMessage => {
  const life = spellMinutes(payload.expires_in_minutes);
  return {
    subject: "Your CrunchBox sign-in code",
    preheader: `Enter it where you are signing in. It works for ${life}.`,
    title: "Your sign-in code",
    greeting: greet(payload),
    paragraphs: ["Enter this code on the page where you are signing in. Nobody from CrunchBox ever asks you for it."],
    facts: [["Code", payload.code]],
    footnote:
      `The code works once, for ${life} after this message was sent. If you are not signing in, somebody knows your ` +
      "password: choose a new one with Forgot Password on the sign-in page.",
  };
};

export const emailChangeRequested = (payload: MailPayload<"emailChangeRequested">): MailMessage => ({
  subject: "Your CrunchBox email address is about to change",
  preheader: "If this was not you, stop it now.",
  title: "Your email address is about to change",
  greeting: greet(payload),
  paragraphs: [
    [
      "Somebody who is signed in to your CrunchBox account asked to change its email address to ",
      { strong: payload.new_email },
      ".",
    ],
    "If this was you, there is nothing to do here: follow the link in the message to the new address.",
    [
      { strong: "If this was not you," },
      " stop the change now. It keeps your address, or puts it back, and signs the account out everywhere.",
    ],
  ],
  action: { label: "Stop the change", url: payload.url },
  footnote: `The link works for 7 days. If it does not, write to ${payload.support_email}.`,
});

export const desktopSignedOut = (payload: MailPayload<"desktopSignedOut">): MailMessage => ({
  subject: "Flowpoint was signed out of your CrunchBox account",
  preheader: "Its key was used twice, so we ended the session.",
  title: "Flowpoint was signed out",
  greeting: greet(payload),
  paragraphs: [
    [
      "The Flowpoint desktop app that you signed in to on ",
      { strong: printInstant(payload.signed_in_at) },
      " was signed out, because the key that keeps it signed in was used twice.",
    ],
    "This can happen when the connection of the app breaks off. Sign in to Flowpoint again to go on working.",
    [
      { strong: "If it happens again, or you did not use Flowpoint," },
      " somebody may have copied the key: sign out everywhere on your Sessions page and choose a new password.",
    ],
  ],
  footnote: `If you have a question, write to ${payload.support_email}.`,
});

export const versionWithdrawn = (payload: MailPayload<"versionWithdrawn">): MailMessage => {
  const { software, version, reason, replacement, url, support_email } = payload;
  const name = `${toLine(software)} ${toLine(version, 64)}`;
  return {
    subject: `Stop using ${name}`,
    preheader: "We withdrew this version.",
    title: `${name} was withdrawn`,
    greeting: greet(payload),
    paragraphs: [
      ["You or your organization downloaded ", { strong: name }, ". We withdrew it:"],
      ...printMessage(reason),
      replacement
        ? ["Install version ", { strong: toLine(replacement, 64) }, " instead."]
        : "Stop using it. Its page says which version you can use.",
    ],
    facts: listFacts([
      ["Software", software],
      ["Withdrawn version", version],
      ["Use instead", replacement],
    ]),
    action: { label: replacement ? `Get ${toLine(replacement, 64)}` : "See its versions", url },
    footnote: `If you have a question, write to ${support_email}.`,
  };
};

export const deviceTakenOver = (payload: MailPayload<"deviceTakenOver">): MailMessage => {
  const { device_name, device_serial, org_name, support_email } = payload;
  return {
    subject: "A device was removed from your organization",
    preheader: `${toLine(device_name)}, serial number ${toLine(device_serial)}`,
    title: "A device was removed",
    greeting: greet(payload),
    paragraphs: [
      [
        { strong: toLine(device_name) },
        " was removed from the devices of ",
        { strong: nameOrganization(org_name) },
        ", because we shipped the device with this serial number to another customer.",
      ],
      "Your organization had registered the serial number, but the device was not shipped to you. The number may contain a typing error: compare it with the label of your device.",
    ],
    facts: listFacts([
      ["Device", device_name],
      ["Serial number", device_serial],
    ]),
    footnote: `If the device is yours, write to ${support_email}.`,
  };
};
