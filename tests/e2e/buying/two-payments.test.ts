import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";
import { readOrderNumber, payCart } from "../store/steps.ts";

// In the shared shop other tests make pending payments due and run their retry job, so these tests have their own shop.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const paymentParts = (page: Page) => page.locator(".payment-parts li");

async function confirmAtBank(page: Page): Promise<void> {
  const [bank] = await Promise.all([page.waitForEvent("popup"), link(page, "Confirm the payment").click()]);
  await button(bank, "Complete authentication").click();
  await expect(bank.getByText("This invoice is paid.")).toBeVisible();
  await bank.close();
}

test("a device and a plan are two payments: said before, confirmed one after the other, and the page follows by itself", async ({
  open,
}) => {
  const [buyer, device, plan] = [await shop.buyer(), await shop.createProduct(), await shop.createPlan()];
  await shop.fillCart(buyer, [device, plan], cards.asks);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await page.goto("/store/checkout");
  const charges = page.locator(".charges");
  await expect(charges).toContainText("This is charged in 2 payments. Your bank may ask you to confirm each of them.");
  await expect(charges.locator("li").first()).toContainText(device.name);
  await expect(charges.locator("li").last()).toContainText(plan.name);
  await expect(charges).toContainText(
    /renews on \d{1,2} [A-Z][a-z]{2} \d{4} for \$[\d.]+ per month, until it is canceled/,
  );
  const announcedAmounts = await charges.locator("li > span:last-child").allInnerTexts();
  await payCart(page);

  await expect(heading(page)).toHaveText("Confirm 2 payments with your bank");
  await expect(page.locator("main")).toContainText("Each is charged when you confirm it.");
  await expect(paymentParts(page)).toHaveCount(2);
  await expect(paymentParts(page).first()).toContainText("To be confirmed now");
  await expect(paymentParts(page).last()).toContainText("Follows");
  await expect(paymentParts(page).last()).toContainText("per month");
  expect(await paymentParts(page).locator("b").allInnerTexts()).toEqual([
    announcedAmounts[0],
    `${announcedAmounts[1]} per month`,
  ]);
  const firstLink = await link(page, "Confirm the payment").getAttribute("href");

  await confirmAtBank(page);
  await expect(paymentParts(page).first(), "without a reload").toContainText("Confirmed and paid");
  await expect(paymentParts(page).last()).toContainText("To be confirmed now");
  await expect(page.locator("main")).toContainText("1 of 2 is confirmed and paid");
  await expect(page.locator("main"), "one was charged").not.toContainText("Nothing is charged until then");
  expect(await link(page, "Confirm the payment").getAttribute("href")).not.toBe(firstLink);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);

  await confirmAtBank(page);
  await expect(heading(page)).toHaveText(/^Thank you\. Order \S+ is placed$/);
  await readOrderNumber(page);
  expect(await shop.charges(buyer.customer)).toHaveLength(2);
});

test("the order and the plan tell both parts of a payment that waits, and the order after its own is paid, too", async ({
  open,
}) => {
  const [buyer, device, plan] = [await shop.buyer(), await shop.createProduct(), await shop.createPlan()];
  await shop.fillCart(buyer, [device, plan], cards.asks);
  const bought = (await shop.checkout(buyer)).reply();
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  for (const path of [`/portal/orders/${bought.order_id}`, `/portal/subscriptions/${bought.subscription_ids[0]}`]) {
    await page.goto(path);
    await expect(paymentParts(page), path).toHaveCount(2);
    await expect(link(page, "Confirm the payment"), path).toBeVisible();
    await expect(page.locator("main"), path).not.toContainText("bank transfer");
  }
  await page.goto(`/portal/orders/${bought.order_id}`);
  await confirmAtBank(page);
  await expect(paymentParts(page).first()).toContainText("Confirmed and paid");
  await expect(paymentParts(page).last()).toContainText("To be confirmed now");

  // The cart does not offer paid lines again, and lines with a pending payment can be left out.
  await page.goto("/store/cart");
  const order = page.locator(".cart-line").filter({ hasText: device.name });
  await expect(order).toContainText(/Paid, order O\d+/);
  await expect(page.locator(".cart-line").filter({ hasText: plan.name })).not.toContainText("Paid");
  const [charge] = await shop.charges(buyer.customer);
  const unpaidAmount = await page.locator(".summary .total dd").innerText();
  await expect(page.locator(".summary")).toContainText("To confirm");
  expect(unpaidAmount).not.toContain(String((charge?.amount ?? 0) / 100));
  await expect(link(page, `Confirm ${unpaidAmount}`)).toBeVisible();
  await button(page, `Leave out ${plan.name}`).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/Order O\d+ stays as it is\./);
  await dialog.getByRole("button", { name: "Leave it out" }).click();
  await expect(page.locator("main")).toContainText("Part of your cart was bought");
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});
