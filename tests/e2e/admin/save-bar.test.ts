import type { Page } from "playwright";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createUser } from "../../support/factories.ts";
import { button, field, link } from "../account/steps.ts";

const unsavedLabel = (page: Page) => page.getByText("Unsaved changes", { exact: true });

test("a long form says what is unsaved, stays in reach, and is left with unsaved changes only after a question", async ({
  open,
}) => {
  const user = await createUser();
  const page = await open({ session: (await signedInAdmin()).token });
  const questions: string[] = [];
  let answer: "accept" | "dismiss" = "dismiss";
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog[answer]();
  });
  const path = `/admin/people/${user.id}`;
  await page.goto(path);
  await expect(unsavedLabel(page)).toBeHidden();
  await expect(link(page, "Discard")).toBeHidden();

  await field(page, "First name").fill("Grace");
  await expect(unsavedLabel(page)).toBeVisible();
  await field(page, "First name").fill("Test");
  await expect(unsavedLabel(page), "as it was").toBeHidden();
  await page.getByRole("checkbox", { name: /^Buyer/ }).check();
  await expect(unsavedLabel(page)).toBeVisible();
  await page.setViewportSize({ width: 1100, height: 500 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(button(page, "Save Test")).toBeInViewport({ ratio: 1 });

  await link(page, "Audit").click({ noWaitAfter: true });
  await expect.poll(() => questions).toEqual(["beforeunload"]);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole("checkbox", { name: /^Buyer/ }), "nothing is lost").toBeChecked();

  await link(page, "Discard").click();
  await expect(page.getByRole("checkbox", { name: /^Buyer/ })).not.toBeChecked();
  await field(page, "Last name").fill("Hopper");
  await button(page, "Save Test").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test Hopper");
  await expect(unsavedLabel(page)).toBeHidden();
  expect(questions, "neither Discard nor Save asks").toHaveLength(1);

  answer = "accept";
  await field(page, "Last name").fill("Lovelace");
  await link(page, "Organizations").click();
  await expect(page).toHaveURL(/\/admin\/organizations$/);
  expect(questions).toHaveLength(2);
});

test("a form that is sent back still has unsaved changes", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto("/admin/settings/shop");
  await field(page, "Refunds without a second person, in dollars").fill("a lot");
  await button(page, "Save the settings").click();
  await expect(page.locator("[aria-invalid=true]")).toHaveValue("a lot");
  await expect(unsavedLabel(page)).toBeVisible();
  await link(page, "Discard").click();
  await expect(unsavedLabel(page)).toBeHidden();
});
