import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { link } from "../account/steps.ts";

test("who has bought sees first the organization's open orders and what it can buy again", async ({ open }) => {
  const [soldProduct, archived] = [await shop.createProduct(), await shop.createProduct()];
  const { bought, ...buyer } = await shop.purchase([soldProduct, archived]);
  await shop.query("update products set is_archived = true where id = $1", [archived.id]);
  const page = await open({ session: buyer.token });
  await page.goto("/store");
  await expect(page.locator(".open-orders li")).toHaveText([/\$2\d\d\.\d\d/]);
  await expect(page.locator(".buy-again a")).toHaveText([soldProduct.name]);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Open orders");
  await page.locator(".open-orders a").click();
  await expect(page).toHaveURL(new RegExp(`/portal/orders/${bought.order_id}`));
  await shop.query("update orders set status = 'received' where id = $1", [bought.order_id]);
  await page.goto("/store");
  await expect(page.locator(".open-orders")).toHaveCount(0);
  await link(page, soldProduct.name).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(soldProduct.name);
});

test("another organization and a visitor see none of them", async ({ open }) => {
  await shop.purchase([await shop.createProduct()]);
  for (const visit of [{ session: (await shop.buyer()).token }, {}]) {
    const page = await open(visit);
    await page.goto("/store");
    await expect(page.getByRole("heading", { name: "Recommended" })).toBeVisible();
    await expect(page.locator(".open-orders, .buy-again")).toHaveCount(0);
  }
});
