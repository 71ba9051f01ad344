import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import {
  createSoftware,
  createSoftwareProduct,
  createGivenSubscription,
  createVersion,
} from "../../support/software/rows.ts";
import { button, link } from "../account/steps.ts";

test("a plugin version is published after its check, and a customer who is entitled to it downloads it", async ({
  open,
}) => {
  const [admin, customer, formerCustomer] = [await signedInAdmin(), await signedIn(), await signedIn()];
  const product = await createSoftwareProduct({ subscription_term: "month" });
  const plugin = await createSoftware({ product_id: product.id });
  await createVersion(plugin, { version: "4.2.1", published: 60 });
  const kernel = await createSoftware({ kind: "dependency" });
  const requiredVersion = await createVersion(kernel, { version: "3.0.0", published: null, bytes: 10 });
  const draft = await createVersion(plugin, { version: "5.0.0", published: null, notes: "", needs: [requiredVersion] });
  await createGivenSubscription(customer.user.org_id, product.id);
  await createGivenSubscription(formerCustomer.user.org_id, product.id, { status: "canceled", ended: 30 });
  const page = await open({ session: admin.token });
  await page.goto(`/admin/software?search=${plugin.name}`);
  const row = page.locator("main tbody tr");
  await expect(row).toContainText("5.0.0");
  await row.getByRole("link").first().click();
  await page.locator("main tbody tr").first().getByRole("link").first().click();
  await expect(
    page.getByText("This version cannot be published yet: A software version needs a description."),
  ).toBeVisible();
  await expect(button(page, "Publish")).toHaveCount(0);
  await page.getByLabel("For customers").fill("Twice as fast.");
  await button(page, "Save release notes").click();
  await expect(
    page.getByText("This version cannot be published yet: A dependency of this version is not published."),
  ).toBeVisible();
  await page.locator(".graph a", { hasText: "not published" }).click();
  await expect(page.getByText("1 version waits for it:")).toBeVisible();
  await button(page, "Publish").click();
  await button(page, "Publish 3.0.0").click();
  await expect(page.getByText("It is published.")).toBeVisible();
  await link(page, `${plugin.title} 5.0.0`).first().click();
  await button(page, "Publish").click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("1 organization gets it; 1 keeps 4.2.1.");
  await expect(question).toContainText("1 person is notified");
  // Another administrator changes the version meanwhile.
  await query("update software_versions set public_description = 'Slower.', updated_at = now() where id = $1", [
    draft.id,
  ]);
  await button(page, "Publish 5.0.0").click();
  await expect(page.getByText("so nothing was published")).toBeVisible();
  await expect(page.getByLabel("For customers")).toHaveValue("Slower.");
  await button(page, "Publish").click();
  await button(page, "Publish 5.0.0").click();
  await expect(page.locator("main .badge", { hasText: "Published" })).toBeVisible();
  const customerPage = await open({ session: customer.token });
  await customerPage.goto(`/portal/downloads/of/${plugin.name}`);
  const download = link(customerPage, `Download ${plugin.title} 5.0.0`);
  const [downloadedFile] = await Promise.all([customerPage.waitForEvent("download"), download.click()]);
  const content = readFileSync(await downloadedFile.path());
  expect(createHash("sha256").update(content).digest("hex")).toBe(draft.sha256);
  const formerPage = await open({ session: formerCustomer.token });
  await formerPage.goto(`/portal/downloads/of/${plugin.name}`);
  await expect(link(formerPage, `Download ${plugin.title} 4.2.1`)).toBeVisible();
  await expect(link(formerPage, `Download ${plugin.title} 5.0.0`)).toHaveCount(0);
});
