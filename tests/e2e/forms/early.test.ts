import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { createUser, password } from "../../support/factories.ts";
import { button, field, linkFor } from "../account/steps.ts";
import { hold } from "./hold.ts";

/** Opens the sign-in page while its islands are delayed, as on a slow connection. */
async function openEarly(page: Page): Promise<{ release: () => void }> {
  const heldScripts = await hold(page, "/assets/shared-*.js");
  await page.goto("/sign-in/crunchbox", { waitUntil: "commit" });
  return heldScripts;
}

async function showPassword(page: Page): Promise<void> {
  await expect(async () => {
    // A click before any script has loaded is lost, so it is repeated.
    await field(page, "Password").focus();
    if (!(await button(page, "Hide password").isVisible()))
      await button(page, "Show password").click({ timeout: 1000 });
    await expect(button(page, "Hide password")).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("a password is shown before the form's island is there, and stays so when it comes", async ({ page }) => {
  const { release } = await openEarly(page);
  const input = field(page, "Password");
  await input.fill("secret");
  await showPassword(page);
  await expect(input).toHaveAttribute("type", "text");
  await expect(input).toBeFocused();
  await expect(button(page, "SIGN IN"), "no island yet").toBeDisabled();
  await field(page, "Email Address").fill("somebody@example.test");
  await input.focus();
  await input.press("End");
  release();
  await expect(button(page, "SIGN IN"), "what was typed before counts").toBeEnabled();
  await page.keyboard.type("!");
  await expect(input, "the caret stays where it was").toHaveValue("secret!");
  await field(page, "Email Address").fill("nobody");
  await input.focus();
  await expect(field(page, "Email Address")).toHaveAccessibleDescription("Invalid Email Address.");
  await expect(input).toHaveValue("secret!");
  await expect(input).toHaveAttribute("type", "text");
  await button(page, "Hide password").click();
  await expect(input).toHaveAttribute("type", "password");
  await expect(button(page, "Show password")).toHaveText("ShowHide", { useInnerText: false });
  await expect(button(page, "Show password")).toHaveText("Show", { useInnerText: true });
});

test("an Enter before the form's island is there sends the form when it comes", async ({ page }) => {
  const { email } = await createUser();
  const { release } = await openEarly(page);
  await field(page, "Email Address").fill(email);
  await showPassword(page);
  await field(page, "Password").fill(password);
  await field(page, "Password").press("Enter");
  release();
  await expect(page).toHaveURL(/\/store$/);
});

test("an early Enter is forgotten when the person goes on typing", async ({ page }) => {
  const { release } = await openEarly(page);
  const heldRequest = await hold(page, "/v1/sso/session");
  await showPassword(page);
  await field(page, "Email Address").fill("somebody@example.test");
  await field(page, "Email Address").press("Enter");
  await field(page, "Password").fill("half a pass");
  release();
  await expect(button(page, "SIGN IN")).toBeEnabled();
  await field(page, "Password").fill("the whole password");
  await field(page, "Password").press("Enter");
  await expect.poll(() => heldRequest.seen.length).toBe(1);
  expect(heldRequest.seen[0]?.postDataJSON()).toMatchObject({ password: "the whole password" });
});

test("an early Enter in an unfinished form tells what is missing", async ({ page }) => {
  const { release } = await openEarly(page);
  await showPassword(page);
  await field(page, "Email Address").fill("nobody");
  await field(page, "Email Address").press("Enter");
  release();
  await expect(field(page, "Email Address")).toHaveAccessibleDescription("Invalid Email Address.");
  await expect(field(page, "Password")).toHaveAccessibleDescription("Password is required.");
});

test("a box that is ticked before its island is there opens the license when it comes", async ({ page }) => {
  const link = await linkFor(await createUser({ state: "new" }), "verify:user-setup");
  const { release } = await hold(page, "/assets/shared-*.js");
  await page.goto(link, { waitUntil: "commit" });
  await page.getByRole("checkbox").check();
  release();
  await button(page, "Agree").click();
  await expect(page.getByRole("checkbox")).toBeChecked();
});
