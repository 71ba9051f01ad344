import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { root } from "../../../sandbox/process/settings.ts";
import { type LoggedWorker, startSecondWorker } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";

let worker: LoggedWorker;
beforeAll(async () => {
  worker = await startSecondWorker({ IMAGE_ORIGINS: "https://images.example, https://cdn.example" });
});
afterAll(() => worker?.stop());

test("a picture of another host is shown where the setting names that host, which is told nothing of the page", async ({
  open,
}) => {
  const listedProduct = await shop.createProduct({ main_image: "https://images.example/spectra.png" });
  const unlistedProduct = await shop.createProduct({ main_image: "https://elsewhere.example/spectra.png" });
  const body = await readFile(join(root, "islands/public/og.png"));
  const page = await open();
  const imageRequests: [string, string | undefined][] = [];
  await page.route(/^https:/, async (route) => {
    const headers = await route.request().allHeaders();
    imageRequests.push([route.request().url(), headers["referer"]]);
    await route.fulfill({ body, contentType: "image/png" });
  });
  await page.goto(`${worker.url}/store/products/${listedProduct.id}`);
  const picture = page.getByRole("img", { name: listedProduct.name });
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  expect(imageRequests).toEqual([["https://images.example/spectra.png", undefined]]);

  // An image of an unlisted host is left out, and the product has a placeholder.
  await page.goto(`${worker.url}/store/products/${unlistedProduct.id}`);
  await expect(page.locator(".gallery .picture.none")).toBeVisible();
  expect(imageRequests).toHaveLength(1);
});

test("a product without a picture has a drawing of the height that pictures have", async ({ open }) => {
  const page = await open();
  const main_image = "/products/spectra-100.svg";
  const made = [await shop.createProduct({ main_image }), await shop.createProduct({ main_image: null })];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const measured = [];
    for (const { name } of made) {
      await page.goto(`/store/products?search=${encodeURIComponent(name)}`);
      const picture = page.locator(".product-card .picture");
      await expect(picture).toHaveCount(1);
      measured.push(
        await picture.evaluate(async (box) => {
          const placeholderUrl = /url\("(.*?)"\)/.exec(getComputedStyle(box).backgroundImage)?.[1];
          const drawing = new Image();
          drawing.src = placeholderUrl ?? (box as HTMLImageElement).src;
          await drawing.decode();
          return { height: box.closest("li")?.getBoundingClientRect().height, has_lines: drawing.naturalWidth > 0 };
        }),
      );
    }
    expect(measured[1]).toEqual({ ...measured[0], has_lines: true });
  }
});
