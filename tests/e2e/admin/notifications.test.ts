import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { createOrganization, createUser, unique } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, link } from "../account/steps.ts";

test("a notification is seen before it is sent, and a double click sends it to 14 people once", async ({ open }) => {
  const admin = await signedInAdmin();
  const { id: org_id, name } = await createOrganization();
  const people = await Promise.all(Array.from({ length: 14 }, () => createUser({ org_id })));
  await query(`update users set notification_settings = '{"is_subscribed": false}' where id = any($1)`, [
    people.slice(0, 2).map(({ id }) => id),
  ]);
  const subject = unique("Closed on Friday");
  const page = await open({ session: admin.token });
  await page.goto("/admin/notifications");
  await link(page, "Write a notification").first().click();
  await page.getByLabel("Find an organization by name").fill(name);
  await button(page, "Find organizations").click();
  await expect(page.getByRole("radio", { name })).toBeChecked();
  await page.getByLabel("Subject").fill(subject);
  await page.getByRole("textbox", { name: "Message" }).fill("");
  await button(page, "Preview and recipients").click();
  // The preview is refused, and nothing that was typed is lost.
  await expect(page.getByLabel("Subject")).toHaveValue(subject);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveAttribute("aria-invalid", "true");
  await page
    .getByRole("textbox", { name: "Message" })
    .fill("Back on **Monday**.\n\n- <b>Orders</b>\n- [Support](https://cgx.example.com/help)");
  await button(page, "Preview and recipients").click();
  await expect(
    page.getByText("14 people of 1 organization get it: 14 in the app, 12 by mail (2 turned mails off).").last(),
  ).toBeVisible();
  const [, , , recipient] = people;
  await page.getByLabel("As it looks to").selectOption(recipient?.id ?? "");
  await button(page, "See it").click();
  const mail = page.frameLocator("iframe");
  await expect(mail.getByText(`Hello Test ${recipient?.last_name},`)).toBeVisible();
  await expect(mail.locator("strong", { hasText: "Monday" })).toBeVisible();
  await expect(mail.getByText("<b>Orders</b>", { exact: true })).toBeVisible();
  await expect(mail.getByRole("link", { name: "Support" })).toHaveAttribute("href", "https://cgx.example.com/help");
  await expect(page.locator("div.told strong", { hasText: "Monday" })).toBeVisible();
  expect(await query("select 1 from notifications where user_id = $1", [recipient?.id])).toEqual([]);
  await button(page, "Send to 14 people").first().click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("14 people of 1 organization get it: 14 in the app, 12 by mail");
  await question.getByRole("button", { name: "Send to 14 people" }).dblclick();
  await expect(page.getByText("Sent to 14 people of 1 organization")).toBeVisible();
  await sandbox.waitForMail(recipient?.email ?? "", subject);
  await expect(async () => {
    await page.reload();
    await expect(page.locator("main .facts")).toContainText("12 sent", { timeout: 500 });
  }).toPass();
  await expect(page.locator("main .facts")).toContainText("2 turned off");
  await expect(page.locator("main .facts")).toContainText("14 unread");
  const notifiedRows = await query(
    "select 1 from notifications n join users u on u.id = n.user_id where u.org_id = $1",
    [org_id],
  );
  expect(notifiedRows).toHaveLength(14);
  expect(
    await query("select 1 from outbox o join users u on u.id = o.user_id where u.org_id = $1", [org_id]),
  ).toHaveLength(12);
  await link(page, "2 turned off").click();
  await expect(page.locator("main tbody tr")).toHaveCount(2);
  await page.goto(`/admin/notifications?search=${encodeURIComponent(subject)}`);
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await expect(page.locator("main tbody tr")).toContainText("14");
});
