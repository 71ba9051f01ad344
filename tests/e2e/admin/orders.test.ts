import { updateOrganization } from "../../../worker/contract/v1/admin/organizations.ts";
import { setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
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
  await button(page, "Review the refund").click();
  // 8.25 % of $100.00 in Texas
  await button(page, "Refund $108.25").click();
  await expect(page.getByText("$108.25 go back.")).toBeVisible();
  await expect(page.getByText("1 of 2 refunded")).toBeVisible();

  const mine = await open({ session: buyer.token });
  await mine.goto(`/portal/orders/${order_id}`);
  await expect(mine.getByText("1 of 2 refunded")).toBeVisible();
  await expect(mine.getByText("Refunded: $108.25")).toBeVisible();
});

test("an administrator is told why a customer paid that, and what it would be today, on the order's own page", async ({
  open,
}) => {
  const price_levels = { "Base Price": 120_00, Partner: 90_00 };
  const [admin, buyer, product] = [
    await signedInAdmin(),
    await shop.buyer(),
    await shop.createProduct({ price_levels }),
  ];
  const params = { org_id: buyer.org_id };
  (await admin.client.call(updateOrganization, { params, body: { price_level_name: "Partner" } })).reply();
  await shop.fillCart(buyer, [product]);
  const { order_id } = (await shop.checkout(buyer)).reply();
  await query("update products set price_levels = $2 where id = $1", [product.id, { ...price_levels, Partner: 95_00 }]);

  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/orders/${order_id}`);
  await page.getByText("Why this price").click();
  await expect(page.getByText("$90.00 was the price at Partner when it was ordered.")).toBeVisible();
  const why = page.locator("details", { hasText: "Why this price" });
  await expect(why).toContainText("Base price then$120.00");
  await expect(why).toContainText("Today it would be$95.00");
  await expect(why).toContainText("set by ");
});
