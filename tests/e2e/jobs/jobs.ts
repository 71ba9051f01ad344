import type { Page } from "playwright";
import { expect } from "../../support/browser.ts";
import { buildPng } from "../../support/pictures/png.ts";
import { button, field, link } from "../account/steps.ts";

/* Administrators' tasks. Each test runs them in a shop filled by hand or in the demo shop. */

export async function find(page: Page, query: string): Promise<void> {
  await page.goto("/admin");
  await page.locator("h1").first().click();
  await page.keyboard.press("/");
  await page.keyboard.insertText(query);
  await page.keyboard.press("Enter");
}

export const part = (page: Page, title: string) =>
  page.locator("main section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Controls that change data: forms other than filters, search and sort. */
const actionButtons = (page: Page) =>
  page.locator('main form[method="post"] button, main button[command="show-modal"], main .page-header a.button');

/** Follows each card that needs attention, through the first row of a list, to a page with an action. */
export async function followAttentionCards(page: Page, expected: RegExp[]): Promise<void> {
  await page.goto("/admin");
  const cards = page.getByRole("region", { name: "Needs you" }).getByRole("listitem");
  for (const words of expected) await expect(cards.filter({ hasText: words })).toHaveCount(1);
  const hrefs = await cards
    .getByRole("link")
    .evaluateAll((links) => links.map((each) => each.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThanOrEqual(expected.length);
  for (const href of hrefs) {
    await page.goto(href);
    const row = page.locator("main tbody tr").first().getByRole("link").first();
    if (await row.isVisible()) await row.click();
    await expect(actionButtons(page).first(), href).toBeVisible();
  }
}

export async function refundOne(page: Page, order: string, line: string, why: string): Promise<string> {
  await find(page, order);
  await page.getByText(`Why this price of ${line}`).click();
  await link(page, "Refund").click();
  await page.getByRole("row", { name: line }).getByRole("textbox").fill("1");
  const refundButton = page.getByRole("button", { name: /^Refund \$/ });
  await expect(refundButton).toBeInViewport();
  const sum = (await refundButton.innerText()).replace("Refund ", "");
  await field(page, "Reason").selectOption({ label: "Wrong price" });
  await page.getByLabel(/^More about the reason/).fill(why);
  await refundButton.click();
  await expect(page.locator("main .title")).toContainText(/[Rr]efunded/);
  return sum;
}

export async function launchPlan(page: Page, name: string, plugin: string): Promise<void> {
  await page.goto("/admin/products");
  await link(page, "New product").click();
  await field(page, "Name").fill(name);
  await field(page, "Type").selectOption({ label: "Software" });
  await field(page, "Term").selectOption("month");
  await field(page, "Family").fill(plugin);
  await field(page, "Author").fill("CGX");
  await button(page, "Create the product").last().click();
  await expect(page.getByText("It is not published yet.").first()).toBeVisible();
  await expect(
    page
      .getByText("Price for Base Price level")
      .or(page.getByText(/[Bb]ase price/))
      .first(),
  ).toBeVisible();
  await link(page, "Edit").click();
  for (const [level, price] of [
    ["Base Price", "49"],
    ["Education", "29"],
    ["Partner", "44.10"],
  ] as const)
    await page.getByLabel(level).fill(price);
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await button(page, "Publish").click();
  await expect(page.getByRole("dialog")).toContainText(/picture/i);
  await page.keyboard.press("Escape");
  await page
    .getByLabel(/^Add (a picture|pictures)$/)
    .setInputFiles({ name: "kit.png", mimeType: "image/png", buffer: buildPng({ width: 640 }) });
  await button(page, "Upload").click();
  await expect(page.locator('main img[src^="/images/"]').first()).toBeVisible();
  await publish(page);

  await page.goto(`/admin/software?search=${encodeURIComponent(plugin)}`);
  await link(page, plugin).first().click();
  await field(page, "Bought with").selectOption({ label: name });
  await button(page, "See what follows").click();
  await page
    .getByRole("button", { name: /^(Link|Change|Sell)/ })
    .last()
    .click();
  await expect(part(page, "Availability")).toContainText(name);
}

export async function publish(page: Page): Promise<void> {
  await button(page, "Publish").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByText("It is published.")).toBeVisible();
}

export async function rollOutAndWithdraw(page: Page, version: string): Promise<void> {
  await page.getByLabel("For customers").fill("Reconnects after a power cut.");
  await button(page, "Save release notes").click();
  await link(page, "Roll out in stages").click();
  await page.getByLabel(/^A percentage of devices/).check();
  await page.getByLabel(/^Percentage/).fill("20");
  await button(page, "See who gets it").click();
  await page.getByRole("button", { name: `Offer ${version}` }).click();
  await expect(page.locator("main .badge", { hasText: "Rolling out" })).toBeVisible();
  await withdraw(page, version);
}

export async function withdraw(page: Page, version: string): Promise<void> {
  const reason = "It stops after an hour.";
  await button(page, "Withdraw").click();
  await page.getByLabel("Reason, for the customers").fill(reason);
  await button(page, `Withdraw ${version}`).click();
  await expect(page.locator("main .badge", { hasText: "Withdrawn" })).toBeVisible();
  await expect(page.locator("main")).toContainText(reason);
}

export async function readRefusal(page: Page, invoice: string, reason: string): Promise<void> {
  await page.goto("/admin/integrations");
  await link(page, "Invoices to NetSuite").click();
  await button(page, "Start").click();
  await expect(refusalRow(page, invoice)).toContainText(reason);
}

export async function exportAgain(page: Page, invoice: string): Promise<void> {
  await page.goto("/admin/integrations");
  await link(page, "Invoices to NetSuite").click();
  await refusalRow(page, invoice)
    .getByRole("button", { name: /^Try again/ })
    .click();
  await expect(page.getByText(`${invoice} is done.`)).toBeVisible();
}

const refusalRow = (page: Page, invoice: string) => page.locator("main tr", { hasText: invoice });

export async function shipAllOrders(page: Page): Promise<number> {
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Ship (it|them)$/ }).click();
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await button(page, "Pick list").click();
  await expect(part(page, "All together").getByRole("row").nth(1)).toContainText(/\d/);
  await page.goBack();
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await button(page, "Ship together").click();
  const weights = page.getByLabel("Weight in grams");
  await expect(weights.first()).toBeVisible();
  await page.waitForLoadState();
  const count = await weights.count();
  for (const weight of await weights.all()) await weight.fill("900");
  for (const service of await page.getByLabel("Service").all())
    if ((await service.inputValue()) === "") await service.selectOption({ index: 1 });
  await page.getByRole("button", { name: /^Make \d+ labels? and ship$/ }).click();
  await expect(page.getByText(/labels? (is|are) made/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /labels? as PDF$/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("labels.pdf");
  return count;
}

export async function writeToOwners(page: Page, subject: string, message: string): Promise<void> {
  await link(page, "Write to them").click();
  await field(page, "Subject").fill(subject);
  await field(page, "Message").fill(message);
  await button(page, "Preview and recipients").click();
  await page
    .getByRole("button", { name: /^Send to/ })
    .first()
    .click();
  // By keyboard, because a click would count.
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send to/ })
    .press("Enter");
}

export async function endTheMonth(page: Page, preset: string): Promise<void> {
  await page.goto(`/admin/finance?preset=${preset}`);
  const netLink = part(page, "Totals").getByRole("row", { name: /^Net/ }).getByRole("link").first();
  const sum = await netLink.innerText();
  await netLink.click();
  await expect(page.locator("main .title")).toContainText(sum);
  await page.goBack();
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Order lines as CSV").click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
}

export async function verifyPriceChange(page: Page, sentence: RegExp): Promise<void> {
  await page.goto("/admin/audit");
  await expect(page.getByRole("row", { name: sentence })).toHaveCount(1);
  await button(page, "Verify the chain").click();
  await expect(page.getByText(/chain whole/)).toBeVisible();
  const [receipt] = await Promise.all([page.waitForEvent("download"), link(page, "Download the receipt").click()]);
  expect(receipt.suggestedFilename()).toBe("audit-receipt.json");
}

/** Counts the user's clicks from now on, by mouse or finger. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => (clicks += 1));
  await page.addInitScript(() =>
    addEventListener(
      "click",
      ({ isTrusted, detail }) => isTrusted && detail > 0 && Reflect.get(window, "countClick")(),
      {
        capture: true,
      },
    ),
  );
  await page.reload();
  return async () => clicks;
}
