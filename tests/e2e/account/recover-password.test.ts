import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { waitForMails } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, submitCredentials, field, followMail, readMainLines, link, linkFor, newPassword } from "./steps.ts";

const sentTitle = "We’ve sent you an email";
const sentText = "If your email address exists in our database, you'll receive an email to continue.";
const subject = "Reset your CrunchBox password";
const expireCodes = (user: { id: string }) =>
  query("update verification_codes set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);

async function requestLink(page: Page, email: string): Promise<void> {
  await field(page, "Email Address").fill(email);
  await button(page, "ENTER").click();
  await expect(page.getByRole("heading")).toHaveText(sentTitle);
}

test("a forgotten password is replaced through the mailed link", async ({ page }) => {
  const user = await createUser();
  await page.goto("/sign-in/crunchbox");
  await link(page, "Forgot Password?").click();
  await requestLink(page, user.email);
  expect(await readMainLines(page)).toEqual([sentTitle, sentText, "SIGN IN"]);

  await followMail(page, user.email, subject, "Choose new password");
  await field(page, "New password").fill(newPassword);
  await field(page, "Repeat New Password").fill(newPassword);
  await button(page, "UPDATE").click();
  await expect(page.getByText("New password created successfully")).toBeVisible();
  expect(await readMainLines(page)).toEqual(["Set new password", "New password created successfully", "SIGN IN"]);

  await link(page, "SIGN IN").click();
  await submitCredentials(page, user.email, newPassword);
  await expect(page).toHaveURL(/\/store$/);
});

test("an expired link leads to the screen that sends a new one, and the new one works", async ({ page }) => {
  const user = await createUser();
  await page.goto("/recover-password");
  await requestLink(page, user.email);
  const firstMail = await sandbox.waitForMail(user.email, subject);
  await expireCodes(user);

  await followMail(page, user.email, subject, "Choose new password");
  await expect(page).toHaveURL(/\/recover-password\?expired=true$/);
  expect(await readMainLines(page)).toEqual([
    "Your link has expired",
    "Please enter your email and a new link will be sent with instructions",
    "Email Address",
    "ENTER",
  ]);
  await requestLink(page, user.email);
  expect(await readMainLines(page), "no button after success").toEqual([sentTitle, sentText]);

  const [secondMail] = await waitForMails(user.email, 2);
  expect(secondMail?.id).not.toBe(firstMail.id);
  await followMail(page, user.email, subject, "Choose new password");
  await field(page, "New password").fill(newPassword);
  await field(page, "Repeat New Password").fill(newPassword);
  await button(page, "UPDATE").click();
  await link(page, "SIGN IN").click();
  await submitCredentials(page, user.email, newPassword);
  await expect(page).toHaveURL(/\/store$/);
});

test("a link survives a reload but not its use", async ({ page }) => {
  const user = await createUser();
  const url = await linkFor(user, "verify:email-password-reset");
  await page.goto(url);
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("Set new password");
  await field(page, "New password").fill(newPassword);
  await field(page, "Repeat New Password").fill(newPassword);
  await button(page, "UPDATE").click();
  await expect(page.getByText("New password created successfully")).toBeVisible();
  await page.goto(url);
  await expect(page).toHaveURL(/\/recover-password\?expired=true$/);
});

test("an address that nobody has gets the same answer and no mail", async ({ page }) => {
  const email = uniqueEmail();
  await page.goto("/recover-password");
  await requestLink(page, email);
  expect(await readMainLines(page)).toEqual([sentTitle, sentText, "SIGN IN"]);
  expect(await sandbox.mailsTo(email)).toEqual([]);
});

test("a person who never finished set-up gets a fresh set-up link", async ({ page }) => {
  const user = await createUser({ state: "new" });
  await page.goto("/recover-password");
  await requestLink(page, user.email);
  await followMail(page, user.email, "Set up your CrunchBox account", "Set up account");
  await expect(page.getByRole("heading", { name: "Set your password" })).toBeVisible();
});
