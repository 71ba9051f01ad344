import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { getCart } from "../../../worker/contract/v1/store/cart.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";

const row = (page: Page, sku: string) => page.locator("main tbody tr").filter({ hasText: sku });

async function createProducts(count: number) {
  const mark = unique("Q").toUpperCase();
  const creations = Array.from({ length: count }, async (_, n) => {
    const sku = `${mark}-${n}`;
    return { sku, ...(await shop.createProduct({ sku, price_levels: { "Base Price": (n + 1) * 100 } })) };
  });
  return Promise.all(creations);
}

test("30 SKUs are pasted, the 3 wrong ones are told with why, the others go into the cart at once", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  const soldProducts = await createProducts(27);
  const unpublished = await shop.createProduct({ sku: unique("OFF").toUpperCase(), is_published: false });
  const [unpublishedRow] = await shop.query<{ sku: string }>("select sku from products where id = $1", [
    unpublished.id,
  ]);
  const lines = [
    "SKU,Quantity",
    ...soldProducts.map(({ sku }, n) => `${sku.toLowerCase()}, ${n + 1}`),
    "NOBODY-KNOWS-THIS, 2",
    `${unpublishedRow?.sku}, 1`,
    `${soldProducts[0]?.sku}, many`,
  ];
  const page = await open({ session: buyer.token, javaScriptEnabled: false });
  await page.goto("/portal/orders");
  await link(page, "Quick order").click();
  await field(page, "SKU and quantity").fill(lines.join("\n"));
  await button(page, "Check these lines").click();
  await expect(page.getByText("27 of 30 lines can be added, 3 cannot", { exact: true })).toBeVisible();
  await expect(page.locator("main tbody tr")).toHaveCount(30);
  await expect(row(page, "NOBODY-KNOWS-THIS")).toContainText("Line 29: No product for sale to you has this SKU.");
  await expect(row(page, String(unpublishedRow?.sku)), "what is not published is not told to be there").toContainText(
    "Line 30: No product for sale to you has this SKU.",
  );
  await expect(row(page, "Line 31:")).toContainText("The quantity must be a whole number from 1 to 10,000.");
  const reason = row(page, "Line 31:").locator(".refused");
  for (const size of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(size);
    const hiddenHeight = await reason.evaluate((told) => {
      const cell = told.closest(".lines") ?? told;
      return cell.scrollHeight - cell.clientHeight;
    });
    expect(hiddenHeight, `the whole reason is shown at ${size.width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(desktopViewport);
  const lastProduct = soldProducts[26];
  await expect(row(page, String(lastProduct?.sku).toLowerCase())).toContainText(`${lastProduct?.name}`);
  await expect(row(page, String(lastProduct?.sku).toLowerCase())).toContainText("$729.00");
  expect((await buyer.client.call(getCart)).reply().products, "nothing is in the cart before").toEqual({});
  await expect(field(page, "SKU and quantity"), "the wrong ones can be corrected").toHaveValue(
    `NOBODY-KNOWS-THIS, 2\n${unpublishedRow?.sku}, 1\n${soldProducts[0]?.sku}, many`,
  );
  // $6,930 is the sum of n² from 1 to 27.
  await button(page, "Add 27 lines to the cart, $6,930.00").click();
  await expect(page).toHaveURL(/\/store\/cart$/);
  await expect(page.getByText("27 products were added to your cart.")).toBeVisible();
  expect((await buyer.client.call(getCart)).reply().products).toEqual(
    Object.fromEntries(soldProducts.map(({ id }, n) => [id, n + 1])),
  );
});

test("a file is read as a spreadsheet wrote it, and lines of one product add up", async ({ open }) => {
  const buyer = await shop.buyer();
  const [one, other] = await createProducts(2);
  const file = join(tmpdir(), `${unique("order")}.csv`);
  writeFileSync(
    file,
    `\uFEFFPosition;SKU;Quantity\r\n1;"${one?.sku}";2\r\n2;${other?.sku};1\r\n\r\n3;${one?.sku};3\r\n`,
  );
  const page = await open({ session: buyer.token });
  await page.goto("/portal/quick-order");
  await field(page, "Or a CSV file").setInputFiles(file);
  await button(page, "Check these lines").click();
  await expect(page.getByText("All 3 lines can be added", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Add 3 lines/ }).click();
  await expect(page).toHaveURL(/\/store\/cart$/);
  expect((await buyer.client.call(getCart)).reply().products).toEqual({ [one?.id ?? ""]: 5, [other?.id ?? ""]: 1 });
});
