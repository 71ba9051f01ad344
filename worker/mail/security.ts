import type { MailPayload } from "../contract/notification-types.ts";
import { countryName } from "../contract/buying/country-names.ts";
import { listEventFacts, listFacts } from "./sendable.ts";
import { singleTemplate } from "./template.ts";
import { printInstant, spellMinutes } from "./wording.ts";

export const signInCode = singleTemplate<MailPayload<"signInCode">>({
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

export const newSignIn = singleTemplate<MailPayload<"newSignIn">>({
  name: "New sign-in",
  text: {
    subject: "New sign-in to your CrunchBox account",
    preheader: "If this was not you, throw them out now.",
    title: "New sign-in to your account",
    body: `Somebody signed in to your CrunchBox account [[from {{new_country}}, which is new for it|in a browser that is new to it]]. If this was you, there is nothing to do.

**If this was not you,** press the button. It signs everybody out, undoes what was changed since, and sends you a link to choose a new password.`,
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

export const emailChangeRequested = singleTemplate<MailPayload<"emailChangeRequested">>({
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

export const desktopSignedOut = singleTemplate<MailPayload<"desktopSignedOut">>({
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
