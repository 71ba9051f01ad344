// One story from an empty shop to the second shipment: each step needs the one before it.
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
import { address } from "../../support/store.ts";
import { agree, button, enterCredentials, field, followMail, link, newPassword } from "../account/steps.ts";
import {
  doWhatNeedsMe,
  endTheMonth,
  refundOne,
  shipAllTogether,
  showWhoChangedThePrice,
  writeToOwners,
} from "../jobs/jobs.ts";
import { enterAddress, orderNumber, payButton } from "../store/steps.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
const folder = mkdtempSync(join(tmpdir(), "crunchbox-first-day-"));

// before each try, because a shop has one first day
beforeEach(async () => {
  app = await startOwnApp({}, { is_empty: true });
  sandbox = sandboxAt(app.sandbox.url);
});
afterEach(() => app?.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const owner = "ada@cgx.test";
const customer = "grace@field.test";
const device = { name: "Aquila 20", sku: "AQ-20", price: "1299.00", serials: ["AQ20-00017", "AQ20-00018"] } as const;
const firmware = { name: "aquila-firmware", title: "Aquila firmware", version: "2.4.0" };

/** The documented command, as an owner types it. */
async function makeFirstAdministrator(): Promise<void> {
  const license = join(folder, "license.html");
  writeFileSync(license, "<h1>License</h1><p>Use the devices with care.</p>");
  const who = ["--organization", "CGX", "--email", owner, "--first-name", "Ada", "--last-name", "Nilsson"];
  const text = ["--license", license, "--license-version", "2026-01"];
  const env = { ...process.env, DATABASE_URL: app.sandbox.databaseUrl };
  await promisify(execFile)(process.execPath, ["db/first-admin.ts", ...who, ...text], { cwd: root, env });
}

/** Follows the mail of somebody who has no password yet, and chooses one. */
async function setUp(page: Page, email: string): Promise<void> {
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

async function writeLegalTexts(page: Page): Promise<void> {
  for (const kind of ["Terms of sale", "Privacy", "Returns", "Imprint"]) {
    await page.goto("/admin/settings/legal");
    await page.getByRole("link", { name: `New version of ${kind.toLowerCase()}` }).click();
    await field(page, "Version").fill("2026-01");
    await field(page, "Title").fill(kind);
    await field(page, "Text").fill(`<h1>${kind}</h1><p>What CGX says about it.</p>`);
    await page.getByRole("button", { name: /^Publish/ }).click();
    await expect(page.getByText("2026-01").first()).toBeVisible();
  }
}

async function publish(page: Page): Promise<void> {
  await button(page, "Publish").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByText("It is published.")).toBeVisible();
}

/** A picture as a camera of the page itself makes one. */
const takePicture = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [640, 480];
    const context = canvas.getContext("2d");
    context?.fillRect(40, 40, 300, 200);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  return Buffer.from(base64, "base64");
};

async function createDevice(page: Page): Promise<void> {
  await link(page, "Add a product").click();
  await field(page, "Name").fill(device.name);
  await field(page, "SKU").fill(device.sku);
  await field(page, "Base Price").fill(device.price);
  await page.getByLabel("Patterns").fill("AQ20-\\d{5}");
  await button(page, "Create the product").last().click();
  await expect(page.getByText(`${device.name} is created. It is not published yet.`)).toBeVisible();
  const picture = await takePicture(page);
  await page
    .getByLabel(/^Add (a picture|pictures)$/)
    .setInputFiles({ name: "aquila.jpg", mimeType: "image/jpeg", buffer: picture });
  await button(page, "Upload").click();
  await expect(page.locator('main img[src^="/images/"]').first()).toBeVisible();
  await publish(page);
}

async function createPlan(page: Page, term: string, price: string): Promise<void> {
  await page.goto("/admin/products");
  await link(page, "New product").click();
  await field(page, "Name").fill(`Aquila Cloud, ${term}`);
  await field(page, "Type").selectOption({ label: "Software" });
  await field(page, "Base Price").fill(price);
  await field(page, "Term").selectOption(term);
  await field(page, "Family").fill("Aquila Cloud");
  await field(page, "Author").fill("CGX");
  await button(page, "Create the product").last().click();
  await expect(page.getByText("It is not published yet.").first()).toBeVisible();
  await publish(page);
}

async function createRate(page: Page): Promise<void> {
  await page.goto("/admin");
  await link(page, "Add a rate").click();
  await page.getByRole("link", { name: "Add a rate" }).first().click();
  await field(page, "Option").fill("Ground");
  await field(page, "Price in dollars").fill("25.00");
  await button(page, "Add the rate").click();
  await expect(page.getByText("Ground").first()).toBeVisible();
}

/** Approves the only request there is, with an organization of its own. */
async function approveFirst(page: Page): Promise<void> {
  await page.goto("/admin");
  await link(page, "Answer it").click();
  await expect(page.getByRole("heading", { name: "Grace Hopper" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "New organization" })).toBeChecked();
  for (const role of ["Buyer", "Manager"]) await page.getByRole("checkbox", { name: new RegExp(`^${role}`) }).check();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText(/Grace Hopper approved/)).toBeVisible();
}

/** A device and a plan, paid with a card that is added on the provider's page; answers the number of the order. */
async function buyByCard(page: Page): Promise<string> {
  for (const name of [device.name, "Aquila Cloud"]) {
    await page.goto(`/store/products?search=${encodeURIComponent(name)}`);
    await link(page, name).first().click();
    await button(page, "Add to cart").click();
    await expect(page.getByRole("status").getByText(/^Added/)).toBeVisible();
  }
  await page.goto("/store/checkout");
  await enterAddress(page, "Shipping address", address);
  await link(page, "Add payment method").click();
  await page.getByLabel("Visa that works").check();
  await button(page, "Save").click();
  await payButton(page).click();
  return orderNumber(page);
}

/** Has the carrier make a label for an order with one device. */
async function ship(page: Page, number: string, serial: string): Promise<void> {
  await page.goto(`/admin/orders?search=${number}`);
  await link(page, number).click();
  await field(page, "Weight in grams").fill("800");
  await page.getByLabel(`Serial numbers of ${device.name}`).fill(serial);
  await button(page, "Create the labels and ship 1 package").click();
  await expect(page.locator("main .title")).toContainText("Shipped");
}

async function expectDevice(page: Page, serial: string): Promise<void> {
  await page.goto("/portal/devices");
  await expect(page.locator("main")).toContainText(serial);
}

/** Adds firmware with its repository, imports its release, and publishes it. */
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
  const released = await sandbox.post("/builds", { kind: "software", name, repository: name, version, size: 5000 });
  expect(released.ok).toBe(true);
  await sandbox.runJob("flowpoint-versions");
  await page.goto(`/admin/software?search=${name}`);
  await link(page, title).first().click();
  await link(page, version).first().click();
  await page.getByLabel("For customers").fill("Measures twice as fast.");
  await button(page, "Save release notes").click();
  await button(page, "Publish").click();
  await button(page, `Publish ${version}`).click();
  await expect(page.locator("main .badge", { hasText: "Published" })).toBeVisible();
}

/** Takes the firmware back; its customer is told and can no longer download it. */
async function recall(page: Page, theirs: Page): Promise<void> {
  const { name, version } = firmware;
  await page.goto(`/admin/software?search=${name}`);
  await link(page, firmware.title).first().click();
  await link(page, version).first().click();
  await button(page, "Withdraw").click();
  await page.getByLabel("Reason, for the customers").fill("It stops after an hour.");
  await button(page, `Withdraw ${version}`).click();
  await expect(page.locator("main .badge", { hasText: "Withdrawn" })).toBeVisible();
  await theirs.goto("/portal/devices");
  await link(theirs, device.serials[0]).click();
  await expect(theirs.getByRole("heading", { name: device.serials[0], level: 1 })).toBeVisible();
  await expect(theirs.getByRole("link", { name: `Download ${firmware.title} ${version}` })).toHaveCount(0);
}

/** Orders one device by the API in the browser of the customer, and pays it on the provider's page. */
async function buyByLink(page: Page): Promise<string> {
  await page.goto("/store");
  const ordered = await page.evaluate(
    async ([name, to]) => {
      const found = await (await fetch(`/v1/store/products?search=${encodeURIComponent(name)}`)).json();
      const body = JSON.stringify({ products: [{ productId: found.data[0].id, quantity: 1 }], address: to });
      const headers = { "content-type": "application/json" };
      return (await fetch("/v1/client/orders", { method: "POST", headers, body })).json();
    },
    [device.name, address] as const,
  );
  expect(ordered).toMatchObject({ success: true, status: "new" });
  await page.goto(ordered.stripe_bill_link);
  await page.getByRole("radio").first().check();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${ordered.order_number}`);
  return ordered.order_number;
}

test("an owner opens an empty shop, sells and ships, without SQL", { timeout: 300_000 }, async ({ open }) => {
  await makeFirstAdministrator();
  const page = await open({ baseURL: app.worker.url });
  await page.goto("/recover-password");
  await field(page, "Email Address").fill(owner);
  await button(page, "ENTER").click();
  await expect(page.getByText("sent you an email")).toBeVisible();
  await setUp(page, owner);
  await page.goto("/sign-in/crunchbox-admin?redirect_uri=/admin");
  await enterCredentials(page, owner, newPassword);
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

  const theirs = await open({ baseURL: app.worker.url });
  await theirs.goto("/request-account");
  await field(theirs, "First Name").fill("Grace");
  await field(theirs, "Last Name").fill("Hopper");
  await field(theirs, "Organization").fill("Field & Sons");
  await field(theirs, "Email Address").fill(customer);
  await button(theirs, "Request").click();
  await expect(theirs.getByText("Your request has been submitted")).toBeVisible();
  await approveFirst(page);
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: /^Open your shop/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Sales by week" })).toBeVisible();

  await setUp(theirs, customer);
  await link(theirs, "Sign In").click();
  await enterCredentials(theirs, customer, newPassword);
  await expect(theirs).toHaveURL(/\/store$/);
  const bought = await buyByCard(theirs);
  await ship(page, bought, device.serials[0]);
  await expectDevice(theirs, device.serials[0]);

  await addFirmware(page);
  await theirs.goto("/portal/devices");
  await link(theirs, device.serials[0]).click();
  const offered = theirs.getByRole("region", { name: `Software for ${device.serials[0]}` });
  await expect(offered).toContainText(`${firmware.title} ${firmware.version}`);
  await expect(offered.getByRole("link", { name: /^Download/ })).toBeVisible();

  const linked = await buyByLink(theirs);
  await ship(page, linked, device.serials[1]);
  await expectDevice(theirs, device.serials[1]);

  // the jobs of a week, on what was filled in by hand
  for (let count = 0; count < 3; count += 1) await buyByLink(theirs);
  await doWhatNeedsMe(page, [/^Orders are to be shipped/]);
  expect(await shipAllTogether(page)).toBe(3);
  const sum = await refundOne(page, bought, device.name, "You paid twice.");
  const mail = await sandbox.waitForMail(customer, "refund");
  expect(mail.text).toContain(sum);
  expect(mail.text).toContain("You paid twice.");
  await recall(page, theirs);
  await page.goto(`/admin/products?search=${device.sku}`);
  await link(page, device.name).first().click();
  await writeToOwners(page, "Your Aquila", "Keep it dry.");
  expect((await sandbox.waitForMail(customer, "Your Aquila")).text).toContain("Keep it dry.");
  await page.goto(`/admin/products?search=${device.sku}`);
  await link(page, device.name).first().click();
  await link(page, "Edit").click();
  await field(page, "Base Price").fill("1249");
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await showWhoChangedThePrice(
    page,
    new RegExp(`Ada Nilsson changed Base price of ${device.name} from \\$1,299\\.00 to \\$1,249\\.00`, "i"),
  );
  await endTheMonth(page, "this_month");
});
