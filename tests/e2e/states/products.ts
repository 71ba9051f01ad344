import type { Page } from "playwright";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { expect } from "../../support/browser.ts";
import { unique } from "../../support/factories.ts";
import { buildPng } from "../../support/pictures/png.ts";
import { uploadPicture } from "../../support/pictures/upload.ts";
import { shop } from "../../support/store.ts";
import { type State, openPath } from "./state.ts";

const openDemoProduct =
  (sku: string, rest = "") =>
  async (page: Page) => {
    const [productRow] = await query<{ id: string }>("select id from products where sku = $1", [sku]);
    return page.goto(`/admin/products/${productRow?.id}${rest}`);
  };
const openDemoPlan = async (page: Page) => {
  const [planRow] = await query<{ id: string }>(
    "select id from subscriptions where stripe_id like 'sub_seed_%' and status = 'active' order by id limit 1",
  );
  return page.goto(`/admin/subscriptions/${planRow?.id}`);
};

async function submitBadProduct(page: Page): Promise<void> {
  await page.goto("/admin/products/new");
  await page.getByLabel("Name", { exact: true }).fill("Spectrometer for coatings, ".repeat(8));
  await page.getByLabel("Base Price").fill("12,5");
  await page.getByLabel("Patterns").fill("CGX-100-\\d{5}\n[A-Z]{1,8}[A-Z]{1,8}-\\d{5}");
  await page.getByLabel("Try a serial number").fill("CGX-100-00012");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByText("It also fits").waitFor();
  await page.getByRole("button", { name: "Create the product" }).click();
  await page.getByText("problems to fix").waitFor();
}

export const productStates: State[] = [
  { name: "products of the console", who: signedInAdmin, reach: openPath("/admin/products") },
  { name: "product of the console", who: signedInAdmin, reach: openDemoProduct("CGX-SP100", "?level=Partner") },
  { name: "new product", who: signedInAdmin, reach: openPath("/admin/products/new") },
  { name: "new product that is refused", who: signedInAdmin, reach: submitBadProduct },
  { name: "product to be edited", who: signedInAdmin, reach: openDemoProduct("CGX-SP100", "/edit") },
  { name: "import of products", who: signedInAdmin, reach: openPath("/admin/products/import") },
  { name: "prices of products", who: signedInAdmin, reach: openPath("/admin/products/prices") },
  {
    name: "prices of products, one of them refused",
    who: signedInAdmin,
    reach: async (page) => {
      const category = unique("Grid");
      const names = [unique("Alpha"), unique("Maximiliane-Theodora Wittelsbach-Harrach Spectrometer Mount")];
      for (const name of names) await shop.createProduct({ name, category });
      await page.goto(`/admin/products/prices?category=${category}`);
      await page.getByRole("textbox", { name: `${names[0]}, Base Price` }).fill("12,50");
      await page.getByRole("textbox", { name: `${names[1]}, Base Price` }).fill("120");
      await page.getByRole("button", { name: "Save prices" }).click();
      await expect(page.getByText("is no amount").first()).toBeVisible();
    },
  },
  {
    name: "product of the console with pictures, one of them refused",
    who: signedInAdmin,
    reach: async (page) => {
      const admin = await signedInAdmin();
      const { id } = await shop.createProduct({ name: unique("Pictured"), main_image: null });
      for (const width of [640, 480])
        await uploadPicture(admin.client, id, buildPng({ width, height: 360 }), "Seen from the front");
      await page.goto(`/admin/products/${id}`);
      await page.getByLabel("Add pictures").setInputFiles({
        name: "drawing.svg",
        mimeType: "image/svg+xml",
        buffer: Buffer.from("<svg></svg>"),
      });
      await page.getByRole("button", { name: "Upload" }).click();
      await expect(page.getByText("This file is none of these.")).toBeVisible();
    },
  },
  { name: "subscription of an organization", who: signedInAdmin, reach: openDemoPlan },
];
