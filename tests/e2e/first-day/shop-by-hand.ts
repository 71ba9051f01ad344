import type { Page } from "playwright";
import { expect } from "../../support/browser.ts";
import { address } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";
import { find, publish } from "../jobs/jobs.ts";
import { enterAddress, readOrderNumber, payButton } from "../store/steps.ts";

// Data and steps by which an owner and the first customer fill an empty shop.

export const device = {
  name: "Aquila 20",
  sku: "AQ-20",
  price: "1299.00",
  serials: ["AQ20-00017", "AQ20-00018"],
} as const;
export const firmware = { name: "aquila-firmware", title: "Aquila firmware", version: "2.4.0" };

export async function writeLegalTexts(page: Page): Promise<void> {
  for (const kind of ["Terms of sale", "Privacy", "Returns", "Imprint"]) {
    await page.goto("/admin/settings/legal");
    await page.getByRole("link", { name: `New version of ${kind.toLowerCase()}` }).click();
    await field(page, "Version").fill("2026-01");
    await field(page, "Title").fill(kind);
    await field(page, "Text").fill(`<h1>${kind}</h1><p>What CGX says about it.</p>`);
    await page.getByRole("button", { name: /^Publish/ }).click();
    await expect(page.getByText("2026-01").first()).toBeVisible();
  }
}

const takePicture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext("2d");
    context?.fillRect(40, 40, 300, 200);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  return Buffer.from(base64, "base64");
};

export async function createDevice(page: Page): Promise<void> {
  await link(page, "Add a product").click();
  await field(page, "Name").fill(device.name);
  await field(page, "SKU").fill(device.sku);
  await field(page, "Base Price").fill(device.price);
  await page.getByLabel("Patterns").fill("AQ20-\\d{5}");
  await button(page, "Create the product").last().click();
  await expect(page.getByText(`${device.name} is created. It is not published yet.`)).toBeVisible();
  const picture = await takePicture(page);
  await page
    .getByLabel(/^Add (a picture|pictures)$/)
    .setInputFiles({ name: "aquila.jpg", mimeType: "image/jpeg", buffer: picture });
  await button(page, "Upload").click();
  await expect(page.locator('main img[src^="/images/"]').first()).toBeVisible();
  await publish(page);
}

export async function createPlan(page: Page, term: string, price: string): Promise<void> {
  await page.goto("/admin/products");
  await link(page, "New product").click();
  await field(page, "Name").fill(`Aquila Cloud, ${term}`);
  await field(page, "Type").selectOption({ label: "Software" });
  await field(page, "Base Price").fill(price);
  await field(page, "Term").selectOption(term);
  await field(page, "Family").fill("Aquila Cloud");
  await field(page, "Author").fill("CGX");
  await button(page, "Create the product").last().click();
  await expect(page.getByText("It is not published yet.").first()).toBeVisible();
  await publish(page);
}

export async function createRate(page: Page): Promise<void> {
  await page.goto("/admin");
  await link(page, "Add a rate").click();
  await page.getByRole("link", { name: "Add a rate" }).first().click();
  await field(page, "Option").fill("Ground");
  await field(page, "Price in dollars").fill("25.00");
  await button(page, "Add the rate").click();
  await expect(page.getByText("Ground").first()).toBeVisible();
}

export async function approveFirst(page: Page): Promise<void> {
  await page.goto("/admin");
  await link(page, "Answer it").click();
  await expect(page.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "New organization" })).toBeChecked();
  for (const role of ["Buyer", "Manager"]) await page.getByRole("checkbox", { name: new RegExp(`^${role}`) }).check();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(/Grace Hopper approved/)).toBeVisible();
}

export async function buyByCard(page: Page): Promise<string> {
  for (const name of [device.name, "Aquila Cloud"]) {
    await page.goto(`/store/products?search=${encodeURIComponent(name)}`);
    await link(page, name).first().click();
    await button(page, "Add to cart").click();
    // Until the page's script has loaded, the click leads to the cart, which has the same message.
    await expect(page.locator("main").getByText(/^Added/)).toBeVisible();
  }
  await page.goto("/store/checkout");
  await enterAddress(page, "Shipping address", address);
  await button(page, "Add payment method").click();
  await page.getByLabel("Visa that works").check();
  await button(page, "Save").click();
  await payButton(page).click();
  return readOrderNumber(page);
}

export async function ship(page: Page, number: string, serial: string): Promise<void> {
  await page.goto(`/admin/orders?search=${number}`);
  await link(page, number).click();
  await field(page, "Weight in grams").fill("800");
  await page.getByLabel(`Serial numbers of ${device.name}`).fill(serial);
  await button(page, "Create the labels and ship 1 package").click();
  await expect(page.locator("main .title")).toContainText("Shipped");
}

export async function expectDevice(page: Page, serial: string): Promise<void> {
  await page.goto("/portal/devices");
  await expect(page.locator("main")).toContainText(serial);
}

export async function openVersion(page: Page, version: string): Promise<void> {
  await page.goto(`/admin/software?search=${firmware.name}`);
  await link(page, firmware.title).first().click();
  await link(page, version).first().click();
}

export async function createPriceLevels(page: Page): Promise<void> {
  for (const level of ["Education", "Partner"]) {
    await page.goto("/admin/settings/price-levels");
    await field(page, "Name").fill(level);
    await button(page, "Create the price level").click();
    await expect(page.getByRole("link", { name: level })).toBeVisible();
  }
  await editCustomer(page, () => field(page, "Price level").selectOption("Partner"));
}

export async function editCustomer(page: Page, change: () => Promise<unknown>): Promise<void> {
  await find(page, "Field & Sons");
  await expect(page.getByRole("heading", { name: "Field & Sons", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Edit", exact: true }).first().click();
  await change();
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await expect(page.getByRole("heading", { name: "Field & Sons", level: 1 })).toBeVisible();
}

/** Orders one device through the API in the customer's browser and pays on the provider's page. */
export async function buyByLink(page: Page): Promise<string> {
  await page.goto("/store");
  const linkOrder = await page.evaluate(
    async ([name, to]) => {
      const matches = await (await fetch(`/v1/store/products?search=${encodeURIComponent(name)}`)).json();
      const body = JSON.stringify({ products: [{ productId: matches.data[0].id, quantity: 1 }], address: to });
      const headers = { "content-type": "application/json" };
      return (await fetch("/v1/client/orders", { method: "POST", headers, body })).json();
    },
    [device.name, address] as const,
  );
  expect(linkOrder).toMatchObject({ success: true, status: "new" });
  await page.goto(linkOrder.stripe_bill_link);
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${linkOrder.order_number}`);
  return linkOrder.order_number;
}
