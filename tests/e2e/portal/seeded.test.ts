import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { readCsv } from "../../support/csv/read-csv.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, demoSession, field, link } from "../account/steps.ts";

/*
 * The portal's tasks, done by users of the demo shop. Downloads are tested in downloads.test.ts, invitations in
 * people.test.ts.
 */

const managerEmail = "priya@acme.test";

test("a device is added by its serial number, and its software is seen", async ({ open }) => {
  const serial = `CGX-100-8${String(randomInt(10_000)).padStart(4, "0")}`;
  const page = await open({ session: await demoSession(managerEmail) });
  await page.goto("/portal/devices");
  await link(page, "Add devices").click();
  await field(page, "Serial numbers").fill(serial);
  await button(page, "Look up").click();
  await expect(page.getByRole("heading", { name: "CGX Spectra 100" })).toBeVisible();
  await button(page, "Add CGX Spectra 100 to Acme Robotics").click();
  await expect(page.getByRole("region", { name: `Software for ${serial}` })).toContainText("Spectra firmware 1.5.0");
});

test("a notice that is read here is read there", async ({ open }) => {
  const [firstBrowser, secondBrowser] = [
    await open({ session: await demoSession("user@acme.test") }),
    await open({ session: await demoSession("user@acme.test") }),
  ];
  const countUnread = async () =>
    Number.parseInt(await secondBrowser.locator("header.bar .bell-count").innerText(), 10);
  await secondBrowser.goto("/portal");
  const unreadBefore = await countUnread();
  await firstBrowser.goto("/portal/notifications?is_read=false");
  await firstBrowser.locator("main tbody tr:not(.group)").first().click();
  await expect(button(firstBrowser, "Mark as unread")).toBeVisible();
  await secondBrowser.reload();
  expect(await countUnread()).toBe(unreadBefore - 1);
  await button(firstBrowser, "Mark as unread").click();
  await secondBrowser.reload();
  expect(await countUnread()).toBe(unreadBefore);
});

test("a mail is unsubscribed with one click, and an order mail still comes", async ({ open }) => {
  const email = "yusuf@acme.test";
  const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
  const admin = (await signedInAdmin()).client;
  const send = async (type: "newSoftwareVersion" | "orderConfirmed", order_number = "") => {
    const payload = { ...payloads[type], ...(order_number && { order_number }) };
    (await admin.call(sendNotification, { body: { type, user_id: user?.id ?? "", payload } })).reply();
  };
  const newsMails = async () => (await sandbox.mailsTo(email)).filter(({ subject }) => subject.includes("New version"));
  await query(
    "update users set notification_settings = notification_settings - 'is_subscribed' - 'email_off' where email = $1",
    [email],
  );
  const newsCount = (await newsMails()).length;
  await send("newSoftwareVersion");
  await expect.poll(async () => (await newsMails()).length).toBe(newsCount + 1);
  const page = await open();
  await page.goto(/https?:\S+\/unsubscribe\/\S+/.exec((await newsMails())[0]?.text ?? "")?.[0] ?? "");
  await button(page, "Turn off Firmware and apps").click();
  await expect(page.getByRole("heading", { name: "Firmware and apps: off" })).toBeVisible();
  await send("newSoftwareVersion");
  const number = `O${randomInt(10_000_000, 99_999_999)}`;
  await send("orderConfirmed", number);
  await sandbox.waitForMail(email, number);
  expect(await newsMails()).toHaveLength(newsCount + 1);
});

test("an order is placed again from its page", async ({ open }) => {
  const page = await open({ session: await demoSession("buyer@acme.test") });
  await page.goto("/portal/orders?status=received");
  await page.locator("main tbody tr").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Order O0");
  await link(page, "Order again").click();
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(page).toHaveURL(/\/store\/cart$/);
  await expect(page.getByText(/added to your cart/)).toBeVisible();
});

test("30 SKUs are pasted and the 3 wrong ones are told", async ({ open }) => {
  const soldSkus = [
    "CGX-CAL-R6",
    "CGX-HG1",
    "CGX-FIB-2",
    "CGX-M12-5",
    "CGX-SP100",
    "CGX-SP200",
    "CGX-T20",
    "CGX-V3",
    "CGX-G4",
  ];
  const goodLines = Array.from({ length: 27 }, (_, n) => `${soldSkus[n % soldSkus.length]}, ${n + 1}`);
  const wrongLines = ["NOBODY-KNOWS-THIS, 2", "CGX-T20, many", "CGX-NONE, 1"];
  const page = await open({ session: await demoSession(managerEmail) });
  await page.goto("/portal/quick-order");
  await field(page, "SKU and quantity").fill([...goodLines, ...wrongLines].join("\n"));
  await button(page, "Check these lines").click();
  await expect(page.getByText("27 of 30 lines can be added, 3 cannot", { exact: true })).toBeVisible();
  const rows = page.locator("main tbody tr");
  for (const [line, why] of [
    [28, "No product for sale to you has this SKU."],
    [29, "“many” is not a number. The quantity must be a whole number from 1 to 10,000."],
    [30, "No product for sale to you has this SKU."],
  ] as const)
    await expect(rows.filter({ hasText: `Line ${line}: ${why}` })).toHaveCount(1);
});

test("signing out everywhere works", async ({ open }) => {
  const [firstBrowser, secondBrowser] = [
    await open({ session: await demoSession("jose@acme.test") }),
    await open({ session: await demoSession("jose@acme.test") }),
  ];
  await firstBrowser.goto("/portal/sessions");
  await button(firstBrowser, "Sign out everywhere").click();
  await button(firstBrowser, "Yes, sign out everywhere").click();
  await expect(firstBrowser).toHaveURL(/\/sign-in\/crunchbox$/);
  await secondBrowser.goto("/portal");
  await expect(secondBrowser.getByRole("heading")).toHaveText("Sign In");
});

test("every list is exported whole and opens in a spreadsheet", async ({ open }) => {
  const page = await open({ session: await demoSession(managerEmail) });
  await query(
    `insert into notifications (user_id, type, payload)
     select id, 'orderShipped', '{"order_number": "O1, \\"two\\""}' from users where email = $1`,
    [managerEmail],
  );
  await page.goto("/portal/downloads");
  const download = page.getByRole("link", { name: /^Download (?!history)/ }).first();
  await Promise.all([page.waitForEvent("download"), download.click()]);
  for (const list of [
    "orders",
    "invoices",
    "subscriptions",
    "devices",
    "notifications",
    "people",
    "activity",
    "downloads/history",
  ]) {
    await page.goto(`/portal/${list}`);
    const count = Number.parseInt((await page.locator("main .title p").innerText()).replace(",", ""), 10);
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), link(page, "CSV").click()]);
    const { rows } = await readCsv(await readFile(await file.path(), "utf8"));
    expect([list, rows.length]).toEqual([list, count]);
    expect(count, list).toBeGreaterThan(0);
  }
});
