import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { type Shop, openShop } from "../../support/store.ts";
import { button, link, openMenu } from "../account/steps.ts";

// The provider's clock is shared, so these tests advance it in a shop of their own.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

const title = (page: Page) => page.locator("main .title");
const rows = (page: Page) => page.locator("main tbody tr");
/** A day as the product writes it, such as "20 Nov 2026". */
const dayPattern = /\d{1,2} [A-Z][a-z]{2} \d{4}/.source;

test("a plan renews, its renewal fails and is tried again, another card pays it, and all of it shows", async ({
  open,
}) => {
  const plan = await shop.createPlan();
  const { bought, ...buyer } = await shop.purchase([plan]);
  const baseURL = app.worker.url;
  const page = await open({ session: buyer.token, baseURL });
  const firstCharge = await shop.sum(buyer.customer);
  const amount = `$${(firstCharge / 100).toFixed(2)}`;

  await page.goto("/store");
  await openMenu(page);
  await link(page, "Settings").click();
  await link(page, "Subscriptions").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Subscriptions");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Active");
  await expect(rows(page)).toContainText(`${amount} per month`);
  await expect(rows(page)).toContainText(new RegExp(`${dayPattern} with Visa ··4242`));
  await link(page, plan.name).click();
  await expect(page).toHaveURL(`${baseURL}/portal/subscriptions/${bought.subscription_ids[0]}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("First term");

  await shop.advance(31);
  await shop.settled();
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText("Renewal");
  await expect(rows(page).first()).toContainText("Paid");
  await expect(rows(page).first()).toContainText(amount);

  await shop.sandbox.addFault({ service: "stripe", kind: "decline" });
  await shop.advance(31);
  await shop.settled();
  await page.reload();
  await expect(title(page)).toContainText("Past due");
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText("Payment declined");
  const failureNotice = page.locator(".notice.danger");
  await expect(failureNotice).toContainText(`The payment of ${amount} for the term from`);
  await expect(failureNotice).toContainText(new RegExp(`We try again on ${dayPattern}\\.`));
  await page.goto("/portal/subscriptions");
  await expect(rows(page)).toContainText("Past due");
  await expect(rows(page)).toContainText("Payment overdue");
  await link(page, plan.name).click();

  await link(page, "Choose another payment method").click();
  await expect(page).toHaveURL(/\/payment-methods$/);
  await expect(page.getByLabel(/4242/)).toBeChecked();
  await link(page, plan.name).click();
  await link(page, `Pay ${amount}`).click();
  await page.getByLabel(/4242/).first().check();
  await button(page, `Pay ${amount}`).click();
  await expect(page.getByText("Paid.", { exact: true })).toBeVisible();
  await shop.settled();
  await page.goto(`/portal/subscriptions/${bought.subscription_ids[0]}`);
  await expect(title(page)).toContainText("Active");
  await expect(page.locator(".notice.danger")).toHaveCount(0);
  await expect(rows(page).first()).toContainText("Paid");
  expect(await shop.sum(buyer.customer), "each term once").toBe(3 * firstCharge);
});

test("a renewal that nobody pays ends the subscription, which says so and when", async ({ open }) => {
  const { bought, ...buyer } = await shop.purchase([await shop.createPlan()]);
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await shop.sandbox.addFault({ service: "stripe", kind: "decline", times: 20 });
  await shop.advance(40);
  await shop.settled();
  await shop.sandbox.clearFaults();
  await page.goto(`/portal/subscriptions/${bought.subscription_ids[0]}`);
  await expect(title(page)).toContainText("Canceled");
  await expect(page.locator("main .subtitle")).toHaveText(new RegExp(`^Ended on ${dayPattern}$`));
  await expect(page.locator(".notice.danger")).toHaveCount(0);
  // The renewal costs the same as the first term.
  const renewal = `$${((await shop.sum(buyer.customer)) / 100).toFixed(2)}`;
  await expect(page.getByText(`It ended because the payment of ${renewal} was not made.`)).toBeVisible();
  await expect(link(page, "See the plan in the store")).toBeVisible();
  await expect(button(page, "Cancel plan")).toHaveCount(0);
});
