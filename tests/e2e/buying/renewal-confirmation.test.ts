import { afterAll, beforeAll } from "vitest";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { cards, type Shop, openShop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

// The provider's clock is shared, so this test advances it in a shop of its own.
let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  shop = openShop(app);
});
afterAll(() => app?.stop());

test("a renewal that the bank wants confirmed is told as that, and confirmed from the plan's page", async ({
  open,
}) => {
  const { bought, ...buyer } = await shop.purchase([await shop.createPlan()], cards.asks);
  await shop.submit(`${bought.action_url}/authenticate`, { answer: "complete" });
  await shop.settled();
  await shop.advance(32);
  await shop.settled();
  const page = await open({ session: buyer.token, baseURL: app.worker.url });
  await page.goto(`/portal/subscriptions/${bought.subscription_ids[0]}`);
  const notice = page.locator(".notice.warning");
  await expect(notice).toContainText(
    /Your bank asks you to confirm the renewal of \$[\d.]+ before \d{1,2} [A-Z][a-z]{2} \d{4}\./,
  );
  await expect(page.locator("main")).not.toContainText("bank transfer");
  await link(page, "Confirm the payment").click();
  await button(page, "Complete authentication").click();
  await expect(page.getByText("This invoice is paid.")).toBeVisible();
  await shop.settled();
  await page.goto(`/portal/subscriptions/${bought.subscription_ids[0]}`);
  await expect(page.locator("main .title")).toContainText("Active");
  await expect(notice).toHaveCount(0);
});
