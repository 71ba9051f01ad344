import { expect, test } from "../../support/browser.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { button, field, fillRequest } from "../account/steps.ts";
import { hold } from "./hold.ts";

test("the request button says SENDING REQUEST... while it works, and two clicks send once", async ({ page }) => {
  await page.goto("/request-account");
  await fillRequest(page);
  const { seen, release } = await hold(page, "/v1/sso/account-request");
  await button(page, "Request").dblclick();
  await expect(button(page, "SENDING REQUEST...")).toHaveAttribute("aria-busy", "true");
  await field(page, "Email Address").press("Enter");
  await expect.poll(() => seen.length).toBe(1);
  release();
  await expect(page.getByText("Your request has been submitted")).toBeVisible();
  await expect(page.locator("form")).toHaveCount(0);
  await expect(page.locator("main button")).toHaveCount(0);
  expect(seen).toHaveLength(1);
});

test("Enter in a finished form sends it, once", async ({ page }) => {
  await page.goto("/recover-password");
  const { seen, release } = await hold(page, "/v1/sso/password-reset");
  await field(page, "Email Address").fill(uniqueEmail());
  await field(page, "Email Address").press("Enter");
  await field(page, "Email Address").press("Enter");
  release();
  await expect(page.getByRole("heading")).toHaveText("We’ve sent you an email");
  expect(seen).toHaveLength(1);
});
