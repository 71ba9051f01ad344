import { impersonating, signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createUser } from "../../support/factories.ts";
import { shop } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";

test("an impersonation is begun, refused for a payment, ended, and read by the customer", async ({ open }) => {
  const [admin, buyer] = [await signedInAdmin(), await shop.buyer()];
  await shop.fillCart(buyer, [await shop.createProduct()]);
  const name = `${buyer.user.first_name} ${buyer.user.last_name}`;

  const page = await open({ session: admin.token });
  await page.goto("/admin");
  await link(page, "People").click();
  await field(page, "Name, email or organization").fill(buyer.user.email);
  await page.keyboard.press("Enter");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await page.locator("main tbody a").click();
  await button(page, "Act as Test for 30 minutes").click();
  await expect(page.getByRole("alert")).toContainText("Enter a reason");
  await field(page, "Reason").fill("Asked for by ticket 4711");
  await button(page, "Act as Test for 30 minutes").click();
  await expect(page).toHaveURL(/\/portal$/);
  const banner = page.getByRole("form", { name: "Impersonation" });
  await expect(banner).toContainText(`${admin.user.last_name}, you are acting as ${name} of `);
  await expect(banner).toContainText(/for (29|30) min: Asked for by ticket 4711/);

  await page.goto("/store/checkout");
  await expect(page.getByText("You cannot pay while you act as another user.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay/ })).toBeDisabled();
  await page.goto("/portal/payment-methods");
  await expect(page.locator("main")).toContainText("End the impersonation to continue as yourself.");

  await page.goto("/admin/people");
  await expect(banner).toBeVisible();
  await button(page, "End impersonation").click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText(`You no longer act as ${name}. You are yourself again.`)).toBeVisible();

  const customerPage = await open({ session: buyer.token });
  await customerPage.goto("/portal/activity");
  await expect(
    customerPage.locator("tbody tr").filter({ hasText: `Started acting as ${name}: Asked for by ticket 4711` }),
  ).toHaveCount(1);
  await expect(customerPage.locator("tbody tr").filter({ hasText: `Stopped acting as ${name}` })).toHaveCount(1);
});

test("the minutes that are left run while a page is looked at, and nothing moves", async ({ open }) => {
  const { token } = await impersonating(await createUser());
  const page = await open({ session: token });
  await page.clock.install();
  await page.goto("/store");
  const timeLeft = page.locator(".impersonation time");
  await expect(timeLeft).toHaveText(/^(29|30) min$/);
  const boxBefore = await timeLeft.boundingBox();
  await page.clock.fastForward("24:30");
  await expect(timeLeft).toHaveText(/^\s?(5|6) min$/);
  expect(await timeLeft.boundingBox()).toEqual(boxBefore);
  await page.clock.fastForward("10:00");
  await expect(timeLeft).toHaveText(/^\s?0 min$/);
});
