import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { createUser, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { alertOf, button, captchaMessage, submitCredentials, field } from "../account/steps.ts";

const blockBotCheck = (page: Page) => page.route("**/captcha/api.js*", (route) => route.abort());
const codeButton = (page: Page) => button(page, "Email me a sign-in code instead");

test("a user without the bot check signs in with an email one-time code, on the same form", async ({ page }) => {
  await blockBotCheck(page);
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await expect(codeButton(page)).toHaveCount(0);
  await submitCredentials(page, email);
  await expect(alertOf(page)).toHaveText(captchaMessage);
  await codeButton(page).click();
  const { text } = await sandbox.waitForMail(email, "sign-in code");
  const [, code = ""] = /^Code: (\w{6})$/m.exec(text) ?? [];
  await field(page, "Code from the email").fill("AAAAAA" === code ? "BBBBBB" : "AAAAAA");
  await button(page, "SIGN IN").click();
  await expect(page.getByText("Invalid verification code")).toBeVisible();
  await field(page, "Code from the email").fill(code.toLowerCase());
  await button(page, "SIGN IN").click();
  await expect(page).toHaveURL(/\/store$/);
});

test("an unknown address gets the reply of a known one", async ({ page }) => {
  await blockBotCheck(page);
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, uniqueEmail());
  await codeButton(page).click();
  await expect(page.getByText("If the address and the password are right, a code is on its way to you.")).toBeVisible();
});

test("a known browser signs in without the bot check and without a code", async ({ page }) => {
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, email);
  await expect(page).toHaveURL(/\/store$/);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.context().addCookies(cookies.filter(({ name }) => name === "__Host-device"));
  await blockBotCheck(page);
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, email);
  await expect(page).toHaveURL(/\/store$/);
});

test("the email code is offered when the server cannot reach the bot check, and is not loaded before", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.url().includes("email-code") && scripts.push(request.url()));
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await sandbox.addFault({ service: "captcha", path: "siteverify", kind: "status", value: 503 });
  await field(page, "Email Address").fill(email);
  await field(page, "Password").fill("whatever-1!");
  expect(scripts).toEqual([]);
  await button(page, "SIGN IN").click();
  await expect(codeButton(page)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(0);
  await sandbox.clearFaults();
});
