import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { payButton } from "../store/steps.ts";

// In the shared shop other tests make pending payments due and run their retry job, so this test has its own shop.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

test("a waiting payment is told in cart and product, goes on from there, and is canceled after a question", async ({
  open,
}) => {
  const [buyer, device] = [await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [device], cards.asks);
  const { cart_no } = (await shop.checkout(buyer)).reply();
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  for (const path of [`/store/products/${device.id}`, "/store/cart"]) {
    await page.goto(path);
    await expect(page.locator(".notice.warning")).toContainText("You are paying for your cart");
    await link(page, "Continue the payment").click();
    await expect(page).toHaveURL(new RegExp(`/store/checkout/${cart_no}$`));
    await expect(link(page, "Confirm the payment")).toBeVisible();
  }
  await page.goto("/store/cart");
  await expect(button(page, "Checkout")).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(0);

  await button(page, "Cancel it").click();
  await button(page, "Keep it").click();
  await expect(page.locator(".notice.warning")).toBeVisible();
  await button(page, "Cancel it").click();
  await button(page, "Cancel the payment").click();
  await expect(page.locator(".notice.success")).toHaveText(
    "The payment was canceled and nothing was charged. Your cart is as it was.",
  );
  await page.goto(`/store/checkout/${cart_no}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment was canceled");
  await link(page, "Try again").click();
  await expect(payButton(page)).toBeEnabled();
  expect(await shop.charges(buyer.customer)).toEqual([]);
});
