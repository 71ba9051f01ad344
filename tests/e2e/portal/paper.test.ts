// The printed page on A4 paper (794 px at 96 dpi): the document without controls.
import type { Page } from "playwright";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";

const paperSize = { width: 794, height: 1123 };

async function expectPrintFits(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: "print" });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBe(0);
}

test("invoices and an order are printed within the paper, without buttons, badges and timeline", async ({ open }) => {
  const { token, bought } = await shop.purchase([await shop.createProduct(), await shop.createProduct()]);
  await shop.settled();
  const page = await open({ session: token, viewport: paperSize });
  await page.goto("/portal/invoices");
  const main = page.locator("main");
  await expectPrintFits(page, "invoices");
  await expect(page.getByRole("columnheader", { name: "Amount" })).toBeVisible();
  for (const part of [".off-paper", ".row-actions", ".button", "button", "select", ".box"])
    await expect(main.locator(part).and(page.locator(":visible")), part).toHaveCount(0);

  await page.emulateMedia({ media: "screen" });
  await page.goto(`/portal/orders/${bought.order_id}`);
  await expect(page.locator(".timeline").first()).toBeVisible();
  await expectPrintFits(page, "order");
  for (const part of [".timeline", "#timeline", ".stepper-line", ".badge", ".main-action", "button"])
    await expect(main.locator(part).and(page.locator(":visible")), part).toHaveCount(0);
  for (const text of ["Bill to", "Ship to", "Total"]) await expect(main.getByText(text, { exact: true })).toBeVisible();
});
