import { signedIn, signedInAdmin } from "../support/actors.ts";
import { expect, test } from "../support/browser.ts";
import { createAccountRequest } from "../support/factories.ts";
import { shop } from "../support/store.ts";
import { link } from "./account/steps.ts";

test("the account's page says first what needs somebody, then what was ordered; each leads there", async ({ open }) => {
  const newcomerPage = await open({ session: (await signedIn()).token });
  await newcomerPage.goto("/portal");
  await expect(newcomerPage.getByText("Nothing needs your attention.")).toBeVisible();
  await expect(newcomerPage.getByRole("region", { name: "Needs you" })).toHaveCount(0);
  const { bought, token } = await shop.purchase([await shop.createProduct(), await shop.createPlan()]);
  await shop.settled();
  await shop.query("update subscriptions set status = 'past_due' where id = $1", [bought.subscription_ids[0]]);
  const page = await open({ session: token });
  await page.goto("/portal");
  const needsRegion = page.getByRole("region", { name: "Needs you" });
  // The purchase also created notifications, which come later in the list.
  await expect(needsRegion.getByRole("listitem").first()).toHaveText(/A subscription is past due\s*1\s*See it/);
  await page.locator("main tbody a").first().click();
  await expect(page).toHaveURL(new RegExp(`/portal/orders/${bought.order_id}$`));
  await page.goBack();
  await link(page, "See it").click();
  await expect(page.locator("main tbody tr")).toHaveCount(1);
});

test("the console's page counts the account requests that wait, and leads to them", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  const countWaitingRequests = async () => {
    await page.goto("/admin");
    const entries = page.getByRole("region", { name: "Needs you" }).getByRole("listitem");
    const text = await entries.filter({ hasText: /account requests? (has been|are) waiting/i }).innerText();
    return Number(/(\d+)\s*Answer/.exec(text)?.[1]);
  };
  await createAccountRequest();
  const countBefore = await countWaitingRequests();
  await createAccountRequest();
  expect(await countWaitingRequests()).toBe(countBefore + 1);
  await page.getByRole("link", { name: /^Answer/ }).click();
  await expect(page).toHaveURL(/\/admin\/requests$/);
  await expect(page.locator("main")).toContainText(`${countBefore + 1} waiting`);
});

test("the page of plots ends where its content ends", async ({ open }) => {
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto("/admin/integrations/health");
  await expect(page.getByRole("table", { name: "Checkouts" })).toHaveCount(1);
  const blankHeight = await page.evaluate(() => {
    const end = document.body.getBoundingClientRect().bottom + scrollY;
    return document.documentElement.scrollHeight - Math.max(end, innerHeight);
  });
  expect(blankHeight, "but for a fraction of a pixel").toBeLessThan(1);
});
