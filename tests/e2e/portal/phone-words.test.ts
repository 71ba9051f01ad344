import { signedIn } from "../../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrganizationRows } from "../../http/organization-rows.ts";

test("a device's name and the label of its version are below its number on phones alone", async ({ open }) => {
  const { org_id, device_id } = await createOrganizationRows();
  await query("update devices set name = 'Line scale' where id = $1", [device_id]);
  const page = await open({ session: (await signedIn({ org_id })).token });
  await page.goto("/portal/devices");
  await page.setViewportSize(phoneViewport);
  await expect(page.getByText("Installed version")).toBeVisible();
  await expect(page.locator("small").getByText("Line scale")).toBeVisible();
  await page.setViewportSize(desktopViewport);
  await expect(page.getByText("Installed version")).toBeHidden();
  await expect(page.locator("small").getByText("Line scale")).toBeHidden();
  await expect(page.getByRole("cell", { name: "Line scale" })).toBeVisible();
});
