import type { Page } from "playwright";
import { expect } from "../../support/browser.ts";
import { button, field, link } from "../account/steps.ts";

/*
 * What administrators have to get done, as they do it: by what they see, from a page where they would begin. Each job
 * works in a shop that was filled by hand and in the demo shop.
 */

/** Presses "/", types what was on the phone, and presses Enter. */
export async function find(page: Page, what: string): Promise<void> {
  await page.goto("/admin");
  await page.locator("h1").first().click();
  await page.keyboard.press("/");
  await page.keyboard.insertText(what);
  await page.keyboard.press("Enter");
}

/** A part of the page, by its heading. */
export const part = (page: Page, title: string) =>
  page.locator("main section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Something to press that changes something: a form of the page that is no filter, search or sort. */
const verbs = (page: Page) =>
  page.locator('main form[method="post"] button, main button[command="show-modal"], main .page-header a.button');

/** Monday: each card that needs somebody ends, by its first row where it leads to a list, on a page with a verb. */
export async function doWhatNeedsMe(page: Page, expected: RegExp[]): Promise<void> {
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
    await expect(verbs(page).first(), href).toBeVisible();
  }
}

/** "I paid too much": from the number of the order to money on its way, with the reason in the mail. */
export async function refundOne(page: Page, order: string, line: string, why: string): Promise<string> {
  await find(page, order);
  await page.getByText(`Why this price of ${line}`).click();
  await link(page, "Refund").click();
  await page.getByRole("row", { name: line }).getByRole("textbox").fill("1");
  const give = page.getByRole("button", { name: /^Refund \$/ });
  await expect(give).toBeInViewport();
  const sum = (await give.innerText()).replace("Refund ", "");
  await field(page, "Reason").selectOption({ label: "Wrong price" });
  await page.getByLabel(/^More about the reason/).fill(why);
  await give.click();
  await expect(page.locator("main .title")).toContainText(/[Rr]efunded/);
  return sum;
}

/** From the order's number to who changed a price, when, and that nobody touched the log since. */
export async function showWhoChangedThePrice(page: Page, sentence: RegExp): Promise<void> {
  await page.goto("/admin/audit");
  await expect(page.getByRole("row", { name: sentence })).toHaveCount(1);
  await button(page, "Verify the chain").click();
  await expect(page.getByText(/chain whole/)).toBeVisible();
  const [receipt] = await Promise.all([page.waitForEvent("download"), link(page, "Download the receipt").click()]);
  expect(receipt.suggestedFilename()).toBe("audit-receipt.json");
}

/** Counts the clicks of a person from here on. */
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
