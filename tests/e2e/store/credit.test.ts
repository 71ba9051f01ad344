import { setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { expect, test } from "../../support/browser.ts";
import { shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { amount, readCents, readOrderNumber, part, payButton } from "./steps.ts";

test("credit is shown before it is used, and stands with the order's payments", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.control("/customers", { customer: buyer.customer, balance: -50_00 });
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(amount(page, "Credit")).toHaveText("−$50.00");
  const [total, due] = [await readCents(amount(page, "Total")), await readCents(amount(page, "You pay"))];
  expect(due).toBe(total - 50_00);
  await expect(payButton(page)).toHaveText(`Pay ${await amount(page, "You pay").innerText()}`);
  await payButton(page).click();
  const number = await readOrderNumber(page);
  expect(await shop.sum(buyer.customer)).toBe(due);
  await link(page, `See order ${number}`).click();
  await expect(page.locator(".timeline")).toContainText("Paid from your credit");
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
});

test("a bank account that was entered by hand waits in the checkout with the link that verifies it", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await button(page, "Add payment method").click();
  await page.getByLabel(/entered by hand/).check();
  await button(page, "Save").click();
  await expect(page).toHaveURL(/\/store\/checkout/);
  const pendingMethod = part(page, "Payment").getByLabel("STRIPE TEST BANK ending in 4321");
  await expect(pendingMethod).toBeDisabled();
  await expect(part(page, "Payment")).toContainText("Waiting for verification.");
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(page, "name its code").click()]);
  await expect(bank.getByRole("heading", { level: 1 })).toHaveText("Verify your bank account");
});

test("a cart that is more than one payment can be says so, and can be paid in parts", async ({ open }) => {
  const device = await shop.createProduct({ price_levels: { "Base Price": 600_000_00 } });
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [device]);
  const setQuantity = (wanted: number) =>
    buyer.client.call(setCartProduct, { params: { id: device.id }, body: { quantity: wanted } });
  (await setQuantity(2)).reply();
  const page = await open({ session: buyer.token });
  await page.goto("/store/checkout");
  await expect(page.locator(".pay").getByRole("alert")).toContainText("One payment can be at most $999,999.99.");
  await expect(button(page, "Pay")).toBeDisabled();
  (await setQuantity(1)).reply();
  await page.reload();
  await payButton(page).click();
  await readOrderNumber(page);
});
