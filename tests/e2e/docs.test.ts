import { expect, phoneViewport, test } from "../support/browser.ts";

const ordersPath = "/docs/customer/orders";

test("an example is copied as it stands, in the language that one chose, which the next page remembers", async ({
  open,
}) => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.clock.install();
  await page.goto(`${ordersPath}#getOrder`);
  const section = page.locator("#getOrder");
  await page.getByRole("radio", { name: "Python" }).check();
  await expect(section.locator("figure:visible")).toHaveCount(2);
  const requestExample = section.locator("figure:visible").first();
  // "Copied" disappears after two seconds, so the clock is stopped.
  await page.clock.pauseAt(Date.now() + 60_000);
  await requestExample.getByRole("button", { name: "Copy" }).click();
  await expect(requestExample.getByRole("button")).toHaveText("Copied Request, Python");
  const copiedText = await page.evaluate(() => navigator.clipboard.readText());
  expect(copiedText).toBe(await requestExample.locator("pre").textContent());
  expect(copiedText).toContain("requests.get(");
  await page.goto("/docs/customer/cart");
  await expect(page.getByRole("radio", { name: "Python" })).toBeChecked();
});

test("the first commands are whole at every width", async ({ page }) => {
  await page.goto("/docs");
  for (const width of [1440, 1200, 1100, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const hiddenWidths = await page
      .locator("main pre")
      .evaluateAll((all) => all.map((pre) => pre.scrollWidth - pre.clientWidth));
    expect(hiddenWidths.length).toBeGreaterThanOrEqual(4);
    expect(Math.max(...hiddenWidths), `${width} px`).toBeLessThanOrEqual(0);
  }
});

test("without script the language is chosen, fields open and the search answers", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(ordersPath);
  const section = page.locator("#getOrder");
  await expect(section.locator("figure:visible pre").first()).toContainText("curl ");
  await page.getByRole("radio", { name: "fetch" }).check();
  await expect(section.locator("figure:visible pre").first()).toContainText("await fetch(");
  await expect(section.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await expect(section.getByText("postal_code", { exact: true })).toBeHidden();
  await expect(section.locator(".field-name", { hasText: "optional" }).first()).toHaveText(/\S \S.* optional$/);
  const nestedFields = (name: string) =>
    section
      .locator("li", { has: page.locator(`:scope > .field-name > code:text-is("${name}")`) })
      .locator("> details > summary");
  await nestedFields("shipping_data").click();
  await nestedFields("address").first().click();
  await expect(section.getByText("postal_code", { exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("po_number");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("found for “po_number”");
  await page.getByRole("link", { name: "Change the cart; omitted fields keep their value" }).click();
  await expect(page).toHaveURL(/\/docs\/customer\/cart#updateCart$/);
});

test("the contents follow the reader, and the search has a key", async ({ page }) => {
  await page.goto(ordersPath);
  const currentLink = page.locator('.docs-nav [aria-current="location"]');
  await expect(currentLink).toHaveText("List the organization's orders");
  await page.locator("#orderByLink").scrollIntoViewIfNeeded();
  await page.locator("#orderByLink").evaluate((element) => element.scrollIntoView());
  await expect(currentLink).toHaveText("Order hardware and pay on the provider's page (stripe_bill_link)");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("on a phone the contents are a menu, and no page is wider than the narrowest window", async ({ open }) => {
  const page = await open({ viewport: phoneViewport });
  await page.goto(ordersPath);
  await expect(page.getByRole("link", { name: "Paging" })).toBeHidden();
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("link", { name: "Lists and paging" }).click();
  await expect(page).toHaveURL(/\/docs\/guides\/paging$/);
  // On a phone all subjects are cards, and each card links to its calls.
  await page.goto("/docs/customer");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000);
  await page.getByRole("heading", { level: 2 }).getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/customer\/orders$/);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    "/docs",
    ordersPath,
    "/docs/guides/first-call",
    "/docs/administrator",
    "/docs/customer/single-sign-on",
  ]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
