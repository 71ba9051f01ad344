import { pages } from "../../../worker/contract/pages.ts";
import { expect, test } from "../../support/browser.ts";
import { cards, shop } from "../../support/store.ts";
import { priced } from "../../v1/store/account/account.ts";
import { button, link } from "../account/steps.ts";
import { payCart } from "./steps.ts";

test("a card whose bank asks is confirmed on the provider's page, and every page says so until it is paid", async ({
  open,
}) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.asks);
  const page = await open({ session: buyer.token });
  await payCart(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your bank needs to confirm that it is you");
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await page.goto("/portal/orders");
  await page.locator("main tbody a").first().click();
  await expect(page.locator("main")).toContainText("Your bank asks you to confirm this payment.");
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(page, "Confirm the payment").click()]);
  await button(bank, "Complete authentication").click();
  await shop.settled();
  // The order's page refreshes itself.
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  await expect(page.locator("main")).not.toContainText("to be confirmed");
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("an order that costs nothing is ordered, not paid", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await priced(0)]);
  const page = await open({ session: buyer.token });
  await page.goto(pages.checkout);
  await button(page, "Order for $0.00").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Thank you/);
  expect(await shop.charges(buyer.customer)).toEqual([]);
});
