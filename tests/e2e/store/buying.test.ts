import type { Page } from "playwright";
import { z } from "zod";
import { demoProducts } from "../../../sandbox/seed/products/index.ts";
import { expect, test } from "../../support/browser.ts";
import { address, cards, shop } from "../../support/store.ts";
import { button, submitCredentials, link } from "../account/steps.ts";
import { addToCart, amount, readCents, enterAddress, readOrderNumber, part, payButton } from "./steps.ts";

const isOnSale = ({ is_active, is_published, is_archived }: (typeof demoProducts)[number]) =>
  is_active && is_published && !is_archived;
const demoSchema = z.object({ id: z.string(), name: z.string(), category: z.string(), family: z.nullable(z.string()) });
const device = demoSchema.parse(demoProducts.find((each) => isOnSale(each) && each.category === "Spectrometers"));
const plan = demoSchema.parse(demoProducts.find((each) => isOnSale(each) && each.subscription_term === "month"));

async function findDevice(page: Page): Promise<string> {
  await page.goto("/store/products");
  await page.getByRole("navigation", { name: "Category" }).getByRole("link", { name: device.category }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(device.category);
  const names = page.locator(".product-card h3");
  await expect(names.filter({ hasText: device.name })).toHaveCount(1);
  await expect(names.filter({ hasText: plan.family ?? plan.name })).toHaveCount(0);
  await link(page, device.name).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(device.name);
  await expect(link(page, "Sign in to buy")).toBeVisible();
  return page.url();
}

/** Presses Pay four times while its request is held; returns how often the request was sent. */
async function pressPayFourTimes(page: Page): Promise<number> {
  let sentCount = 0;
  let release = () => {};
  const allPresses = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/store/checkout/cart", async (route) => {
    sentCount += 1;
    await allPresses;
    await route.continue();
  });
  await payButton(page).dblclick();
  await button(page, "Paying…").click();
  await button(page, "Paying…").press("Enter");
  release();
  await readOrderNumber(page);
  return sentCount;
}

test("a visitor finds a device without script, signs in to buy, adds a plan and pays both once with a saved card", async ({
  open,
}) => {
  const deviceUrl = await findDevice(await open({ javaScriptEnabled: false }));
  const { user, org_id, customer } = await shop.buyer();
  await shop.addMethod(customer, cards.good);

  const page = await open();
  await page.goto(deviceUrl);
  await link(page, "Sign in to buy").click();
  await expect(page.getByText("Sign in to CrunchBox to purchase CGX products")).toBeVisible();
  await submitCredentials(page, user.email);
  await expect(page).toHaveURL(deviceUrl);
  await addToCart(page, deviceUrl);
  await addToCart(page, `/store/products/${plan.id}`);
  await expect(page.locator("#cart-count")).toHaveText("2");
  const cartWidth = async () => (await page.locator(".cart-link").boundingBox())?.width;
  const widthBefore = await cartWidth();
  await link(page, "Go to cart").click();
  await expect(page.locator(".cart-line .line-product > a")).toHaveText([device.name, plan.name]);
  await button(page, "Checkout").click();

  await enterAddress(page, "Shipping address", address);
  // The default billing address is one line until the buyer edits it.
  await expect(part(page, "Billing address")).toContainText("Same as shipping address");
  await expect(part(page, "Billing address").getByRole("radio")).toHaveCount(0);
  await button(page, "Change the billing address").click();
  await expect(part(page, "Billing address").getByLabel("Same as shipping address")).toBeChecked();
  await expect(part(page, "Billing address").getByLabel("Same as shipping address")).toBeFocused();
  await expect(part(page, "Payment").getByLabel("Visa ending in 4242")).toBeChecked();
  const tax = await readCents(amount(page, "Tax (8.25 %)"));
  const total = await readCents(amount(page, "Total"));
  expect(tax).toBeGreaterThan(0);
  expect(total).toBe((await readCents(amount(page, "Subtotal"))) + (await readCents(amount(page, "Shipping"))) + tax);
  await expect(payButton(page)).toHaveText(`Pay ${await amount(page, "Total").innerText()}`);

  expect(await pressPayFourTimes(page)).toBe(1);
  const number = await readOrderNumber(page);
  await expect(page.locator(".bought")).toContainText(plan.name);
  await expect(page.locator("#cart-count")).toHaveText("0");
  await expect(page.locator("#cart-count")).toBeHidden();
  expect(await cartWidth()).toBe(widthBefore);
  await link(page, `See order ${number}`).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${number}`);
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  await shop.settled();
  expect((await shop.books(org_id)).orders).toHaveLength(1);
  expect(await shop.charges(customer), "one for the device and one for the plan").toHaveLength(2);
  expect(await shop.sum(customer), "what was promised before paying").toBe(total);
});
