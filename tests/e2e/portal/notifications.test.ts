import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createSession } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, link } from "../account/steps.ts";

const createNotification = (userId: string, type: string, payload: object) =>
  query("insert into notifications (user_id, type, payload) values ($1, $2, $3)", [userId, type, payload]);

test("what is read here is read there, and the bell of both tells how many are left", async ({ open }) => {
  const { user, token } = await signedIn();
  await createNotification(user.id, "welcome", {});
  await createNotification(user.id, "orderShipped", { order_number: "O00000917", message: "<b>Heavy</b>" });
  const firstBrowser = await open({ session: token });
  const secondBrowser = await open({ session: await createSession(user.id) });
  for (const page of [firstBrowser, secondBrowser]) await page.goto("/portal");
  await expect(secondBrowser.getByRole("link", { name: "Notifications 2 unread" })).toBeVisible();
  const width = async () => (await secondBrowser.locator("header.bar .bell").boundingBox())?.width;
  const widthBefore = await width();
  await firstBrowser.locator("header.bar .bell").click();
  const rows = firstBrowser.locator("main tbody tr:not(.group)");
  await expect(rows.nth(0)).toContainText("Your order O00000917 was shipped");
  await expect(rows.nth(0)).toContainText("Unread");
  await rows.nth(0).click();
  await expect(firstBrowser.getByRole("heading", { name: "Your order O00000917 was shipped" })).toBeVisible();
  // The message is shown as text, not as HTML.
  await expect(firstBrowser.locator("main")).toContainText("<b>Heavy</b>");
  await secondBrowser.reload();
  await expect(secondBrowser.getByRole("link", { name: "Notifications 1 unread" })).toBeVisible();
  await secondBrowser.goto("/portal/notifications");
  await expect(secondBrowser.locator("main tbody tr:not(.group)").first()).toContainText("Read");
  await button(firstBrowser, "Mark as unread").click();
  await expect(firstBrowser).toHaveURL(/\/portal\/notifications$/);
  await secondBrowser.reload();
  await expect(secondBrowser.locator("main tbody tr:not(.group)").first()).toContainText(
    "Your order O00000917 was shipped",
  );
  await button(secondBrowser, "Mark all as read").click();
  await expect(secondBrowser.locator("main .notice")).toContainText("All notifications are marked as read.");
  await expect(secondBrowser.locator("header.bar .bell-count")).toBeHidden();
  expect(await width()).toBe(widthBefore);
});

test("without script they are selected, filtered and marked, and the file has what the filters leave", async ({
  open,
}) => {
  const { user, token } = await signedIn();
  await createNotification(user.id, "orderShipped", { order_number: "O00000917" });
  await createNotification(user.id, "deviceAdded", { device_name: "=Spectra", device_serial: "CGX-100-1" });
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/notifications");
  await page.getByLabel("Select A device was added to your organization").check();
  await button(page, "Mark as read").click();
  await expect(page.locator("main .notice")).toContainText("read now");
  await button(page, "Add filter").click();
  await page.getByLabel("State").selectOption("Unread");
  await button(page, "Apply").click();
  await expect(page.locator("main tbody tr:not(.group)")).toHaveCount(1);
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), link(page, "CSV").click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString().replace("\uFEFF", "").trimEnd().split("\r\n");
  expect(lines).toEqual([
    '"Notification","Date","About","State"',
    expect.stringMatching(/^"Your order O00000917 was shipped",.*,"Order","Unread"$/),
  ]);
});

test("news are left by the link of their mail and taken up in the settings; an order mail still comes", async ({
  open,
}) => {
  const { user, token } = await signedIn();
  const admin = (await signedInAdmin()).client;
  const send = async (type: "newSoftwareVersion" | "orderConfirmed") =>
    (await admin.call(sendNotification, { body: { type, user_id: user.id, payload: { ...payloads[type] } } })).reply();
  await send("newSoftwareVersion");
  const mail = await sandbox.waitForMail(user.email, "New version");
  const unsubscribeLink = /https?:\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? "";
  const page = await open();
  await page.goto(unsubscribeLink);
  await button(page, "Turn off Firmware and apps").click();
  await expect(page.getByRole("heading", { name: "Firmware and apps: off" })).toBeVisible();
  await button(page, "Turn off all reminders and news").click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await send("newSoftwareVersion");
  await send("orderConfirmed");
  await sandbox.waitForMail(user.email, "is confirmed");
  expect((await sandbox.mailsTo(user.email)).filter(({ subject }) => subject.startsWith("New version"))).toHaveLength(
    1,
  );
  const ownPage = await open({ session: token });
  await ownPage.goto("/portal/notifications");
  // Notifications whose mail is turned off still appear in the app.
  await expect(ownPage.locator("main tbody tr:not(.group)")).toHaveCount(3);
  await link(ownPage, "Settings").click();
  const box = ownPage.getByRole("checkbox", { name: "Firmware and apps by email" });
  await expect(box).toBeDisabled();
  await button(ownPage, "Turn on reminders and news").click();
  await expect(ownPage.locator("main .notice")).toContainText("We send reminders and news as you chose.");
  // The topic turned off on the mail's page stays off.
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
});
