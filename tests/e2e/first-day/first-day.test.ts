// One story from an empty shop through the first sales to an administrator's week; each step needs the one before.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeEach } from "vitest";
import { root } from "../../../sandbox/process/settings.ts";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { sandboxAt } from "../../support/sandbox.ts";
import { agree, button, submitCredentials, field, followMail, link, newPassword } from "../account/steps.ts";
import {
  countClicks,
  followAttentionCards,
  endTheMonth,
  exportAgain,
  find,
  launchPlan,
  part,
  readRefusal,
  refundOne,
  rollOutAndWithdraw,
  shipAllOrders,
  verifyPriceChange,
  withdraw,
  writeToOwners,
} from "../jobs/jobs.ts";
import {
  approveFirst,
  buyByCard,
  buyByLink,
  createDevice,
  createPlan,
  createPriceLevels,
  createRate,
  device,
  editCustomer,
  expectDevice,
  firmware,
  openVersion,
  ship,
  writeLegalTexts,
} from "./shop-by-hand.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
const folder = mkdtempSync(join(tmpdir(), "crunchbox-first-day-"));

// A new shop for each retry, because a shop has only one first day.
beforeEach(async () => {
  app = await startOwnApp({}, { is_empty: true });
  sandbox = sandboxAt(app.sandbox.url);
});
afterEach(() => app?.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ownerEmail = "ada@cgx.test";
const customerEmail = "grace@field.test";

/** Runs the documented command that creates the first administrator. */
async function createFirstAdministrator(): Promise<void> {
  const license = join(folder, "license.html");
  writeFileSync(license, "<h1>License</h1><p>Use the devices with care.</p>");
  const userOptions = ["--organization", "CGX", "--email", ownerEmail, "--first-name", "Ada", "--last-name", "Nilsson"];
  const licenseOptions = ["--license", license, "--license-version", "2026-01"];
  const env = { ...process.env, DATABASE_URL: app.sandbox.databaseUrl };
  await promisify(execFile)(process.execPath, ["db/first-admin.ts", ...userOptions, ...licenseOptions], {
    cwd: root,
    env,
  });
}

async function setUpPassword(page: Page, email: string): Promise<void> {
  await followMail(page, email, "Set up your CrunchBox account", "Set up account", sandbox);
  await agree(page);
  await field(page, "Password").fill(newPassword);
  await field(page, "Repeat Password").fill(newPassword);
  await button(page, "Create").click();
  await expect(page.getByText("Password created successfully")).toBeVisible();
}

const step = (page: Page, title: string) => page.locator(".checklist li").filter({ hasText: title });
const expectDone = (page: Page, title: string) =>
  expect(step(page, title).getByRole("img", { name: "Done" })).toBeVisible();
const expectProgress = async (page: Page, done: number) => {
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: `Open your shop: ${done} of 9 done` })).toBeVisible();
};

async function addFirmware(page: Page): Promise<void> {
  const { name, title, version } = firmware;
  await page.goto("/admin/software");
  await link(page, "Add software").first().click();
  await field(page, "Name").fill(name);
  await field(page, "Title").fill(title);
  await field(page, "Author").fill("CGX");
  await field(page, "Repository").fill(name);
  await page.getByRole("searchbox").last().fill(device.name);
  await page.getByRole("button", { name: "Find products" }).click();
  await page.getByRole("checkbox", { name: device.name }).check();
  await button(page, "Add the software").click();
  await expect(page.getByText(`${title} is added.`)).toBeVisible();
  await release({ kind: "software", name, version });
  await openVersion(page, version);
  await page.getByLabel("For customers").fill("Measures twice as fast.");
  await button(page, "Save release notes").click();
  await button(page, "Publish").click();
  await button(page, `Publish ${version}`).click();
  await expect(page.locator("main .badge", { hasText: "Published" })).toBeVisible();
}

async function recall(page: Page, customerPage: Page): Promise<void> {
  await openVersion(page, firmware.version);
  await withdraw(page, firmware.version);
  await customerPage.goto("/portal/devices");
  await link(customerPage, device.serials[0]).click();
  await expect(customerPage.getByRole("heading", { name: device.serials[0], level: 1 })).toBeVisible();
  await expect(customerPage.getByRole("link", { name: `Download ${firmware.title} ${firmware.version}` })).toHaveCount(
    0,
  );
}

async function release(build: { kind: "software" | "plugin"; name: string; version: string }): Promise<void> {
  const released = await sandbox.post("/builds", { ...build, repository: build.name, size: 5000 });
  expect(released.ok).toBe(true);
  await sandbox.runJob(build.kind === "plugin" ? "plugins-builds" : "flowpoint-versions");
}

async function connectAccounting(page: Page): Promise<void> {
  const item = { itemId: device.sku, displayName: device.name, itemType: "InvtPart", isInactive: false };
  const records = [
    { type: "customer", fields: { companyName: "Field & Sons", email: customerEmail, isInactive: false } },
    { type: "item", fields: { ...item, prices: { "Base Price": device.price } } },
  ];
  const [{ id }] = await (await sandbox.post("/net-suite/records", records)).json();
  await editCustomer(page, () => page.getByLabel(/NetSuite/).fill(String(id)));
  await page.goto("/admin/integrations");
  await page
    .getByRole("row", { name: /^Products from NetSuite/ })
    .getByRole("button", { name: "Start" })
    .click();
  await expect(async () => {
    await page.goto(`/admin/products?search=${device.sku}`);
    await link(page, device.name).first().click();
    await link(page, "Edit").click();
    await expect(page.locator("main")).toContainText("of NetSuite", { timeout: 1000 });
  }).toPass();
}

test("an owner opens an empty shop, sells and ships, without SQL", { timeout: 420_000 }, async ({ open }) => {
  await createFirstAdministrator();
  const page = await open({ baseURL: app.worker.url });
  await page.goto("/recover-password");
  await field(page, "Email Address").fill(ownerEmail);
  await button(page, "ENTER").click();
  await expect(page.getByText("sent you an email")).toBeVisible();
  await setUpPassword(page, ownerEmail);
  await page.goto("/sign-in/crunchbox-admin?redirect_uri=/admin");
  await submitCredentials(page, ownerEmail, newPassword);
  await expect(page.getByRole("heading", { name: "Open your shop: 4 of 9 done" })).toBeVisible();
  for (const title of ["License agreement", "Mail", "Tax registration", "Payments"]) await expectDone(page, title);

  await writeLegalTexts(page);
  await expectProgress(page, 5);
  await createDevice(page);
  await expectProgress(page, 6);
  await createPlan(page, "month", "49.00");
  await createPlan(page, "year", "490.00");
  await expectProgress(page, 7);
  await createRate(page);
  await expectProgress(page, 8);

  const customerPage = await open({ baseURL: app.worker.url });
  await customerPage.goto("/request-account");
  await field(customerPage, "First Name").fill("Grace");
  await field(customerPage, "Last Name").fill("Hopper");
  await field(customerPage, "Organization").fill("Field & Sons");
  await field(customerPage, "Email Address").fill(customerEmail);
  await button(customerPage, "Request").click();
  await expect(customerPage.getByText("Your request has been submitted")).toBeVisible();
  await approveFirst(page);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: /^Open your shop/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sales by week" })).toBeVisible();

  await setUpPassword(customerPage, customerEmail);
  await link(customerPage, "Sign In").click();
  await submitCredentials(customerPage, customerEmail, newPassword);
  await expect(customerPage).toHaveURL(/\/store$/);
  const cardOrderNumber = await buyByCard(customerPage);
  await ship(page, cardOrderNumber, device.serials[0]);
  await expectDevice(customerPage, device.serials[0]);

  await addFirmware(page);
  await customerPage.goto("/portal/devices");
  await link(customerPage, device.serials[0]).click();
  const offeredSoftware = customerPage.getByRole("region", { name: `Software for ${device.serials[0]}` });
  await expect(offeredSoftware).toContainText(`${firmware.title} ${firmware.version}`);
  await expect(offeredSoftware.getByRole("link", { name: /^Download/ })).toBeVisible();

  const linkOrderNumber = await buyByLink(customerPage);
  await ship(page, linkOrderNumber, device.serials[1]);
  await expectDevice(customerPage, device.serials[1]);

  // From here on an administrator's tasks of a week, on the data entered by hand.
  const readClickCount = await countClicks(page);
  for (let count = 0; count < 10; count += 1) await buyByLink(customerPage);
  await followAttentionCards(page, [/^Orders are to be shipped/]);
  const clicksBeforeShipping = await readClickCount();
  expect(await shipAllOrders(page)).toBe(10);
  expect((await readClickCount()) - clicksBeforeShipping).toBeLessThanOrEqual(15);
  const sum = await refundOne(page, cardOrderNumber, device.name, "You paid twice.");
  const mail = await sandbox.waitForMail(customerEmail, "refund");
  expect(mail.text).toContain(sum);
  expect(mail.text).toContain("You paid twice.");

  await createPriceLevels(page);
  await release({ kind: "plugin", name: "report-kit", version: "1.0.0" });
  await launchPlan(page, "Report Kit, monthly", "report-kit");
  await customerPage.goto("/store/products?search=Report+Kit");
  await expect(customerPage.locator("main")).toContainText("$44.10");

  await recall(page, customerPage);
  await release({ kind: "software", name: firmware.name, version: "2.5.0" });
  await openVersion(page, "2.5.0");
  await rollOutAndWithdraw(page, "2.5.0");

  await find(page, device.sku);
  await expect(page.getByRole("heading", { name: device.name, level: 1 })).toBeVisible();
  const clicksBeforeWriting = await readClickCount();
  await writeToOwners(page, "Your Aquila", "Keep it dry.");
  expect((await readClickCount()) - clicksBeforeWriting).toBe(3);
  expect((await sandbox.waitForMail(customerEmail, "Your Aquila")).text).toContain("Keep it dry.");
  await page.goto(`/admin/products?search=${device.sku}`);
  await link(page, device.name).first().click();
  await link(page, "Edit").click();
  await field(page, "Base Price").fill("1249");
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await verifyPriceChange(
    page,
    new RegExp(`Ada Nilsson changed Base price of ${device.name} from \\$1,299\\.00 to \\$1,249\\.00`, "i"),
  );
  await endTheMonth(page, "this_month");

  // An invoice paid by a link is found by its order number.
  await readRefusal(page, linkOrderNumber, "has no customer in NetSuite yet");
  await connectAccounting(page);
  await exportAgain(page, linkOrderNumber);
  await find(page, linkOrderNumber);
  await part(page, "Payment").getByRole("link").first().click();
  await expect(part(page, "Accounting")).toContainText("Exported");
});
