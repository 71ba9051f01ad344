import { createUser } from "../../support/factories.ts";
import { expect, test } from "../../support/browser.ts";
import { recordFormerAgreement, button, submitCredentials } from "./steps.ts";

test("who agreed to an earlier license agreement is asked after signing in: no signs them out, yes lets them go on", async ({
  open,
}) => {
  const user = await createUser();
  await recordFormerAgreement(user);
  const page = await open();
  const signInPath = "/sign-in/crunchbox";
  await page.goto(signInPath);
  await submitCredentials(page, user.email);
  await expect(page.getByRole("heading", { level: 1, name: "New license agreement" })).toBeVisible();
  await expect(page.locator("main")).toContainText("Version 2026-01.");
  await button(page, "Disagree and sign out").click();
  await expect(page.getByText("because you did not agree to the license agreement")).toBeVisible();
  await submitCredentials(page, user.email);
  await button(page, "Agree").click();
  await expect(page).toHaveURL(/\/store$/);
  await page.goto(signInPath);
  await expect(page).toHaveURL(/\/store$/);
});
