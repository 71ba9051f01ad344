// A week's jobs in the demo shop, each from the page where an administrator starts.
import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { seedFakes } from "../../../sandbox/seed/fakes.ts";
import { startOwnApp } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { openDatabase } from "../../support/database.ts";
import { sandboxAt } from "../../support/sandbox.ts";
import { button, submitCredentials, field, link } from "../account/steps.ts";
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
  writeToOwners,
} from "./jobs.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
beforeAll(async () => {
  app = await startOwnApp();
  await seedFakes(app.sandbox);
  sandbox = sandboxAt(app.sandbox.url);
});
afterAll(() => app?.stop());

async function createGatewayOrder(): Promise<void> {
  const query = openDatabase(app.sandbox.databaseUrl);
  const [order] = await query<{ id: string }>(
    `insert into orders (org_id, user_id, status, payment_status, total, shipping_data)
     select org_id, user_id, 'processing', 'paid', 89000, shipping_data from orders where order_number = 'O00000916'
     returning id`,
  );
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price)
     select $1, id, 0, 1, name, 89000 from products where name = 'CGX Gate G4'`,
    [order?.id],
  );
}

type Open = (visit: { baseURL: string }) => Promise<Page>;

async function signInAsAda(open: Open): Promise<Page> {
  const page = await open({ baseURL: app.worker.url });
  await page.goto("/sign-in/crunchbox-admin?redirect_uri=/admin");
  await submitCredentials(page, "admin@cgx.test", "Demo-1234!");
  await expect(page.getByRole("heading", { name: /, Ada$/ })).toBeVisible();
  return page;
}

test("Monday: each thing that needs somebody is in view, and ends on a page that does it", async ({ open }) => {
  const page = await signInAsAda(open);
  await expect(page.getByRole("region", { name: "Needs you" }).getByRole("link").last()).toBeInViewport();
  await followAttentionCards(page, [
    /Account requests are waiting/,
    /Orders are to be shipped/,
    /1 invoice is disputed/,
    /4 invoices were declined/,
    /1 refund did not go through/,
  ]);
});

test("a customer who paid too much has it back, with the reason in the mail", async ({ open }) => {
  const page = await signInAsAda(open);
  const sum = await refundOne(page, "O00000916", "CGX Wavelength Lamp HG-1", "Your level is Education.");
  const mail = await sandbox.waitForMail("owner@acme.test");
  expect(`${mail.subject} ${mail.text}`).toContain(sum);
  expect(mail.text).toContain("Your level is Education.");
});

test("a product is launched with three prices, a picture and its plugin, and what is missing is said first", async ({
  open,
}) => {
  const page = await signInAsAda(open);
  await launchPlan(page, "Report Kit, monthly", "Report Kit");

  const visitor = await open({ baseURL: app.worker.url });
  await visitor.goto("/store/products?search=Report+Kit");
  await expect(visitor.locator("main")).toContainText("$49.00");
  const partnerPage = await open({ baseURL: app.worker.url });
  await partnerPage.goto("/sign-in/crunchbox?redirect_uri=/store/products?search=Report%2BKit");
  await submitCredentials(partnerPage, "buyer@acme.test", "Demo-1234!");
  await expect(partnerPage.locator("main")).toContainText("$44.10");
});

test("firmware is imported, rolled out to some and taken back", async ({ open }) => {
  const page = await signInAsAda(open);
  const build = { kind: "software", name: "gate-firmware", repository: "gate-firmware", version: "2.1.0", size: 5000 };
  expect((await sandbox.post("/builds", build)).ok).toBe(true);
  await page.goto("/admin/software/gate-firmware");
  await link(page, "Edit").click();
  await page.getByLabel(/^Repository/).fill(build.repository);
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await page.goto("/admin/integrations");
  await page
    .getByRole("row", { name: /^Flowpoint versions/ })
    .getByRole("button", { name: "Start" })
    .click();
  await expect(async () => {
    await page.goto("/admin/software/gate-firmware");
    await link(page, "2.1.0").click({ timeout: 1000 });
  }).toPass();
  await rollOutAndWithdraw(page, "2.1.0");
});

test("what accounting refused is read, done again and proved", async ({ open }) => {
  const page = await signInAsAda(open);
  await refundOne(page, "O00000910", "CGX Spectra 100", "It arrived late.");
  await sandbox.addFault({ service: "net-suite", path: "/record/", kind: "status", value: 503, times: 1000 });
  await readRefusal(page, "CGX-410", "503");
  await sandbox.clearFaults();
  await exportAgain(page, "CGX-410");
  await find(page, "CGX-410");
  await expect(part(page, "Accounting")).toContainText("Exported");
});

test("ten orders are picked, labeled and shipped in a few clicks, and their labels are one file", async ({ open }) => {
  for (let count = 0; count < 10; count += 1) await createGatewayOrder();
  const page = await signInAsAda(open);
  const readClickCount = await countClicks(page);
  expect(await shipAllOrders(page)).toBeGreaterThanOrEqual(10);
  expect(await readClickCount()).toBeLessThanOrEqual(15);
});

test("who owns a device is written to in three clicks", async ({ open }) => {
  const page = await signInAsAda(open);
  await find(page, "CGX-SP100");
  await expect(page.getByRole("heading", { name: "CGX Spectra 100", level: 1 })).toBeVisible();
  const readClickCount = await countClicks(page);
  await writeToOwners(page, "Your Spectra 100", "Calibrate it before May.");
  expect(await readClickCount()).toBe(3);
  const mail = await sandbox.waitForMail("owner@globex.test", "Your Spectra 100");
  expect(mail.text).toContain("Calibrate it before May.");
});

test("who changed a price is one sentence, and the log proves that nobody touched it", async ({ open }) => {
  const page = await signInAsAda(open);
  await page.goto("/admin/products");
  await link(page, "New product").click();
  await field(page, "Name").fill("Nova 10");
  await field(page, "Base Price").fill("999");
  await button(page, "Create the product").last().click();
  await link(page, "Edit").click();
  await page.getByLabel("Base Price").fill("949");
  await page.getByRole("button", { name: /^Save/ }).last().click();
  await verifyPriceChange(page, /Ada Nilsson changed Base price of Nova 10 from \$999\.00 to \$949\.00/i);
});

test("a month ends on one screen: what moved, what is owed and the lines for the books", async ({ open }) => {
  const page = await signInAsAda(open);
  await endTheMonth(page, "last_month");
  await part(page, "Outstanding by age")
    .getByRole("row", { name: /^1 to 30/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("checkbox").first().check();
  await button(page, "Send a reminder").click();
  await button(page, "Yes, mail them").click();
  await expect(page.locator("main").or(page.getByRole("alert")).first()).toContainText(/remind/i);
});
