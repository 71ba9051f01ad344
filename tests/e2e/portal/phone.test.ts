import { impersonating, signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { button, field, link } from "../account/steps.ts";
import { unusedNumber, sendText, fetchNewestCode, differentCode } from "../../v1/sso/phone/texts.ts";

test("a person verifies a number, chooses text messages, stops them, starts them and removes the number", async ({
  open,
}) => {
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  const page = await open({ session: token, javaScriptEnabled: false });
  const main = page.locator("main");
  await page.goto("/portal/profile");
  await link(page, "Verify a number, or change it").click();
  await field(page, "Mobile number").fill("12345");
  await button(page, "Send code").click();
  await expect(main).toContainText("Enter a complete phone number.");
  await expect(field(page, "Mobile number"), "what was typed stays").toHaveValue("12345");
  const number = unusedNumber();
  await field(page, "Mobile number").fill(number);
  await button(page, "Send code").click();
  await expect(main).toContainText(`We sent a code to ${number}.`);
  const code = await fetchNewestCode(number);
  await field(page, "Code").fill(differentCode(code));
  await button(page, "Verify number").click();
  await expect(main).toContainText("This code is wrong, expired or already used.");
  await field(page, "Code").fill(code);
  await button(page, "Verify number").click();
  await expect(main).toContainText(`${number} is verified.`);
  const box = page.getByRole("checkbox", { name: "Orders by text message" });
  await box.click();
  await expect(box).toBeChecked();
  expect(await query("select types from user_phones where user_id = $1", [user.id])).toEqual([
    { types: expect.arrayContaining(["orderShipped"]) },
  ]);

  await sendText(number, "STOP");
  await link(page, "Change the phone number").click();
  await expect(main).toContainText("send START to +15005550006");
  await sendText(number, "START");
  await page.reload();
  await expect(main).not.toContainText("send START");
  await button(page, "Remove this number").click();
  await button(page, "Yes, remove it").click();
  await expect(main).toContainText("Your number is removed.");
  await expect(main).not.toContainText(number);
});

test("the code is found by the keyboard of a phone, and the page holds at 390 px", async ({ open }) => {
  const { token } = await signedIn();
  const page = await open({ session: token, viewport: { width: 390, height: 844 } });
  await page.goto("/portal/phone");
  await field(page, "Mobile number").fill(unusedNumber());
  await page.keyboard.press("Enter");
  await expect(field(page, "Code")).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field(page, "Code")).toHaveAttribute("inputmode", "numeric");
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
});

test("an administrator who acts as somebody sees nothing of it", async ({ open }) => {
  const { token } = await impersonating();
  const page = await open({ session: token });
  await page.goto("/portal/profile");
  await expect(page.locator("main")).not.toContainText("Text messages");
  await page.goto("/portal/phone");
  await expect(page.locator("main")).not.toContainText("Mobile number");
});
