import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { link } from "../account/steps.ts";
import { readOrderNumber, payCart } from "./steps.ts";

// The provider's clock is shared, so this test advances it in a shop of its own.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

test("a plan paid from a bank account says that it waits, and can be used when the bank has paid", async ({ open }) => {
  const { bought, ...buyer } = await shop.purchase([await shop.createPlan()], cards.bank);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await page.goto(`/portal/subscriptions/${bought.subscription_ids[0]}`);
  await expect(page.locator(".notice.warning")).toContainText("you can use the plan once it arrives");
  const usableField = page.locator(".totals > div").filter({ hasText: "Can be used" }).locator("dd");
  await expect(usableField).toHaveText("Not now");
  await shop.advance(5);
  await shop.settled();
  await page.reload();
  await expect(page.locator(".notice")).toHaveCount(0);
  await expect(usableField).toHaveCount(0);
});

test("an order paid from a bank account is pending until the bank has paid, days later", async ({ open }) => {
  const buyer = await shop.buyer();
  await shop.fillCart(buyer, [await shop.createProduct()], cards.bank);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await payCart(page);
  const number = await readOrderNumber(page);
  await expect(page.locator("main")).toContainText("The bank transfer takes up to 4 business days.");

  await link(page, `See order ${number}`).click();
  await expect(page.locator("main .title")).toContainText("Payment pending");
  await expect(page.locator("main")).toContainText("nothing ships until it arrives");
  await shop.settled();
  expect(await shop.charges(buyer.customer)).toEqual([]);

  await shop.advance(5);
  await shop.settled();
  await page.reload();
  await expect(page.locator("main .title")).toContainText("Processing");
  await expect(page.locator(".stepper-line")).toContainText("Paid (done)");
  await expect(page.getByText("The payment has not arrived yet.")).toHaveCount(0);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});

test("an order whose bank transfer fails says so, ships nothing, and is paid with another payment method", async ({
  open,
}) => {
  const { bought, ...buyer } = await shop.purchase([await shop.createProduct()], cards.badBank);
  await shop.addMethod(buyer.customer, cards.good);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await shop.advance(5);
  await shop.settled();
  await page.goto(`/portal/orders/${bought.order_id}`);
  await expect(page.locator("main .title")).toContainText("Payment declined");
  await expect(page.locator(".notice.danger")).toContainText("The bank declined the payment of $");
  await expect(page.locator(".notice.danger")).toContainText("nothing was charged and nothing ships");

  await link(page, "Pay with another payment method").click();
  await page.getByLabel(/4242/).first().check();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByText("Paid.", { exact: true })).toBeVisible();
  await shop.settled();
  await page.goto(`/portal/orders/${bought.order_id}`);
  await expect(page.locator("main .title")).toContainText("Processing");
  await expect(page.locator("main .notice")).toHaveCount(0);
  expect(await shop.charges(buyer.customer)).toHaveLength(1);
});
