import type { Page } from "playwright";
import { findViolations } from "../../support/axe.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button } from "../account/steps.ts";

const measureOverflow = (page: Page, selector: string) =>
  page.locator(selector).evaluate((panel) => {
    const { left, right } = panel.getBoundingClientRect();
    return { left: Math.min(0, left), right: Math.max(0, right - innerWidth) };
  });
const noOverflow = { left: 0, right: 0 };

test("the filters and the statement of the invoices open within each window, with buttons that can be read", async ({
  open,
}) => {
  const buyer = await shop.purchase([await shop.createProduct()]);
  const page = await open({ session: buyer.token });
  for (const width of [320, 390, 640, 720, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/portal/invoices");
    await page.getByRole("button", { name: /^Add filter/ }).click();
    await expect(page.locator("#filters")).toBeVisible();
    expect(await measureOverflow(page, "#filters"), `filters at ${width} px`).toEqual(noOverflow);
    await page.keyboard.press("Escape");
    await button(page, "Statement").click();
    await expect(page.locator("#statement")).toBeVisible();
    expect(await measureOverflow(page, "#statement"), `statement at ${width} px`).toEqual(noOverflow);
  }
  expect((await findViolations(page)).filter((finding) => finding.startsWith("color-contrast"))).toEqual([]);
});
