// Quotes on the screens of both sides: asking, two answers, messages, accepting beside a full cart, and rejection,
// withdrawal and expiry.
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { addCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { findViolations } from "../../support/axe.ts";
import { expect, phoneViewport as phoneSize, test, desktopViewport } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { dateInDays, createSentQuote, fetchQuote, requestQuote } from "../../v1/client/quotes/quotes.ts";
import { button, field, link } from "../account/steps.ts";
import { tabTo } from "../by-keyboard.ts";
import { findSmallTargets } from "../hard-to-hit.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const main = (page: Page) => page.locator("main");

async function sendVersion(page: Page, terms: Record<string, string>, label: string): Promise<void> {
  for (const [name, value] of Object.entries(terms)) await page.getByLabel(name).first().fill(value);
  await button(page, label).click();
}

for (const [width, viewport] of [
  ["1440", desktopViewport],
  ["390", phoneSize],
] as const) {
  test(`at ${width} px a price is asked for, answered twice, talked about and accepted beside a full cart`, async ({
    open,
  }) => {
    const buyer = await shop.buyer();
    const product = await shop.createProduct({ price_levels: { "Base Price": 100_00 } });
    await shop.fillCart(buyer, [product]);
    const page = await open({ session: buyer.token, viewport });
    await page.goto(pages.cart);
    await button(page, "Ask for a price").click();
    await page.getByLabel("Note").fill("Forty in spring?");
    expect(await findViolations(page)).toEqual([]);
    await button(page, "Send the request").click();
    await expect(heading(page)).toHaveText(/^Quote Q\d+$/);
    await expect(main(page)).toContainText("Forty in spring?");
    const quote_id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    const admin = await signedInAdmin("support");
    const adminPage = await open({ session: admin.token, viewport });
    await adminPage.goto(hrefOf(pages.adminQuote, { quote_id }));
    await expect(main(adminPage)).toContainText("Forty in spring?");
    const first = { Quantity: "40", "Unit price, in dollars": "90", "Shipping, in dollars": "25" };
    await sendVersion(
      adminPage,
      { ...first, "Text to the customer": "From stock.", "Valid until": dateInDays(20) },
      "Save and send",
    );
    await expect(adminPage.getByText("Version 1 is sent: $3,625.00 before tax.")).toBeVisible();
    await sendVersion(adminPage, { "Discount, in per cent": "10", "Shipping, in dollars": "0" }, "Send version 2");
    await expect(adminPage.getByText("Version 2 is sent: $3,240.00 before tax.")).toBeVisible();
    expect(await findViolations(adminPage)).toEqual([]);

    await page.reload();
    const newestRegion = page.getByRole("region", { name: "Version 2" });
    const olderRegion = page.getByRole("region", { name: "Version 1, replaced" });
    await expect(newestRegion).toContainText("−$360.00 (10 %)");
    await expect(olderRegion).toContainText("$3,625.00");
    const [left, right] = [await newestRegion.boundingBox(), await olderRegion.boundingBox()];
    expect(left?.y === right?.y, "side by side where the window has the width").toBe(width === "1440");
    await page.getByLabel("Write to us about this quote").fill("By Monday?");
    await button(page, "Send the message").click();
    await expect(page.getByText("Your message was sent.")).toBeVisible();
    await adminPage.reload();
    await adminPage.getByLabel("Write to the customer").fill("By Tuesday.");
    await button(adminPage, "Send the message").click();
    await expect(adminPage.getByText("By Monday?")).toBeVisible();
    await page.reload();
    await expect(page.getByText("By Tuesday.")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    if (width === "390") expect(await findSmallTargets(page)).toEqual([]);

    const other = await shop.createProduct();
    (await buyer.client.call(addCartProduct, { params: { id: other.id }, body: { quantity: 3 } })).reply();
    await button(page, "Accept $3,240.00").click();
    await expect(page.getByText("Your cart holds other products.")).toBeVisible();
    await button(page, "Set the cart aside and accept").click();
    await expect(main(page)).toContainText("A quote sets prices, shipping and quantities of this cart.");
    await expect(main(page)).toContainText("Subtotal, 40 items");
    expect(await findViolations(page)).toEqual([]);
    await button(page, "Empty the cart").click();
    await expect(main(page)).toContainText("Your cart is empty");
    // A quantity that changes without a reload gives the cart a new version.
    (await buyer.client.call(addCartProduct, { params: { id: product.id }, body: { quantity: 1 } })).reply();
    await page.reload();
    await page.getByLabel(`One more of ${product.name}`).click();
    await expect(main(page)).toContainText("Subtotal, 2 items");
    await button(page, "Put them back").click();
    await expect(main(page)).toContainText("Subtotal, 5 items");
  });
}

test("without a mouse an administrator starts a quote, and the customer rejects it", async ({ open }) => {
  const buyer = await shop.buyer();
  const product = await shop.createProduct({ price_levels: { "Base Price": 100_00 } });
  const admin = await signedInAdmin();
  const page = await open({ session: admin.token });
  await page.goto(pages.newQuote);
  await tabTo(page, page.getByLabel("Find a person by name"));
  await page.keyboard.type(buyer.user.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: buyer.user.email })).toBeChecked();
  await tabTo(page, page.getByLabel("Find a product by name"));
  await page.keyboard.type(product.name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: product.name })).toBeChecked();
  await expect(page.getByRole("radio", { name: buyer.user.email })).toBeChecked();
  await tabTo(page, button(page, "Start the quote"));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(/^Quote Q\d+$/);
  await tabTo(page, field(page, "Unit price, in dollars"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("80");
  // Chromium draws the focus of the button inside a date field itself, without a style that `tabTo` could check.
  await button(page, "Save and send").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Version 1 is sent: $80.00 before tax.")).toBeVisible();

  const path = hrefOf(pages.quote, { quote_id: new URL(page.url()).pathname.split("/").at(-1) ?? "" });
  const customerPage = await open({ session: buyer.token });
  await customerPage.goto(path);
  await tabTo(customerPage, button(customerPage, "Reject"));
  await customerPage.keyboard.press("Enter");
  await expect(customerPage.getByRole("dialog").getByLabel("Why")).toBeFocused();
  await customerPage.keyboard.type("Too dear");
  await tabTo(customerPage, button(customerPage, "Reject the quote"));
  await customerPage.keyboard.press("Enter");
  await expect(customerPage.getByText("You rejected the quote.")).toBeVisible();
  await page.reload();
  await expect(main(page)).toContainText("Too dear");
});

test("a request is withdrawn, and an expired quote offers no button", async ({ open }) => {
  const buyer = await shop.buyer();
  const { id: quote_id } = await requestQuote(buyer, [await shop.createProduct()]);
  const page = await open({ session: buyer.token });
  await page.goto(hrefOf(pages.quote, { quote_id }));
  await button(page, "Withdraw the request").click();
  await button(page, "Keep it").click();
  expect((await fetchQuote(buyer, quote_id)).status).toBe("requested");
  await button(page, "Withdraw the request").click();
  await button(page, "Yes, withdraw it").click();
  await expect(page.getByText("You withdrew the request.")).toBeVisible();
  await expect(main(page)).toContainText("Withdrawn");

  const { id } = await createSentQuote({}, buyer);
  await shop.query("update quotes set expires_at = now() - interval '1 minute' where id = $1", [id]);
  await page.goto(hrefOf(pages.quote, { quote_id: id }));
  await expect(main(page)).toContainText("It was not ordered in time.");
  await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
});

test("a quote is printed within the paper, and read by a spreadsheet", async ({ open }) => {
  const { buyer, product, id } = await createSentQuote({ quantity: 4, price: 90_00, text: "From stock." });
  const page = await open({ session: buyer.token });
  await page.goto(hrefOf(pages.quote, { quote_id: id }));
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, "Download CSV").click()]);
  const text = readFileSync(await file.path(), "utf8").replaceAll(`"`, "");
  expect(text).toContain(`${product.name},4,90,0,360`);
  await link(page, "Print").click();
  await expect(heading(page)).toHaveText(/^Quote Q\d+, version 1$/);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: "print" });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  for (const each of [product.name, "From stock.", "Total before tax", "$365.00"])
    await expect(main(page).getByText(each).first()).toBeVisible();
  await expect(main(page).locator("button:visible, .button:visible")).toHaveCount(0);
});
