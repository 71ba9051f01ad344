import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createProduct, unique } from "../../support/factories.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";
import { link } from "../account/steps.ts";

/** Counts presses on the shop's pages; typing, Enter and opening a phone's search do not count. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  let presses = 0;
  await page.exposeFunction("pressed", () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    addEventListener("click", (event) => {
      const { isTrusted, detail } = event;
      // A click without `detail` comes from the keyboard.
      if (isTrusted && detail > 0) void Object(window).pressed();
    });
  });
  return async () => {
    await page.waitForLoadState();
    return presses;
  };
}

test.for([
  ["1440", desktopViewport],
  ["390", phoneViewport],
] as const)(
  "the right firmware by serial number, with its checksum, in two presses at %s px",
  async ([, viewport], { open }) => {
    const [{ token, user }, product] = [await signedIn(), await createProduct()];
    const serial = unique("JOB").toUpperCase();
    await query("insert into devices (org_id, product_id, serial, installed_version) values ($1, $2, $3, '1.4.0')", [
      user.org_id,
      product.id,
      serial,
    ]);
    const firmware = await createSoftware({ kind: "software", fits: [product.id] });
    await createVersion(firmware, { version: "1.4.0", published: 60 });
    const build = await createVersion(firmware, { version: "1.5.0", published: 5 });
    const otherFirmware = await createSoftware({ kind: "software", fits: [(await createProduct()).id] });
    await createVersion(otherFirmware, { version: "9.0.0", published: 1 });
    const page = await open({ session: token, viewport });
    await page.clock.install();
    const readPressCount = await countPresses(page);
    await page.goto("/portal");
    const search = page.locator("header").locator("input[type=search]:visible");
    if (!(await search.isVisible())) await page.getByRole("button", { name: "Open the search" }).press("Enter");
    await search.fill(serial);
    await search.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: serial })).toBeVisible();
    await expect(page.getByText("1.5.0 is available.")).toBeVisible();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // "Copied" disappears after two seconds, so the clock is stopped.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("button", { name: `Copy SHA-256 of ${build.file_name}` }).click();
    await expect(page.getByRole("button", { name: `Copied SHA-256 of ${build.file_name}` })).toBeVisible();
    const hash = await page.evaluate(() => navigator.clipboard.readText());
    const [downloadedFile] = await Promise.all([
      page.waitForEvent("download"),
      link(page, `Download ${firmware.title} 1.5.0`).click(),
    ]);
    expect(
      createHash("sha256")
        .update(readFileSync(await downloadedFile.path()))
        .digest("hex"),
    ).toBe(hash);
    expect(hash).toBe(build.sha256);
    await expect(page.locator("main")).not.toContainText(otherFirmware.title);
    expect(await readPressCount()).toBe(2);
  },
);
