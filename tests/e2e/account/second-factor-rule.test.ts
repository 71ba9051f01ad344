// An owner requires a second factor of every member; administrators always need one.
import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { actorsOn, signedIn } from "../../support/actors.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { fetchDayAhead } from "../../support/days.ts";
import { createUser, factoriesOn } from "../../support/factories.ts";
import { addTotp } from "../../support/factors.ts";
import { tabTo } from "../by-keyboard.ts";
import { findSmallTargets } from "../hard-to-hit.ts";
import { addAuthenticator } from "./authenticator.ts";
import { button, submitCredentials, field, link } from "./steps.ts";

let worker: LoggedWorker;
beforeAll(async () => {
  worker = await startSecondWorker({ ADMIN_SECOND_FACTOR: "required" });
});
afterAll(() => worker?.stop());

const ownerRoles = { roles: ["org", "user"] as ("org" | "user")[] };
const main = (page: Page) => page.getByRole("main");
const isSetUpPage = (url: URL) => url.pathname === pages.security;

async function addPasskey(page: Page): Promise<void> {
  await expect(button(page, "Add a passkey")).toBeEnabled();
  await tabTo(page, field(page, "Name"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("My phone");
  await page.keyboard.press("Enter");
  await expect(main(page)).toContainText("My phone");
}

test("an owner requires it of all, and who has none can do nothing before, on a phone", async ({ open }) => {
  const { user, client, token } = await signedIn(ownerRoles);
  await addTotp(client, user.id);
  const colleague = await createUser({ org_id: user.org_id });
  const ownerPage = await open({ session: token, viewport: phoneViewport });
  await ownerPage.goto(pages.ownOrganization);
  await expect(main(ownerPage)).toContainText("1 of 2 people has none.");
  await field(ownerPage, "From").fill(await fetchDayAhead(0));
  await button(ownerPage, "Require it for everybody").click();
  await expect(main(ownerPage)).toContainText("Everybody needs one since");
  expect(await findViolations(ownerPage)).toEqual([]);
  expect(await findSmallTargets(ownerPage)).toEqual([]);
  await link(ownerPage, "See who").click();
  await expect(main(ownerPage)).toContainText(colleague.email);
  await expect(main(ownerPage)).not.toContainText(user.email);

  const page = await open({ viewport: phoneViewport });
  await addAuthenticator(page);
  await page.goto("/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders");
  await submitCredentials(page, colleague.email);
  await page.waitForURL(isSetUpPage);
  await expect(main(page)).toContainText("asks everybody for a passkey or an authenticator app. Set one up here");
  expect(await findViolations(page)).toEqual([]);
  expect(await findSmallTargets(page)).toEqual([]);
  for (const path of [pages.orders, pages.store, pages.profile]) {
    await page.goto(path);
    await page.waitForURL(isSetUpPage);
  }
  await addPasskey(page);
  await page.goto(pages.orders);
  await expect(page).toHaveURL(/\/portal\/orders$/);
});

test("before the day it can be put off, and the rule can be taken away", async ({ open }) => {
  const { user, client, token } = await signedIn(ownerRoles);
  await addTotp(client, user.id);
  const colleague = await createUser({ org_id: user.org_id });
  const ownerPage = await open({ session: token });
  await ownerPage.goto(pages.ownOrganization);
  await field(ownerPage, "From").fill(await fetchDayAhead(40));
  await button(ownerPage, "Require it for everybody").click();
  await expect(main(ownerPage)).toContainText("Choose a day at most 30 days ahead.");
  await expect(field(ownerPage, "From")).toHaveValue(await fetchDayAhead(40));
  await field(ownerPage, "From").fill(await fetchDayAhead(20));
  await button(ownerPage, "Require it for everybody").click();
  await expect(main(ownerPage)).toContainText("Those without one get an email.");

  const page = await open();
  await addAuthenticator(page);
  const signInPath = "/sign-in/crunchbox?redirect_uri=%2Fportal%2Forders";
  await page.goto(signInPath);
  await submitCredentials(page, colleague.email);
  await page.waitForURL(isSetUpPage);
  await expect(main(page)).toContainText("From that day nothing else opens without one.");
  expect(await findViolations(page)).toEqual([]);
  await link(page, "Not now").click();
  await page.waitForURL((url) => !isSetUpPage(url));
  await page.goto(pages.orders);
  await expect(page).toHaveURL(/\/portal\/orders$/);
  // The sign-in page leads to the set-up page again, where the user adds a passkey.
  await page.goto(signInPath);
  await page.waitForURL(isSetUpPage);
  await addPasskey(page);
  await expect(link(page, "Continue to CrunchBox")).toBeVisible();

  await button(ownerPage, "Remove the rule").click();
  await button(ownerPage, "Yes, remove it").click();
  await expect(main(ownerPage)).toContainText("A password alone is enough again.");
  await expect(button(ownerPage, "Require it for everybody")).toBeVisible();
});

test("an administrator without one can do nothing but set one up", async ({ open }) => {
  const actors = actorsOn({ query, factories: factoriesOn(query), url: worker.url });
  const { token } = await actors.signedInAdmin();
  const page = await open({ session: token, baseURL: worker.url });
  await addAuthenticator(page);
  for (const path of [pages.admin, pages.orders]) {
    await page.goto(path);
    await page.waitForURL(isSetUpPage);
    await expect(main(page)).toContainText("Administrators need a passkey or an authenticator app.");
  }
  await addPasskey(page);
  await page.goto(pages.admin);
  await expect(page).toHaveURL(/\/admin$/);
});
