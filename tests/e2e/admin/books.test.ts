import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { button, field } from "../account/steps.ts";
import { plantDifference } from "../states/books.ts";

test("without script an administrator reads why the books differ and closes it with a note", async ({ open }) => {
  const charge = await plantDifference();
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  await page.goto(`/admin/integrations/books/differences?search=${charge}`);
  const row = page.getByRole("row", { name: "Unexpected charge" });
  await expect(row).toContainText("$1,234.56");
  await expect(row).toContainText("Open");
  await row.getByRole("link").first().click();
  await expect(page.getByText("Orphan: the payment provider charged this customer")).toBeVisible();
  await button(page, "Close it with a note").click();
  await field(page, "Why").fill("Sold on the phone.");
  await button(page, "Close it").click();
  await expect(page.getByText("The difference is closed.")).toBeVisible();
  await expect(page.getByText("Sold on the phone.").first()).toBeVisible();
  await expect(button(page, "Close it with a note")).toBeHidden();
});

test("the books can be compared by a button", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  await page.goto("/admin/integrations/books");
  const compare = button(page, "Compare now");
  if (await compare.isVisible()) await compare.click();
  await expect(page.getByRole("heading", { name: "Books" })).toBeVisible();
  await expect(async () => {
    await page.goto("/admin/integrations/books");
    await expect(page.getByRole("row", { name: /^Our ledger/ })).toBeVisible();
  }).toPass({ timeout: 30_000 });
});
