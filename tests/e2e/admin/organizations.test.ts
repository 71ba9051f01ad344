import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrganization, unique } from "../../support/factories.ts";
import { link } from "../account/steps.ts";

async function createMarket() {
  const mark = unique("market");
  const [optics, plain] = [await createOrganization(), await createOrganization()];
  await query("update organizations set notes = $2 where id = any($1)", [[optics.id, plain.id], `Met at ${mark}`]);
  await query(
    "update organizations set price_level_name = 'Partner', industry = 'Optics', billing_email = $2 where id = $1",
    [optics.id, `${mark}@optics.test`],
  );
  return { mark, optics, plain, admin: await signedInAdmin() };
}

test("an administrator searches notes and billing addresses, narrows by level and industry, and opens one", async ({
  open,
}) => {
  const { mark, optics, admin } = await createMarket();
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  const rows = page.locator("main tbody tr");
  await page.goto("/admin");
  await link(page, "Organizations").click();
  await page.getByLabel("Name, notes or billing email").fill(`Met at ${mark}`);
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Price level").fill("Partner");
  await page.getByLabel("Industry").fill("Optics");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("1 organization", { exact: true })).toBeVisible();
  await link(page, "Clear Industry: Optics").click();
  await page.getByLabel("Name, notes or billing email").fill(`${mark}@OPTICS.test`);
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/organizations/${optics.id}\\?list=`));
  await expect(page.locator("main")).toContainText(`Met at ${mark}`);
});

test("the file has what the filters leave, and neither it nor the pages are there for anybody else", async () => {
  const { mark, optics, admin } = await createMarket();
  const fetchPage = (path: string, token: string) =>
    fetch(workerUrl + path, { redirect: "manual", headers: { cookie: `__Host-session=${token}` } });
  const file = await fetchPage(`/admin/organizations?format=csv&search=${mark}&industry=Optics`, admin.token);
  const lines = (await file.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe('"Name","Billing email","Price level","Industry","Since","People","Devices"');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`,"${mark}@optics.test","Partner","Optics",`);
  const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const path of ["/admin/organizations", "/admin/organizations?format=csv", `/admin/organizations/${optics.id}`])
    expect((await fetchPage(path, token)).status, path).toBe(404);
});
