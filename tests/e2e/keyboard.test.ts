import { signedIn } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { createUser, password } from "../support/factories.ts";
import { button, field, link, linkFor, newPassword } from "./account/steps.ts";
import { tabTo } from "./by-keyboard.ts";

test("a person signs in without a mouse and sees where the focus is", async ({ page }) => {
  const { email } = await createUser();
  await page.goto("/sign-in/crunchbox");
  await tabTo(page, field(page, "Email Address"));
  await page.keyboard.type(email);
  await tabTo(page, field(page, "Password"));
  await page.keyboard.type(password);
  await tabTo(page, button(page, "Show password"));
  await page.keyboard.press("Space");
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await tabTo(page, link(page, "Forgot Password?"));
  await tabTo(page, button(page, "SIGN IN"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/store$/);
});

test("a person sets up an account without a mouse; the dialog keeps the focus and gives it back", async ({ page }) => {
  await page.goto(await linkFor(await createUser({ state: "new" }), "verify:user-setup"));
  const checkbox = page.getByRole("checkbox");
  await tabTo(page, field(page, "Password"));
  await page.keyboard.type(newPassword);
  await tabTo(page, field(page, "Repeat Password"));
  await page.keyboard.type(newPassword);
  await tabTo(page, checkbox);
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(button(page, "Agree")).toBeEnabled();
  await tabTo(page, button(page, "Disagree"));
  await tabTo(page, button(page, "Agree"));
  await page.keyboard.press("Enter");
  await expect(checkbox).toBeChecked();
  await expect(checkbox).toBeFocused();
  await tabTo(page, button(page, "Create"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByRole("status")).toHaveText("Password created successfully");
  await tabTo(page, link(page, "Sign In"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading")).toHaveText("Sign In");
});

test("the license text can be scrolled by keyboard", async ({ page }) => {
  await page.goto(await linkFor(await createUser({ state: "new" }), "verify:user-setup"));
  await page.getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  const text = page.getByRole("region", { name: "CGX License Agreements" });
  await expect(text).toContainText("Version");
  if (!(await text.evaluate((element) => element === document.activeElement))) await tabTo(page, text);
  await page.keyboard.press("End");
  await expect.poll(() => text.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test("completion takes the focus, so that it is read out", async ({ page }) => {
  await page.goto("/recover-password");
  await tabTo(page, field(page, "Email Address"));
  await page.keyboard.type("nobody@example.test");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "We’ve sent you an email" })).toBeFocused();
  await tabTo(page, link(page, "SIGN IN"));
});

test("what the serial number is for stands under its field and is read out with it", async ({ page }) => {
  await page.goto("/request-account");
  const text = "If you own a device, enter its serial number to help us identify your organization.";
  const serial = field(page, "CGX Serial Number");
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(serial).toHaveAccessibleDescription(`${text} (optional)`);
  const [inputBox, hintBox] = [await serial.boundingBox(), await page.getByText(text, { exact: true }).boundingBox()];
  expect((hintBox?.y ?? 0) - ((inputBox?.y ?? 0) + (inputBox?.height ?? 0))).toBeGreaterThanOrEqual(0);
});

test("signed-in pages let the keyboard skip the bar and sign out", async ({ open }) => {
  const page = await open({ session: (await signedIn()).token });
  await page.goto("/store");
  await tabTo(page, link(page, "Skip to content"));
  await expect(link(page, "Skip to content")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.goto("/portal");
  await tabTo(page, page.locator(".menu > button"));
  await page.keyboard.press("Enter");
  await tabTo(page, button(page, "Sign out"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading")).toHaveText("Sign In");
});
