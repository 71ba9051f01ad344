import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { agreedToFormerLicense, button, enterCredentials, fillRequest } from "../account/steps.ts";
import { type State, at, after, pressEnter, answer } from "./state.ts";

const requester = uniqueEmail();

async function requestAccount(page: Page): Promise<void> {
  await fillRequest(page, requester);
  await button(page, "Request").click();
}

async function failSignIn(page: Page): Promise<void> {
  await answer("/v1/sso/session", 500, { success: false, message: "x" })(page);
  await enterCredentials(page, uniqueEmail());
}

/** Without the bot check, with it, and with an email one-time code. */
async function offerCode(page: Page): Promise<void> {
  await page.route("**/captcha/api.js*", (route) => route.abort());
  await enterCredentials(page, uniqueEmail());
}
async function askForCode(page: Page): Promise<void> {
  await offerCode(page);
  await button(page, "Email me a sign-in code instead").click();
}

/** Never answered, so that the button stays busy. */
async function waitForRequest(page: Page): Promise<void> {
  await page.route("**/v1/sso/account-request", () => undefined);
  await requestAccount(page);
}

export const signInStates: State[] = [
  {
    name: "new license agreement",
    who: async () => {
      const actor = await signedIn();
      await agreedToFormerLicense(actor.user);
      return actor;
    },
    reach: at("/sign-in/crunchbox/license"),
  },
  {
    name: "sign-in",
    reach: at("/sign-in/crunchbox"),
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
    reach: at("/sign-in/crunchbox?is_payment_redirect=true"),
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
    reach: after("/sign-in/crunchbox", pressEnter, "Password is required."),
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
    reach: after("/sign-in/crunchbox", (page) => enterCredentials(page, uniqueEmail()), "Invalid username or password"),
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
    reach: after("/sign-in/crunchbox", offerCode, "Email me a sign-in code instead"),
  },
  {
    name: "sign-in with a code",
    reach: after("/sign-in/crunchbox", askForCode, "Code from the email"),
  },
  {
    name: "sign-in with an alert",
    reach: after("/sign-in/crunchbox", failSignIn, "Something went wrong on our side, please try again."),
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
    reach: at("/request-account"),
    lines: ["Request account", ...requestLabels, "Request", "Already a user? Sign In"],
  },
  {
    name: "request account with errors",
    reach: after("/request-account", pressEnter, "Organization is required."),
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
    reach: after("/request-account", waitForRequest, "SENDING REQUEST..."),
    lines: ["Request account", ...requestLabels, "SENDING REQUEST...", "Already a user? Sign In"],
  },
  {
    name: "request account, submitted",
    reach: after("/request-account", requestAccount, "Your request has been submitted"),
    lines: [
      "Request account",
      "Your request has been submitted",
      "What happens next",
      "We review your request. There is nothing to do until then.",
      `We email the answer to ${requester}.`,
      "If it is approved, another email has the link to choose your password.",
      "Already a user? Sign In",
    ],
  },
];
