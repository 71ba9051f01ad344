import type { Page } from "playwright";
import { pages } from "../../../worker/contract/pages.ts";
import { type Actor, signedIn } from "../../support/actors.ts";
import { expect } from "../../support/browser.ts";
import { createLiveSession, addPasskey, addTotp } from "../../support/factors.ts";
import { button, submitCredentials, field, link } from "../account/steps.ts";
import { openPath, type State } from "./state.ts";

async function createUserWithBoth(): Promise<Actor> {
  const actor = await signedIn();
  await addTotp(actor.client, actor.user.id);
  await addPasskey(actor.client, "Laptop at the office");
  return { ...actor, token: await createLiveSession(actor.user.id) };
}

async function passPassword(page: Page): Promise<void> {
  const { client, user } = await signedIn();
  await addTotp(client, user.id);
  await page.goto("/sign-in/crunchbox");
  await submitCredentials(page, user.email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
}

async function openAppSetUp(page: Page): Promise<void> {
  await page.goto(pages.security);
  await button(page, "Set up an authenticator app").click();
  await expect(link(page, "open an app on this device")).toBeVisible();
}

async function replaceCodes(page: Page): Promise<void> {
  await page.goto(pages.security);
  await button(page, "Replace them with new codes").click();
  await expect(link(page, "Save as a file")).toBeVisible();
}

/** Sign-in pages are light in both color schemes, so they are checked once. */
export const secondStepStates: State[] = [
  { name: "second step", reach: passPassword },
  {
    name: "second step, a wrong code",
    reach: async (page) => {
      await passPassword(page);
      await field(page, "Code from your authenticator app").fill("12345678");
      await button(page, "Sign in").click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];

export const secondFactorStates: State[] = [
  { name: "security, the password alone", who: signedIn, reach: openPath(pages.security) },
  { name: "security, an app and a passkey", who: createUserWithBoth, reach: openPath(pages.security) },
  { name: "authenticator app", who: signedIn, reach: openAppSetUp },
  {
    name: "authenticator app, a wrong code",
    who: signedIn,
    reach: async (page) => {
      await openAppSetUp(page);
      await field(page, "Code").fill("12");
      await button(page, "Turn it on").click();
      await expect(page.getByText("Invalid verification code")).toBeVisible();
    },
  },
  { name: "backup codes", who: createUserWithBoth, reach: replaceCodes },
];
