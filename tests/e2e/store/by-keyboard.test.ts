import { expect, test } from "../../support/browser.ts";
import { address, cards, shop } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";
import { tabTo } from "../by-keyboard.ts";
import { createBuyerWithoutAddress, readOrderNumber, part, payButton, typeAddress } from "./steps.ts";

test("a person finds a device, adds it, chooses how to pay and pays without a mouse", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  for (const number of [cards.good, cards.asks]) await shop.addMethod(buyer.customer, number);
  await shop.query("update organizations set address_books = $1 where id = $2", [
    JSON.stringify([{ address, phone: null }]),
    buyer.org_id,
  ]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/products");
  await tabTo(page, link(page, "Skip to content"));
  await tabTo(page, page.locator("header").getByLabel("Search", { exact: true }).first());
  await page.keyboard.type(device.name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 product", { exact: true })).toBeVisible();

  await tabTo(page, link(page, device.name));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(device.name);
  await page.waitForLoadState();
  await tabTo(page, field(page, "Quantity"));
  await page.keyboard.press("ArrowUp");
  await tabTo(page, button(page, "Add to cart"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("You have 2 in your cart.")).toBeVisible();
  await tabTo(page, link(page, "Go to cart"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cart");
  await tabTo(page, button(page, "Checkout"));
  await page.keyboard.press("Enter");

  const method = (name: string) => part(page, "Payment").getByLabel(name);
  await expect(payButton(page)).toBeEnabled();
  await expect(method("Visa ending in 3184")).toBeChecked();
  await tabTo(page, method("Visa ending in 3184"));
  await page.keyboard.press("ArrowDown");
  await expect(method("Visa ending in 4242")).toBeChecked();
  await expect(payButton(page)).toBeEnabled();
  await tabTo(page, payButton(page));
  await page.keyboard.press("Enter");
  const number = await readOrderNumber(page);
  await tabTo(page, link(page, `See order ${number}`));
  await page.keyboard.press("Enter");
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("on a phone the bar with the pay button does not cover what has the focus", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token, viewport: { width: 390, height: 600 } });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  const changeButton = button(page, "Change the billing address");
  await button(page, "Add payment method").focus();
  // Behind the bar the button is still in the window, so that no browser scrolls to it without being told.
  await changeButton.evaluate((element) => scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 8));
  await tabTo(page, changeButton);
  const [focusedBox, barBox] = [await changeButton.boundingBox(), await page.locator(".pay-bar").boundingBox()];
  expect((focusedBox?.y ?? 0) + (focusedBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0);
});

test("once a typed address is used, the focus is on it", async ({ open }) => {
  const page = await open({ session: (await createBuyerWithoutAddress()).token });
  await page.goto("/store/checkout");
  await typeAddress(page, "Shipping address", address);
  const shippingStep = part(page, "Shipping address");
  await shippingStep.getByLabel("Postal code", { exact: true }).press("Enter");
  await expect(shippingStep.getByLabel(address.line1)).toBeFocused();
  await expect(payButton(page)).toBeEnabled();
});
