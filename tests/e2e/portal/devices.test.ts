import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { shop } from "../../support/store.ts";
import { button, link } from "../account/steps.ts";

async function createInstrument() {
  const prefix = unique("INS").toUpperCase().slice(0, 12);
  const product = await shop.createProduct({ name: unique("Prism"), patterns: [`${prefix}-\\d{5}`] });
  const plan = await shop.createPlan();
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  const build = await createVersion(firmware, { version: "1.5.0" });
  const plugin = await createSoftware({ product_id: plan.id, fits: [product.id] });
  await createVersion(plugin, { version: "2.0.0" });
  return { product, plan, firmware, build, plugin, serial: `${prefix}-00042` };
}

test("without script a device is added by its serial number, its software is seen, and it is removed again", async ({
  open,
}) => {
  const { product, plan, firmware, build, plugin, serial } = await createInstrument();
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal");
  await link(page, "Add a device").click();
  await page.getByLabel("Serial numbers").fill("NONE-1");
  await button(page, "Look up").click();
  await expect(page.getByLabel("Serial numbers")).toHaveAccessibleDescription(
    "There is no device with this serial number.",
  );
  await page.getByLabel("Serial numbers").fill(serial);
  await button(page, "Look up").click();
  await expect(page.getByRole("heading", { name: product.name })).toBeVisible();
  expect(await query("select 1 from devices where serial = $1", [serial])).toEqual([]);
  await page.getByRole("button", { name: `Add ${product.name} to ` }).click();
  await expect(page.getByRole("heading", { name: serial, exact: true })).toBeVisible();
  const software = page.getByRole("region", { name: `Software for ${serial}` });
  await expect(software).toContainText(`${firmware.title} 1.5.0`);
  await expect(software).toContainText(build.sha256);
  await expect(software.getByRole("link", { name: `Download ${firmware.title} 1.5.0` })).toBeVisible();
  await expect(software.getByRole("listitem").filter({ hasText: plugin.title })).toContainText(
    `It comes with ${plan.name}`,
  );
  await expect(software.getByRole("link", { name: `Download ${plugin.title}` })).toHaveCount(0);
  await button(page, "Remove").click();
  await button(page, "Yes, remove it").click();
  await expect(page.getByText(`${serial} was removed.`)).toBeVisible();
  expect(await query("select is_deleted from devices where org_id = $1", [user.org_id])).toEqual([
    { is_deleted: true },
  ]);
});

test("several devices are removed at once, once they have said yes, without script", async ({ open }) => {
  const { product } = await createInstrument();
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  const serials = ["A", "B", "C"].map((letter) => unique(letter).toUpperCase());
  await query("insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[])", [
    user.org_id,
    product.id,
    serials,
  ]);
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/devices?sort=serial");
  await expect(button(page, "Remove")).toBeHidden();
  for (const mark of serials.slice(0, 2)) await page.getByLabel(`Select ${mark}`).check();
  await page.getByLabel(`Select ${serials[0]}`).press("Enter");
  await expect(page.locator("main tbody tr"), "nothing happens unasked").toHaveCount(3);
  await button(page, "Remove").click();
  await expect(page.getByRole("dialog")).toContainText("their serial numbers can be registered again");
  await button(page, "Yes, remove them").click();
  await expect(page.getByText(`${serials[0]}, ${serials[1]} removed.`)).toBeVisible();
  await expect(page.locator("main tbody tr")).toHaveCount(1);
});

/** Parts of rows that are visible through the table's sticky head while the page scrolls. */
const findShowingThrough = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const head = document.querySelector("main .table th:last-child");
    if (!head) return ["no table"];
    const parts = [...document.querySelectorAll("main .table tbody :is(input[type=checkbox], a, button, .badge, img)")];
    const visibleParts = new Set<string>();
    for (let y = 0; y < document.body.scrollHeight - innerHeight; y += 3) {
      scrollTo(0, y);
      const { top, bottom } = head.getBoundingClientRect();
      for (const part of parts) {
        const box = part.getBoundingClientRect();
        const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
        const isBehind = middle > Math.max(top, 0) && middle < bottom - 1;
        const topElement = isBehind ? document.elementFromPoint(x, middle) : null;
        if (topElement && !topElement.closest("thead")) visibleParts.add(topElement.outerHTML.slice(0, 80));
      }
    }
    return [...visibleParts];
  });

test("while a list scrolls, nothing of a row is seen through the head of the table", async ({ open }) => {
  const { product } = await createInstrument();
  const { token, user } = await signedIn({ roles: ["buyer", "user"] });
  await query(
    "insert into devices (org_id, product_id, serial) select $1, $2, $3 || n from generate_series(10, 29) n",
    [user.org_id, product.id, unique("S").toUpperCase()],
  );
  const page = await open({ session: token, viewport: { width: 1440, height: 500 } });
  await page.goto("/portal/devices");
  await expect(page.locator("main tbody tr")).toHaveCount(20);
  expect(await page.evaluate(() => document.body.scrollHeight - innerHeight)).toBeGreaterThan(500);
  expect(await findShowingThrough(page)).toEqual([]);
});
