import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { pages } from "../../../worker/contract/pages.ts";
import { signedIn } from "../../support/actors.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { totpCode, wrongTotpCode } from "../../support/factors.ts";
import { button, submitCredentials, field, link } from "./steps.ts";

const main = (page: Page) => page.getByRole("main");

for (const [name, viewport] of [
  ["a desk", desktopViewport],
  ["a phone", phoneViewport],
] as const)
  test(`on ${name} an app is set up, its backup codes are saved, and one of them signs in`, async ({ open }) => {
    const { user, token } = await signedIn();
    const page = await open({ session: token, viewport });
    await page.goto(pages.security);
    await button(page, "Set up an authenticator app").click();
    const uri = (await link(page, "open an app on this device").getAttribute("href")) ?? "";
    expect(uri).toMatch(/^otpauth:\/\/totp\/CrunchBox:/);
    const secret = new URL(uri).searchParams.get("secret") ?? "";
    expect((await page.locator("main code").innerText()).replaceAll(" ", "")).toBe(secret);
    expect(await findViolations(page)).toEqual([]);
    await field(page, "Code").fill(wrongTotpCode(secret));
    await button(page, "Turn it on").click();
    await expect(main(page)).toContainText("Invalid verification code");
    await field(page, "Code").fill(totpCode(secret));
    await button(page, "Turn it on").click();
    await expect(main(page)).toContainText("These codes are shown only once.");
    const codes = await page.locator("main li code").allInnerTexts();
    expect(codes).toHaveLength(10);
    const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Save as a file").click()]);
    expect(file.suggestedFilename()).toBe("crunchbox-backup-codes.txt");
    const savedText = await readFile(await file.path(), "utf8");
    expect(savedText.split("\r\n").slice(1, -1)).toEqual(codes);
    expect(await findViolations(page)).toEqual([]);
    await link(page, "I have saved them").click();
    await expect(main(page)).toContainText("10 codes are left.");

    const otherPage = await open({ viewport });
    await otherPage.goto("/sign-in/crunchbox");
    await submitCredentials(otherPage, user.email);
    await expect(otherPage.getByRole("heading", { level: 1 })).toHaveText("One more step");
    await field(otherPage, "Code from your authenticator app").fill(codes[0] ?? "");
    await button(otherPage, "Sign in").click();
    await otherPage.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
    await expect(otherPage.locator("header")).toContainText(user.first_name);
  });
