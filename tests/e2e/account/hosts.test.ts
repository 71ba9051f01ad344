import { afterAll, beforeAll } from "vitest";
import { expect, test } from "../../support/browser.ts";
import { createUser } from "../../support/factories.ts";
import { startShopOnHosts } from "../../support/hosts.ts";
import { button, submitCredentials, link, openMenu } from "./steps.ts";

let shop: Awaited<ReturnType<typeof startShopOnHosts>>;
beforeAll(async () => {
  shop = await startShopOnHosts();
});
afterAll(() => shop?.stop());

test("one sign-in opens storefront and console at their own hosts, and signing out at one ends all", async ({
  page,
}) => {
  const adminUser = await createUser({ roles: ["admin", "org", "buyer", "user"] });
  await page.goto(`${shop.account}/sign-in/crunchbox`);
  await submitCredentials(page, adminUser.email);
  await expect(page).toHaveURL(`${shop.storefront}/store`);
  await openMenu(page);
  await link(page, "Console").click();
  await expect(page).toHaveURL(`${shop.console}/admin`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Test$/);

  const accountPage = await page.context().newPage();
  await accountPage.goto(`${shop.account}/sign-in/crunchbox-admin?redirect_uri=%2Fadmin%2Forders`);
  await expect(accountPage, "who is signed in goes on at once").toHaveURL(`${shop.console}/admin/orders`);

  await openMenu(page);
  await button(page, "Sign out").click();
  await expect(page).toHaveURL(`${shop.account}/sign-in/crunchbox`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign In");
  await page.goto(`${shop.storefront}/portal`);
  await expect(page).toHaveURL(`${shop.account}/sign-in/crunchbox?redirect_uri=%2Fportal`);
  await page.goto(`${shop.console}/admin`);
  await expect(page).toHaveURL(`${shop.account}/sign-in/crunchbox-admin?redirect_uri=%2Fadmin`);
  await page.goto(`${shop.account}/flowpoint`);
  await expect(page).toHaveURL(/\/sign-in\/flowpoint-win\?/);
});

test("whoever is asked to sign in on the way to a page comes back to it at its host", async ({ page }) => {
  const customer = await createUser();
  await page.goto(`${shop.storefront}/portal/profile?from=mail`);
  await expect(page).toHaveURL(/^http:\/\/id\.cgx\.localhost:\d+\/sign-in\/crunchbox\?redirect_uri=/);
  await submitCredentials(page, customer.email);
  await expect(page).toHaveURL(`${shop.storefront}/portal/profile?from=mail`);
});
