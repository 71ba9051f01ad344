import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { shop } from "../../support/store.ts";
import { button, field, link } from "../account/steps.ts";

test("an administrator publishes a product and a visitor sees it; taken out, it is gone", async ({ open }) => {
  const { id, name } = await shop.createProduct({ is_published: false, category: "Sensors" });
  const page = await open({ session: (await signedInAdmin()).token });
  const visitor = await open();
  // Pages of visitors are cached by address for a minute, so each visit uses another address.
  let visitCount = 0;
  const visitProduct = () => visitor.goto(`/store/products/${id}?look=${(visitCount += 1)}`);
  await visitProduct();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Page not found");

  await page.goto("/admin");
  await link(page, "Products").click();
  await field(page, "Name, SKU or description").fill(name);
  await page.keyboard.press("Enter");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await page.locator("main tbody tr").click();
  await button(page, "Publish").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByText("It is published.")).toBeVisible();
  await visitProduct();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(name);
  await visitor.goto(`/store/products?search=${encodeURIComponent(name)}`);
  await expect(link(visitor, name)).toBeVisible();

  await button(page, "Take it out of the store").click();
  await expect(page.getByRole("heading", { name: `Take ${name} out of the store?` })).toBeVisible();
  await button(page, "Yes, take it out").click();
  await expect(page.getByText("It is out of the store.")).toBeVisible();
  await visitProduct();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("a subscription is given and unlocks what it is for, and ended it does not", async ({ open }) => {
  const plan = await shop.createPlan();
  const plugin = await createSoftware({ product_id: plan.id });
  const version = await createVersion(plugin);
  const owner = await signedIn({ roles: ["org", "user"] });
  const page = await open({ session: (await signedInAdmin()).token });
  const customerPage = await open({ session: owner.token });
  const organization = await owner.client.fetch("/v1/client/org").then((answer) => answer.json());
  const downloadStatus = async () => (await owner.client.fetch(`/v1/client/downloads/${version.id}`)).status;
  expect(await downloadStatus()).toBe(403);

  await page.goto("/admin/subscriptions");
  await link(page, "Grant a subscription").click();
  await page.getByLabel("Find an organization by name").fill(organization.name);
  // Enter finds the organization and does not submit the form yet.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: organization.name })).toBeChecked();
  await expect(page.getByRole("radio", { name: organization.name })).toBeFocused();
  await field(page, "Plan").selectOption({ label: plan.name });
  await button(page, "Give it").click();
  await expect(page.getByText(`${organization.name} has ${plan.name} now.`)).toBeVisible();
  await customerPage.goto("/portal/subscriptions");
  await link(customerPage, plan.name).click();
  await expect(customerPage.locator("main")).toContainText("Active");
  await expect(customerPage.locator("main")).toContainText(plugin.title);
  expect(await downloadStatus()).toBe(200);

  await button(page, "End it now").click();
  await expect(page.getByRole("heading", { name: `End ${plan.name} of ${organization.name} now?` })).toBeVisible();
  await button(page, "Yes, end it").click();
  await expect(page.getByText("has ended.")).toBeVisible();
  await customerPage.reload();
  await expect(customerPage.locator("main .title")).toContainText("Canceled");
  // The ended subscription does not cover a version published after its end.
  const nextVersion = await createVersion(plugin, { version: "2.0.0", published: 0 });
  expect((await owner.client.fetch(`/v1/client/downloads/${nextVersion.id}`)).status).toBe(403);
});
