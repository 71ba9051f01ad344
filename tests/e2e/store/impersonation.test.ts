import { orderByLink } from "../../../worker/contract/v1/client/orders.ts";
import { impersonating } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button } from "../account/steps.ts";

test("an administrator who acts as a buyer sees so on every store screen, and can pay nothing", async ({ open }) => {
  const plan = await shop.createPlan();
  const { bought, ...buyer } = await shop.purchase([await shop.createProduct(), plan]);
  const planPath = `/portal/subscriptions/${bought.subscription_ids[0]}`;
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const lines = { products: [{ productId: (await shop.createProduct({ type: "software" })).id, quantity: 1 }] };
  const linkOrder = (await buyer.client.call(orderByLink, { body: lines })).reply();
  // A later webhook would mark the invoice as paid again.
  await shop.settled();
  await shop.query(
    "update invoices set payment_status = 'declined', has_failed = true where reference_id = any ($1::uuid[])",
    [[bought.subscription_ids[0]]],
  );
  const { token, user } = await impersonating(buyer.user);
  const page = await open({ session: token });
  const banner = page.getByRole("form", { name: "Impersonation" });
  const paths = ["/store", "/store/products", `/store/products/${plan.id}`, "/store/cart", "/portal/orders"];
  for (const path of [...paths, `/portal/orders/${bought.order_id}`, "/portal/subscriptions", planPath]) {
    await page.goto(path);
    await expect(banner, path).toContainText(`${user.last_name}, you are acting as Test ${buyer.user.last_name} of `);
  }
  await expect(page.locator(".notice.danger")).toContainText("failed");
  await expect(page.locator("main a[href^=http]"), "an open invoice can be paid at the provider").toHaveCount(0);
  for (const name of [/^Pay /, "Choose another payment method", "Payment methods"])
    await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);

  await page.goto("/store/checkout");
  await expect(banner).toBeVisible();
  await expect(page.getByText("You cannot pay while you act as another user.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay/ })).toBeDisabled();
  await expect(button(page, "Add payment method")).toHaveCount(0);
  expect((await page.goto("/store/checkout/payment-method"))?.status()).toBe(404);
  expect((await page.goto(`${planPath}/payment-methods`))?.status(), "with the reason").toBe(403);

  await page.goto(`/portal/orders/${linkOrder.id}`);
  await expect(page.locator(".notice.warning")).toHaveText(
    "This order is not paid yet. You cannot pay while you act as another user.",
  );

  await page.goto("/store");
  await button(page, "End impersonation").click();
  await expect(banner).toHaveCount(0);
});
