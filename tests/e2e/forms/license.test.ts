import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { createUser } from "../../support/factories.ts";
import { agree, button, field, link, linkFor, newPassword } from "../account/steps.ts";

const licenseUrl = "**/v1/sso/license-agreement";
const checkbox = (page: Page) => page.getByRole("checkbox", { name: "I have read and accept the license agreements" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "CGX License Agreements" });

const setUpLink = async () => linkFor(await createUser({ state: "new" }), "verify:user-setup");

async function fillPasswords(page: Page): Promise<void> {
  await field(page, "Password").fill(newPassword);
  await field(page, "Repeat Password").fill(newPassword);
}

test("the box opens the dialog; Agree ticks it, and a click on the ticked box unticks it without a dialog", async ({
  page,
}) => {
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await expect(button(page, "Create")).toBeDisabled();
  await checkbox(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: "CGX Software and Portal License Agreement" })).toBeVisible();
  await expect(checkbox(page)).not.toBeChecked();
  await button(page, "Agree").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(checkbox(page)).toBeChecked();
  await expect(button(page, "Create")).toBeEnabled();
  await checkbox(page).click();
  await expect(checkbox(page)).not.toBeChecked();
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, "Create")).toBeDisabled();
});

test("Disagree, Escape and a click beside the dialog leave the box unticked, and the focus returns to it", async ({
  page,
}) => {
  await page.goto(await setUpLink());
  await agree(page);
  await checkbox(page).click();
  for (const refuse of [
    () => button(page, "Disagree").click(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(8, 8),
  ]) {
    await checkbox(page).click();
    await dialog(page).getByRole("heading").first().click();
    await expect(dialog(page)).toBeVisible();
    await refuse();
    await expect(dialog(page)).toHaveCount(0);
    await expect(checkbox(page)).not.toBeChecked();
    await expect(checkbox(page)).toBeFocused();
  }
});

test("the words beside the box belong to it", async ({ page }) => {
  await page.goto(await setUpLink());
  await page.getByText("I have read and accept the license agreements").click();
  await expect(dialog(page)).toBeVisible();
});

test("nobody can agree or create before the agreement and its version have come", async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(licenseUrl, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await checkbox(page).click();
  await expect(dialog(page)).toContainText("Loading the license agreements...");
  await expect(button(page, "Agree")).toBeDisabled();
  resolve();
  await expect(button(page, "Agree")).toBeEnabled();
  await button(page, "Agree").click();
  await expect(button(page, "Create")).toBeEnabled();
});

test("an agreement without a version, or none at all, is told and can be asked for again", async ({ page }) => {
  await page.route(licenseUrl, (route) => route.fulfill({ contentType: "text/html", body: "<p>No version</p>" }), {
    times: 1,
  });
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await checkbox(page).click();
  await expect(dialog(page)).toContainText("The license agreements could not be loaded.");
  await expect(button(page, "Agree")).toBeDisabled();
  await page.route(licenseUrl, (route) => route.abort(), { times: 1 });
  await button(page, "Try again").click();
  await expect(dialog(page).getByRole("region"), "reads what comes").toBeFocused();
  await expect(dialog(page)).toContainText("The license agreements could not be loaded.");
  await button(page, "Try again").click();
  await button(page, "Agree").click();
  await expect(button(page, "Create")).toBeEnabled();
});

test("Enter without consent says what is missing", async ({ page }) => {
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await field(page, "Repeat Password").press("Enter");
  await expect(checkbox(page)).toBeFocused();
  await expect(checkbox(page)).toHaveAccessibleDescription("Please read and accept the license agreements.");
  await expect(checkbox(page)).toHaveAttribute("aria-invalid", "true");
  await agree(page);
  await expect(checkbox(page)).toHaveAttribute("aria-invalid", "false");
  await expect(checkbox(page)).toHaveAccessibleDescription("");
});

test("consent to an outdated agreement is refused, asked for again, and then taken", async ({ page }) => {
  await page.route(
    licenseUrl,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-version": "1999-12" } });
    },
    { times: 1 },
  );
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await agree(page);
  await button(page, "Create").click();
  await expect(page.getByRole("alert")).toHaveText("License agreement has changed, please review it again");
  await expect(checkbox(page)).not.toBeChecked();
  await expect(field(page, "Password")).toHaveValue(newPassword);
  await agree(page);
  await button(page, "Create").click();
  await expect(page.getByText("Password created successfully")).toBeVisible();
  await expect(link(page, "Sign In")).toHaveAttribute("href", "/");
});

test("the agreement is read from the server once, however often the dialog opens", async ({ page }) => {
  let readCount = 0;
  page.on("request", (request) => (readCount += request.url().endsWith("/v1/sso/license-agreement") ? 1 : 0));
  await page.goto(await setUpLink());
  for (const _ of [1, 2, 3]) {
    await checkbox(page).click();
    await expect(button(page, "Agree")).toBeEnabled();
    await button(page, "Disagree").click();
  }
  expect(readCount).toBe(1);
});

test("a set-up that lost its right (401) is an alert, and the password stays typed", async ({ page }) => {
  await page.goto(await setUpLink());
  await fillPasswords(page);
  await agree(page);
  await page.context().clearCookies();
  await button(page, "Create").click();
  await expect(page.getByRole("alert")).toHaveText(/^Your (login session has expired|request failed our security)/);
  await expect(field(page, "Repeat Password")).toHaveValue(newPassword);
});
