import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { button, field } from "../account/steps.ts";
import { createDiscrepancy } from "../states/finance.ts";

test("an administrator reads the cause of a discrepancy and closes it without script", async ({ open }) => {
  const charge = await createDiscrepancy();
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  await page.goto(`/admin/integrations/books/differences?search=${charge}`);
  const row = page.getByRole("row", { name: "Unexpected charge" });
  await expect(row).toContainText("$1,234.56");
  await expect(row).toContainText("Open");
  await row.getByRole("link").first().click();
  await expect(page.getByText("Orphan: the payment provider charged this customer")).toBeVisible();
  await button(page, "Close with a note").click();
  await field(page, "Reason").fill("Sold on the phone.");
  await button(page, "Close").click();
  await expect(page.getByText("The discrepancy is closed.")).toBeVisible();
  await expect(page.getByText("Sold on the phone.").first()).toBeVisible();
  await expect(button(page, "Close with a note")).toBeHidden();
});

test("a button starts a reconciliation", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  await page.goto("/admin/integrations/books");
  const main = page.getByRole("main");
  await expect(main).toContainText("Reconciliation");
  const runButton = button(page, "Run now");
  // A provider fault injected by another test may end a run without figures.
  await expect(async () => {
    if (await runButton.isVisible()) await runButton.click();
    await page.goto("/admin/integrations/books");
    await expect(main).toContainText("Our ledger", { timeout: 2000 });
  }).toPass();
});
