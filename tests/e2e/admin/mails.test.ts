import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { button, field, link } from "../account/steps.ts";

test("an owner sees what they typed before it is saved, saves it, and returns to the original", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto("/admin/settings/mails");
  await link(page, "Flowpoint signed out").click();
  const preview = page.frameLocator("iframe[name=mail-preview]");
  await expect(preview.getByText("Its key was used twice", { exact: false }).first()).toBeAttached();
  const original = await field(page, "Heading").inputValue();
  await field(page, "Heading").fill("Please sign in again");
  await button(page, "Show what I typed").click();
  await expect(preview.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
  await expect(field(page, "Heading"), "nothing is lost").toHaveValue("Please sign in again");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();

  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await link(page, "Audit").click({ noWaitAfter: true });
  await expect.poll(() => questions, "a preview is not a way out").toEqual(["beforeunload"]);

  await button(page, "Save the mail").click();
  await expect(page.getByText("Saved “Flowpoint signed out”.", { exact: false })).toBeVisible();
  await expect(preview.getByRole("heading", { name: "Please sign in again" })).toBeVisible();
  await button(page, "Return to the original").click();
  await button(page, "Yes, return to it").click();
  await expect(field(page, "Heading")).toHaveValue(original);
});
