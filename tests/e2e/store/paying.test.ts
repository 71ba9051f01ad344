import { expect, test } from "../../support/browser.ts";
import { address, cards, shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { addToCart, enterAddress, orderNumber, part, payButton, payCart } from "./steps.ts";

test("a declined card is refused in plain words beside the payment and another one pays the one order", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  await shop.addMethod(buyer.customer, cards.good);
  await shop.fillCart(buyer, [await shop.createProduct()], cards.declines);
  const page = await open({ session: buyer.token });
  await payCart(page);
  await expect(part(page, "Payment").getByRole("alert")).toHaveText(
    "The payment was declined and nothing was charged. Choose another payment method, or ask your bank why.",
  );
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await part(page, "Payment").getByLabel("Visa ending in 4242").check();
  await expect(part(page, "Payment").getByRole("alert")).toHaveCount(0);
  await payButton(page).click();
  const number = await orderNumber(page);
  await link(page, `See order ${number}`).click();
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  await page.goto("/portal/orders");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await expect(page.locator("main tbody")).toContainText(number);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("a payment method is added on the provider's page and pays after the way back", async ({ open }) => {
  const buyer = await shop.buyer();
  const { id } = await shop.createProduct();
  const page = await open({ session: buyer.token });
  await addToCart(page, `/store/products/${id}`);
  await page.goto("/store/checkout");
  await expect(part(page, "Payment")).toContainText("Your organization has no payment method yet.");
  await enterAddress(page, "Shipping address", address);
  await expect(page.getByText("Choose a payment method to pay.")).toBeVisible();

  await button(page, "Add payment method").click();
  await expect(page).toHaveURL((url) => url.href.startsWith(shop.sandbox.url));
  await page.getByLabel("Visa that works").check();
  await button(page, "Save").click();

  await expect(page).toHaveURL(/\/store\/checkout\?added=true$/);
  await expect(part(page, "Payment").getByLabel("Visa ending in 4242")).toBeChecked();
  await expect(part(page, "Shipping address").getByLabel(address.line1)).toBeChecked();
  await payButton(page).click();
  await orderNumber(page);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("a card whose bank asks is confirmed on the provider's page, and every page says so until it is paid", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.asks);
  const page = await open({ session: buyer.token });
  await payCart(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your bank wants to know that it is you");
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await page.goto("/portal/orders");
  await page.locator("main tbody a").first().click();
  await expect(page.locator("main")).toContainText("The bank wants this payment to be confirmed.");
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(page, "Confirm the payment").click()]);
  await button(bank, "Complete authentication").click();
  await shop.settled();
  // the order's page looks for itself
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  await expect(page.locator("main")).not.toContainText("to be confirmed");
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});
