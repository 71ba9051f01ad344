import type { Page } from "playwright";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";

const nameOf = (page: Page) => page.getByRole("heading", { level: 1 });

async function createAndPublish(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto("/admin/products");
  await link(page, "New product").click();
  for (const [label, value] of Object.entries(values)) {
    const control = page.getByLabel(label).first();
    if ((await control.evaluate((element) => element.tagName)) === "SELECT") await control.selectOption(value);
    else await control.fill(value);
  }
  await button(page, "Create the product").click();
  await expect(page.getByText(`${values["Name"]} is created.`)).toBeVisible();
  await button(page, "Publish").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByText("It is published.")).toBeVisible();
}

test("a device and a plan by month and year are created by forms, registered and put into a cart", async ({ open }) => {
  const admin = await open({ session: (await signedInAdmin()).token });
  const buyer = await shop.buyer({ roles: ["buyer", "org", "user"] });
  const customer = await open({ session: buyer.token });
  const [device, family] = [unique("Prism"), unique("Studio")];
  const mark = unique("P").replace("-", "").slice(0, 8).toUpperCase();

  await createAndPublish(admin, {
    Name: device,
    SKU: unique("SKU"),
    "Base Price": "1,299.00",
    Patterns: `${mark}-\\d{5}`,
  });
  for (const [term, price] of [
    ["month", "49"],
    ["year", "490"],
  ] as const)
    await createAndPublish(admin, {
      Name: `${family} by ${term}`,
      Type: "software",
      "Base Price": price,
      Term: term,
      Family: family,
      Author: "CGX",
    });

  await customer.goto(`/store/products?search=${encodeURIComponent(device)}`);
  await link(customer, device).click();
  await expect(nameOf(customer)).toHaveText(device);
  await expect(customer.locator("main")).toContainText("$1,299.00");
  // The store shows all terms of a family as one card.
  await customer.goto(`/store/products?search=${encodeURIComponent(family)}`);
  await expect(customer.locator("main").getByText(family, { exact: true })).toHaveCount(1);
  await customer.locator("main").getByText(family, { exact: true }).click();
  await expect(customer.locator("main")).toContainText("$49.00");
  await expect(customer.locator("main")).toContainText("$490.00");

  const registration = await buyer.client.fetch("/v1/client/org-products", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ serial_number: `${mark}-00001` }),
  });
  expect(registration.status).toBe(201);
});

test("without script a serial number is tried by Enter and by the button, and nothing that was typed is lost", async ({
  open,
}) => {
  const existingProduct = await shop.createProduct({
    patterns: [`${unique("Q").replace("-", "").slice(0, 8).toUpperCase()}-\\d{5}`],
  });
  const page = await open({ session: (await signedInAdmin()).token, javaScriptEnabled: false });
  const name = unique("Prism");
  await page.goto("/admin/products/new");
  await field(page, "Name").fill(name);
  await page.getByLabel("Patterns").fill("NO-\\d{5}\nYES-\\d{5}");
  await page.getByLabel("Try a serial number").fill("yes-00001");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("yes-00001 fits pattern 2");
  await expect(field(page, "Name")).toHaveValue(name);
  await page.goto(`/admin/products/${existingProduct.id}/edit`);
  await page.getByLabel("Try a serial number").fill("yes-00001");
  await button(page, "Try it").click();
  await expect(page.getByRole("status")).toContainText("No pattern fits yes-00001.");
  // Enter in another field saves the product.
  await page.getByLabel("Category").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${existingProduct.name} is saved.`)).toBeVisible();
});
