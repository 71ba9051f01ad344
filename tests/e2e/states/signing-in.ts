import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { recordFormerAgreement, button, submitCredentials, fillRequest } from "../account/steps.ts";
import { type State, openPath, openAndAct, pressEnter, mockResponse } from "./state.ts";

const requesterEmail = uniqueEmail();

async function requestAccount(page: Page): Promise<void> {
  await fillRequest(page, requesterEmail);
  await button(page, "Request").click();
}

async function failSignIn(page: Page): Promise<void> {
  await mockResponse("/v1/sso/session", 500, { success: false, message: "x" })(page);
  await submitCredentials(page, uniqueEmail());
}

/** Signs in without the bot check, so that the email one-time code is offered. */
async function offerCode(page: Page): Promise<void> {
  await page.route("**/captcha/api.js*", (route) => route.abort());
  await submitCredentials(page, uniqueEmail());
}
async function requestCode(page: Page): Promise<void> {
  await offerCode(page);
  await button(page, "Email me a sign-in code instead").click();
}

/** Sends a request that is never answered, so that the button stays busy. */
async function sendUnanswered(page: Page): Promise<void> {
  await page.route("**/v1/sso/account-request", () => undefined);
  await requestAccount(page);
}

export const signInStates: State[] = [
  {
    name: "new license agreement",
    who: async () => {
      const actor = await signedIn();
      await recordFormerAgreement(actor.user);
      return actor;
    },
    reach: openPath("/sign-in/crunchbox/license"),
  },
  {
    name: "sign-in",
    reach: openPath("/sign-in/crunchbox"),
    lines: [
      "Sign In",
      "Email Address",
      "Password",
      "Show",
      "Forgot Password?",
      "SIGN IN",
      "Sign in with a passkey",
      "New user? Request Account",
    ],
  },
  {
    name: "sign-in before a purchase",
    reach: openPath("/sign-in/crunchbox?is_payment_redirect=true"),
    lines: [
      "Sign In",
      "Sign in to CrunchBox to purchase CGX products",
      "Email Address",
      "Password",
      "Show",
      "Forgot Password?",
      "SIGN IN",
      "Sign in with a passkey",
      "New user? Request Account",
    ],
  },
  {
    name: "sign-in with errors",
    reach: openAndAct("/sign-in/crunchbox", pressEnter, "Password is required."),
    lines: [
      "Sign In",
      "Email Address",
      "Email Address is required.",
      "Password",
      "Show",
      "Password is required.",
      "Forgot Password?",
      "SIGN IN",
      "Sign in with a passkey",
      "New user? Request Account",
    ],
  },
  {
    name: "sign-in refused",
    reach: openAndAct(
      "/sign-in/crunchbox",
      (page) => submitCredentials(page, uniqueEmail()),
      "Invalid username or password",
    ),
    lines: [
      "Sign In",
      "Email Address",
      "Password",
      "Show",
      "Forgot Password?",
      "SIGN IN",
      "Invalid username or password",
      "Sign in with a passkey",
      "New user? Request Account",
    ],
  },
  {
    name: "sign-in where the bot check cannot be loaded",
    reach: openAndAct("/sign-in/crunchbox", offerCode, "Email me a sign-in code instead"),
  },
  {
    name: "sign-in with a code",
    reach: openAndAct("/sign-in/crunchbox", requestCode, "Code from the email"),
  },
  {
    name: "sign-in with an alert",
    reach: openAndAct("/sign-in/crunchbox", failSignIn, "Something went wrong on our side, please try again."),
    lines: [
      "Sign In",
      "Something went wrong on our side, please try again.",
      "Email Address",
      "Password",
      "Show",
      "Forgot Password?",
      "SIGN IN",
      "Sign in with a passkey",
      "New user? Request Account",
    ],
  },
];

const serialHint = "If you own a device, enter its serial number to help us identify your organization.";
const requestLabels = [
  "First Name",
  "Last Name",
  "Organization",
  "Email Address",
  "CGX Serial Number",
  "(optional)",
  serialHint,
];
export const requestStates: State[] = [
  {
    name: "request account",
    reach: openPath("/request-account"),
    lines: ["Request account", ...requestLabels, "Request", "Already a user? Sign In"],
  },
  {
    name: "request account with errors",
    reach: openAndAct("/request-account", pressEnter, "Organization is required."),
    lines: [
      "Request account",
      "First Name",
      "First name is required.",
      "Last Name",
      "Last name is required.",
      "Organization",
      "Organization is required.",
      "Email Address",
      "Email Address is required.",
      "CGX Serial Number",
      "(optional)",
      serialHint,
      "Request",
      "Already a user? Sign In",
    ],
  },
  {
    name: "request account while sending",
    reach: openAndAct("/request-account", sendUnanswered, "SENDING REQUEST..."),
    lines: ["Request account", ...requestLabels, "SENDING REQUEST...", "Already a user? Sign In"],
  },
  {
    name: "request account, submitted",
    reach: openAndAct("/request-account", requestAccount, "Your request has been submitted"),
    lines: [
      "Request account",
      "Your request has been submitted",
      "What happens next",
      "We review your request. There is nothing to do until then.",
      `We email the answer to ${requesterEmail}.`,
      "If it is approved, another email has the link to choose your password.",
      "Already a user? Sign In",
    ],
  },
];
