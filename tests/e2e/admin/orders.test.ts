import { setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

test("an administrator refunds one of two, and the customer sees it", async ({ open }) => {
  const [admin, buyer, product] = [await signedInAdmin(), await shop.buyer(), await shop.createProduct()];
  await shop.fillCart(buyer, [product]);
  (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 2 } })).reply();
  const { order_id } = (await shop.checkout(buyer)).reply();

  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/orders/${order_id}`);
  await link(page, "Refund all or a part").click();
  await page.getByLabel(product.name).fill("1");
  await button(page, "See what goes back").click();
  // 8.25 % of $100.00 in Texas
  await button(page, "Refund $108.25").click();
  await expect(page.getByText("$108.25 go back.")).toBeVisible();
  await expect(page.getByText("1 of 2 refunded")).toBeVisible();

  const mine = await open({ session: buyer.token });
  await mine.goto(`/portal/orders/${order_id}`);
  await expect(mine.getByText("1 of 2 refunded")).toBeVisible();
  await expect(mine.getByText("Refunded: $108.25")).toBeVisible();
});
