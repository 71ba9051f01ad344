import type { CDPSession, Page } from "playwright";
import { pages } from "../../../worker/contract/pages.ts";
import { expect } from "../../support/browser.ts";
import { button, field } from "./steps.ts";

const platformAuthenticator = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Adds Chromium's virtual authenticator: a laptop's built-in one whose user always confirms. */
export async function addAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: platformAuthenticator,
  });
  return { devtools, authenticatorId };
}

export async function addPasskey(page: Page, name = "My laptop"): Promise<void> {
  await page.goto(pages.security);
  await field(page, "Name").fill(name);
  await button(page, "Add a passkey").click();
  await expect(page.getByRole("main")).toContainText(name);
}
