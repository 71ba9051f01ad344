import type { Locator, Page } from "playwright";
import { expect } from "../../support/browser.ts";
import { type address, type Buyer, shop } from "../../support/store.ts";
import { button } from "../account/steps.ts";

export const part = (page: Page, name: string): Locator => page.getByRole("group", { name, exact: true });
export const payButton = (page: Page): Locator => page.getByRole("button", { name: /^Pay \$/ });
export const amount = (page: Page, name: string): Locator =>
  page
    .locator(".totals > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

/** Reads an amount such as "$1,234.50" from the page, in cents. */
export async function readCents(place: Locator): Promise<number> {
  await expect(place).toHaveText(/^\$[\d,]+\.\d\d$/);
  return Number((await place.innerText()).replace(/\D/g, ""));
}

export async function addToCart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await button(page, "Add to cart").click();
  await expect(page.getByRole("status").getByText(/^Added/)).toBeVisible();
}

/** A buyer with a device in the cart, who enters the addresses at the checkout. */
export async function createBuyerWithoutAddress(): Promise<Buyer> {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  await shop.query('update carts set address = \'{"billing": null, "shipping": null}\' where user_id = $1', [
    buyer.user.id,
  ]);
  return buyer;
}

export async function enterAddress(page: Page, title: string, to: typeof address): Promise<void> {
  await typeAddress(page, title, to);
  await part(page, title).getByRole("button", { name: "Use this address", exact: true }).click();
}

export async function typeAddress(page: Page, title: string, to: typeof address): Promise<void> {
  const form = part(page, title);
  await form.getByLabel("Address line 1", { exact: true }).fill(to.line1);
  await form.getByLabel("City", { exact: true }).fill(to.city);
  await form.getByLabel("Postal code", { exact: true }).fill(to.postal_code);
  await form.getByLabel("Country", { exact: true }).selectOption(to.country);
  await form.getByLabel("State or region", { exact: true }).selectOption(to.state);
}

export async function payCart(page: Page): Promise<void> {
  await page.goto("/store/checkout");
  await payButton(page).click();
}

export async function readOrderNumber(page: Page): Promise<string> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(/^Thank you\. Order \S+ is placed$/);
  return (await heading.innerText()).split(" ")[3] ?? "";
}
