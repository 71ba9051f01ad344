import type { Page } from "playwright";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { agree, button, field, linkFor, newPassword } from "../account/steps.ts";
import { expect } from "../../support/browser.ts";
import { type State, openPath, openAndAct } from "./state.ts";

const specialHint = "These characters count as special: ! @ # $ % ^ & *";
const hint = "Your password must be at least 8 characters, have at least one number and one special character (@#$..)";
const sentLines = [
  "We’ve sent you an email",
  "If your email address exists in our database, you'll receive an email to continue.",
];

async function requestRecovery(page: Page): Promise<void> {
  await field(page, "Email Address").fill(uniqueEmail());
  await button(page, "ENTER").click();
}

const openLink = async (page: Page, scope: "verify:email-password-reset" | "verify:user-setup") =>
  page.goto(await linkFor(await createUser({ state: scope === "verify:user-setup" ? "new" : "active" }), scope));

async function fillBoth(page: Page, first: string, second: string): Promise<void> {
  await field(page, first).fill(newPassword);
  await field(page, second).fill(newPassword);
}

export const recoverStates: State[] = [
  {
    name: "recover password",
    reach: openPath("/recover-password"),
    lines: ["Recover your password", "We will send you instructions", "Email Address", "ENTER"],
  },
  {
    name: "recover password, expired link",
    reach: openPath("/recover-password?expired=true"),
    lines: [
      "Your link has expired",
      "Please enter your email and a new link will be sent with instructions",
      "Email Address",
      "ENTER",
    ],
  },
  {
    name: "recover password, sent",
    reach: openAndAct("/recover-password", requestRecovery, "SIGN IN"),
    lines: [...sentLines, "SIGN IN"],
  },
  {
    name: "recover password, expired link, sent",
    reach: openAndAct("/recover-password?expired=true", requestRecovery, sentLines[0] ?? ""),
    lines: sentLines,
  },
];

export const passwordStates: State[] = [
  {
    name: "set new password",
    reach: (page) => openLink(page, "verify:email-password-reset"),
    lines: ["Set new password", "New password", "Show", hint, specialHint, "Repeat New Password", "Show", "UPDATE"],
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
      "Set new password",
      "New password",
      "Show",
      "Password must be at least 8 characters.",
      specialHint,
      "Repeat New Password",
      "Show",
      "Password confirmation is required.",
      "UPDATE",
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
      "Set your password",
      "Password",
      "Show",
      hint,
      specialHint,
      "Repeat Password",
      "Show",
      "I have read and accept the license agreements",
      "Create",
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
