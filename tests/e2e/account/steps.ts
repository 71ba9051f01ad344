import type { Locator, Page } from "playwright";
import type { VerificationScope } from "../../../db/enums.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createSession, password, unique, uniqueEmail } from "../../support/factories.ts";
import { createLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

export const newPassword = "Chosen-5678!";

export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole("link", { name, exact: true });
export const alertOf = (page: Page): Locator => page.getByRole("alert");
export const captchaMessage = "Captcha verification failed. Please try again.";
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export async function demoSession(email: string): Promise<string> {
  const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
  return createSession(user?.id ?? "");
}

export const openMenu = (page: Page): Promise<void> => page.locator(".menu > button").click();

export async function submitCredentials(page: Page, email: string, secret = password): Promise<void> {
  await field(page, "Email Address").fill(email);
  await field(page, "Password").fill(secret);
  await button(page, "SIGN IN").click();
}

export async function fillRequest(page: Page, email = uniqueEmail()): Promise<void> {
  await field(page, "First Name").fill("Ada");
  await field(page, "Last Name").fill("Byron");
  await field(page, "Organization").fill(unique("Engines"));
  await field(page, "Email Address").fill(email);
}

/** Opens the newest mail to an address in the inbox page and follows its link. */
export async function followMail(page: Page, to: string, subject: string, label: string, at = sandbox): Promise<void> {
  await at.waitForMail(to, subject);
  await page.goto(`${at.url}/mail?to=${encodeURIComponent(to)}`);
  await page.getByRole("link", { name: subject }).first().click();
  await page.frameLocator("iframe").getByRole("link", { name: label }).first().click();
}

export async function linkFor(user: { id: string }, scope: VerificationScope): Promise<string> {
  const { client } = await signedInAdmin();
  return (await createLink(client, user.id, scope)).url;
}

export async function agree(page: Page): Promise<void> {
  await page.getByRole("checkbox").click();
  await button(page, "Agree").click();
  await expect(page.getByRole("checkbox")).toBeChecked();
}

export async function readMainLines(page: Page): Promise<string[]> {
  const text = await page.locator("main").innerText();
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * Records that a user agreed to an earlier license agreement than the current one, so that their next
 * sign-in asks them to agree again.
 */
export async function recordFormerAgreement(user: { id: string }): Promise<void> {
  await query(
    `insert into license_agreements (version, html, valid_from, created_at)
     values ('2025-01', '<h1>License agreement</h1>', '2025-01-01', '2025-01-01') on conflict do nothing`,
  );
  await query("update users set agreed_version = '2025-01', agreed_at = '2025-02-01' where id = $1", [user.id]);
}
