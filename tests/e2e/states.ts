import type { Page } from "playwright";
import { type Actor, impersonating, signedIn, signedInAdmin } from "../support/actors.ts";
import { createUser, uniqueEmail } from "../support/factories.ts";
import { agree, button, enterCredentials, field, fillRequest, linkFor, newPassword } from "./account/steps.ts";
import { expect } from "../support/browser.ts";

/** One thing that a person can be looking at. */
export type State = {
  name: string;
  /** Who looks; a visitor when left out. */
  who?: () => Promise<Actor>;
  reach: (page: Page) => Promise<unknown>;
  /** Every line of the main part, letter by letter, where the specification or its decisions print it. */
  lines?: readonly string[];
  dark?: boolean;
};

const unknownLink = "00000000-0000-4000-8000-000000000000/ABC123";
const hint = "Your password must be at least 8 characters, have at least one number and one special character (@#$..)";
const sent = [
  "We’ve sent you an email",
  "If your email address exists in our database, you'll receive an email to continue.",
];

const at = (path: string) => (page: Page) => page.goto(path);
const after = (path: string, act: (page: Page) => Promise<unknown>, seen: string) => async (page: Page) => {
  await page.goto(path);
  await act(page);
  await expect(page.getByText(seen, { exact: true }).first()).toBeVisible();
};
const pressEnter = (page: Page) => page.locator("form input").first().press("Enter");
const answer = (path: string, status: number, body: unknown) => (page: Page) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: body }));

async function recover(page: Page): Promise<void> {
  await field(page, "Email Address").fill(uniqueEmail());
  await button(page, "ENTER").click();
}

async function requestAccount(page: Page): Promise<void> {
  await fillRequest(page);
  await button(page, "Request").click();
}

const openLink = async (page: Page, scope: "verify:email-password-reset" | "verify:user-setup") =>
  page.goto(await linkFor(await createUser({ state: scope === "verify:user-setup" ? "new" : "active" }), scope));

async function fillBoth(page: Page, first: string, second: string): Promise<void> {
  await field(page, first).fill(newPassword);
  await field(page, second).fill(newPassword);
}

async function failSignIn(page: Page): Promise<void> {
  await answer("/v1/sso/session", 500, { success: false, message: "x" })(page);
  await enterCredentials(page, uniqueEmail());
}

/** Never answered, so that the busy button can be looked at. */
async function waitForRequest(page: Page): Promise<void> {
  await page.route("**/v1/sso/account-request", () => undefined);
  await requestAccount(page);
}

const signInStates: State[] = [
  {
    name: "sign-in",
    reach: at("/sign-in/crunchbox"),
    lines: ["Sign In", "Email Address", "Password", "Show", "Forgot Password?", "SIGN IN", "New user? Request Account"],
  },
  {
    name: "sign-in before a purchase",
    reach: at("/sign-in/crunchbox?is_payment_redirect=true"),
    lines: [
      "Sign In",
      "Sign in to CrunchBox to purchase CGX products",
      ...["Email Address", "Password", "Show", "Forgot Password?", "SIGN IN", "New user? Request Account"],
    ],
  },
  {
    name: "sign-in with errors",
    reach: after("/sign-in/crunchbox", pressEnter, "Password is required."),
    lines: [
      ...["Sign In", "Email Address", "Email Address is required.", "Password", "Show", "Password is required."],
      ...["Forgot Password?", "SIGN IN", "New user? Request Account"],
    ],
  },
  {
    name: "sign-in refused",
    reach: after("/sign-in/crunchbox", (page) => enterCredentials(page, uniqueEmail()), "Invalid username or password"),
    lines: [
      ...["Sign In", "Email Address", "Password", "Show", "Forgot Password?", "SIGN IN"],
      ...["Invalid username or password", "New user? Request Account"],
    ],
  },
  {
    name: "sign-in with an alert",
    reach: after("/sign-in/crunchbox", failSignIn, "Something went wrong on our side, please try again."),
    lines: [
      ...["Sign In", "Something went wrong on our side, please try again.", "Email Address", "Password", "Show"],
      ...["Forgot Password?", "SIGN IN", "New user? Request Account"],
    ],
  },
];

const requestLabels = [
  "First Name",
  "Last Name",
  "Organization",
  "Email Address",
  "CGX Serial Number",
  "?",
  "Optional",
];
const requestStates: State[] = [
  {
    name: "request account",
    reach: at("/request-account"),
    lines: ["Request account", ...requestLabels, "Request", "Already a user? Sign In"],
  },
  {
    name: "request account with errors",
    reach: after("/request-account", pressEnter, "Organization is required."),
    lines: [
      ...["Request account", "First Name", "First name is required.", "Last Name", "Last name is required."],
      ...["Organization", "Organization is required.", "Email Address", "Email Address is required."],
      ...["CGX Serial Number", "?", "Optional", "Request", "Already a user? Sign In"],
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
    lines: ["Request account", "Your request has been submitted", "Already a user? Sign In"],
  },
];

const recoverStates: State[] = [
  {
    name: "recover password",
    reach: at("/recover-password"),
    lines: ["Recover your password", "We will send you instructions", "Email Address", "ENTER"],
  },
  {
    name: "recover password, expired link",
    reach: at("/recover-password?expired=true"),
    lines: [
      "Your link has expired",
      "Please enter your email and a new link will be sent with instructions",
      ...["Email Address", "ENTER"],
    ],
  },
  {
    name: "recover password, sent",
    reach: after("/recover-password", recover, "SIGN IN"),
    lines: [...sent, "SIGN IN"],
  },
  {
    name: "recover password, expired link, sent",
    reach: after("/recover-password?expired=true", recover, sent[0] ?? ""),
    lines: sent,
  },
];

const passwordStates: State[] = [
  {
    name: "set new password",
    reach: (page) => openLink(page, "verify:email-password-reset"),
    lines: ["Set new password", "New password", "Show", hint, "Repeat New Password", "Show", "UPDATE"],
  },
  {
    name: "set new password with errors",
    reach: async (page) => {
      await openLink(page, "verify:email-password-reset");
      await field(page, "New password").fill("short");
      await field(page, "New password").press("Enter");
      await expect(page.getByText("Password confirmation is required.")).toBeVisible();
    },
    lines: [
      ...["Set new password", "New password", "Show", "Password must be at least 8 characters."],
      ...["Repeat New Password", "Show", "Password confirmation is required.", "UPDATE"],
    ],
  },
  {
    name: "set new password, done",
    reach: async (page) => {
      await openLink(page, "verify:email-password-reset");
      await fillBoth(page, "New password", "Repeat New Password");
      await button(page, "UPDATE").click();
      await expect(page.getByRole("status")).toBeVisible();
    },
    lines: ["Set new password", "New password created successfully", "SIGN IN"],
  },
  {
    name: "set-up",
    reach: (page) => openLink(page, "verify:user-setup"),
    lines: [
      ...["Set your password", "Password", "Show", hint, "Repeat Password", "Show"],
      ...["I have read and accept the license agreements", "Create"],
    ],
  },
  {
    name: "set-up with the license open",
    reach: async (page) => {
      await openLink(page, "verify:user-setup");
      await page.getByRole("checkbox").click();
      await expect(button(page, "Agree")).toBeEnabled();
    },
  },
  {
    name: "set-up, done",
    reach: async (page) => {
      await openLink(page, "verify:user-setup");
      await fillBoth(page, "Password", "Repeat Password");
      await agree(page);
      await button(page, "Create").click();
      await expect(page.getByRole("status")).toBeVisible();
    },
    lines: ["Set your password", "Password created successfully", "Sign In"],
  },
];

const otherStates: State[] = [
  {
    name: "email link, expired",
    reach: at(`/verify-email/${unknownLink}`),
    lines: [
      "Your link has expired",
      "Please contact support to resend the verification email, or log in and update the email.",
      "GO TO LOGIN PAGE",
    ],
  },
  { name: "license agreement", reach: at("/license-agreement") },
  { name: "license agreement, signed in", who: signedIn, reach: at("/license-agreement") },
  { name: "desktop hand-off", who: signedIn, reach: at("/flowpoint") },
  {
    name: "not found",
    reach: at("/nowhere"),
    lines: ["Page not found", "The address may be mistyped, or the page may have moved.", "Go to home"],
  },
  { name: "console refused", who: signedIn, reach: at("/sign-in/crunchbox-admin?redirect_uri=%2Fadmin") },
  { name: "link refused", who: signedIn, reach: at("/sign-in/crunchbox?redirect_uri=https%3A%2F%2Fevil.example") },
];

const signedInStates: State[] = [
  { name: "store", who: signedIn, reach: at("/store") },
  { name: "portal", who: signedIn, reach: at("/portal") },
  { name: "profile", who: signedIn, reach: at("/portal/profile") },
  {
    name: "profile, asked whether to sign out everywhere",
    who: signedIn,
    reach: async (page) => {
      await page.goto("/portal/profile");
      await page.getByText("Sign out everywhere", { exact: true }).click();
      await expect(button(page, "Yes, sign out everywhere")).toBeVisible();
    },
  },
  {
    name: "profile with an error",
    who: signedIn,
    reach: after("/portal/profile", pressEnter, "Email Address is required."),
  },
  {
    name: "profile, link sent",
    who: signedIn,
    reach: async (page) => {
      await page.goto("/portal/profile");
      await field(page, "New email").fill(uniqueEmail());
      await button(page, "Change email").click();
      await expect(page.getByRole("status")).toBeVisible();
    },
  },
  { name: "admin", who: signedInAdmin, reach: at("/admin") },
  { name: "store while impersonating", who: impersonating, reach: at("/store") },
  { name: "API reference", reach: at("/docs") },
];

/** Everything that can be seen; the signed-in pages and the reference in light and in dark. */
export const states: State[] = [
  ...signInStates,
  ...requestStates,
  ...recoverStates,
  ...passwordStates,
  ...otherStates,
  ...signedInStates,
  ...signedInStates.map((state) => ({ ...state, name: `${state.name}, dark`, dark: true })),
];
