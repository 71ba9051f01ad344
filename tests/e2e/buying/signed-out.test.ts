import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button, submitCredentials, link } from "../account/steps.ts";
import { payButton, readOrderNumber } from "../store/steps.ts";

test("who was signed out in another tab signs in and comes back with the quantity kept", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  const page = await open({ session: buyer.token });
  await page.goto(`/store/products/${device.id}`);
  await shop.query("update sessions set revoked_at = now() where user_id = $1", [buyer.user.id]);
  await page.getByLabel("Quantity", { exact: true }).fill("7");
  await button(page, "Add to cart").click();
  await expect(page.getByRole("status")).toContainText("You have been signed out.");
  await link(page, "Sign in and come back").click();
  await submitCredentials(page, buyer.user.email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(device.name);
  await expect(page.getByLabel("Quantity", { exact: true })).toHaveValue("7");
  await button(page, "Add to cart").click();
  await expect(page.getByText("You have 7 in your cart.")).toBeVisible();
});

test("who was signed out at checkout is led to the sign-in page and back to it", async ({ open }) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(payButton(page)).toBeEnabled();
  await shop.query("update sessions set revoked_at = now() where user_id = $1", [buyer.user.id]);
  await payButton(page).click();
  await expect(page.getByRole("alert")).toContainText("You have been signed out.");
  await link(page, "Sign in and come back").click();
  await submitCredentials(page, buyer.user.email);
  await expect(page).toHaveURL(/\/store\/checkout$/);
  await payButton(page).click();
  await readOrderNumber(page);
});
