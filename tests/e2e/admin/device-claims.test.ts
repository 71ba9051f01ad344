import { createOrgProduct } from "../../../worker/contract/v1/client/org-products.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, phoneViewport, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createDevice } from "../../support/shipping/orders.ts";
import { alertOf, button, field, link } from "../account/steps.ts";

/** Creates unconfirmed devices of a customer, a list address that finds only them, and an administrator. */
async function createClaims(count: number) {
  const [admin, buyer, device] = [
    await signedInAdmin(),
    await signedIn({ roles: ["buyer", "user"] }),
    await createDevice(),
  ];
  const sku = unique("SKU");
  await query("update products set sku = $1 where id = $2", [sku, device.id]);
  const serials: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const serial_number = device.serial();
    (await buyer.client.call(createOrgProduct, { body: { serial_number } })).reply();
    serials.unshift(serial_number);
  }
  const list = `/admin/device-claims?search=${device.serial().slice(0, 11)}`;
  return { admin, device: { ...device, sku }, serials, list };
}

const findVerifiers = async (serials: readonly string[]) =>
  (
    await query<{ said: string }>(
      `select case when is_deleted then 'removed' else coalesce(verified_by, 'nobody') end as said
       from devices where serial = any($1) order by serial desc`,
      [serials],
    )
  ).map(({ said }) => said);

test("by keyboard two claims are selected and verified", async ({ open }) => {
  const { admin, serials, list } = await createClaims(3);
  const page = await open({ session: admin.token });
  await page.goto(list);
  await expect(page.locator("main tbody tr")).toHaveCount(3);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await button(page, "Verify").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("This cannot be undone.");
  await button(page, "Yes, verify them").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toContainText(`${serials[0]}, ${serials[1]} verified.`);
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  expect(await findVerifiers(serials)).toEqual(["administrator", "administrator", "nobody"]);
});

test("all claims are removed at once, after a question that can be left", async ({ open }) => {
  const { admin, serials, list } = await createClaims(3);
  const page = await open({ session: admin.token });
  await page.goto(list);
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await button(page, "Remove").click();
  const question = page.getByRole("dialog", { name: "Remove the selected devices?" });
  await expect(question).toContainText("their serial numbers can be registered again");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  expect(await findVerifiers(serials)).toEqual(["nobody", "nobody", "nobody"]);
  await button(page, "Remove").click();
  await button(page, "Yes, remove them").click();
  await expect(page.locator("main")).toContainText("removed.");
  await expect(page.locator("main tbody tr")).toHaveCount(0);
  expect(await findVerifiers(serials)).toEqual(["removed", "removed", "removed"]);
});

test("on a phone a claim names its organization, and is verified", async ({ open }) => {
  const { admin, serials, list } = await createClaims(1);
  const page = await open({ session: admin.token, viewport: phoneViewport });
  await page.goto(list);
  const row = page.locator("main tbody tr");
  await expect(row).toContainText(serials[0] ?? "");
  await expect(row.getByRole("link")).toBeVisible();
  await page.getByRole("checkbox", { name: `Select ${serials[0]}` }).check();
  await button(page, "Verify").click();
  await button(page, "Yes, verify them").click();
  await expect(page.locator("main")).toContainText(`${serials[0]} verified.`);
  expect(await findVerifiers(serials)).toEqual(["administrator"]);
});

test("without a claim the list says so", async ({ open }) => {
  const { admin } = await createClaims(1);
  await query("update devices set verified_by = 'administrator' where verified_by is null");
  const page = await open({ session: admin.token });
  await page.goto("/admin/device-claims");
  await expect(page.locator("main")).toContainText("Every registered device is verified.");
});

test("a file of serial numbers is imported, its bad row is named, and the claim with its number is verified", async ({
  open,
}) => {
  const { admin, device, serials, list } = await createClaims(1);
  const page = await open({ session: admin.token });
  await page.goto(list);
  await link(page, "Made serial numbers").click();
  await link(page, "Import").click();
  await expect(button(page, "Import")).toBeInViewport();
  const chooseCsv = (text: string) =>
    field(page, "CSV file").setInputFiles({ name: "made.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const file = field(page, "CSV file");

  await chooseCsv(`serial,sku\n${serials[0]},${device.sku}\n`);
  await file.focus();
  await page.keyboard.press("Tab");
  await expect(button(page, "Import")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toContainText("The first line must name the columns serial_number and sku.");
  await expect(file).toHaveAttribute("aria-invalid", "true");

  await chooseCsv(`serial_number,sku\n${serials[0]},${device.sku}\nX-1,${device.sku}\n`);
  await button(page, "Import").click();
  await expect(page.locator("main")).toContainText(
    `1 serial number added, 0 known before. 1 device is verified now. 1 line was left out. Line 3 (X-1): The number does not fit the serial number patterns of ${device.name}.`,
  );
  await expect(alertOf(page)).toHaveCount(0);
  await expect(page.locator("main tbody tr").filter({ hasText: serials[0] ?? "" })).toHaveCount(1);
  expect(await findVerifiers(serials)).toEqual(["manufacture"]);
});
