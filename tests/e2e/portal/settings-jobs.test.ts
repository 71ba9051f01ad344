// Two jobs, on a desktop and on a phone: a colleague from invitation to removal, and one kind of mail turned off.
import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { uniqueEmail } from "../../support/factories.ts";
import { button, field, link, openMenu } from "../account/steps.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const viewport of sizes) {
  test(`a buyer is invited, becomes a manager and is inactivated at ${viewport.width} px`, async ({ open }) => {
    const { token } = await signedIn({ roles: ["org", "user"] });
    const email = uniqueEmail();
    const page = await open({ session: token, viewport });
    await page.goto("/portal");
    await openMenu(page);
    await link(page, "Settings").click();
    if (viewport.width < 1024) await page.getByText("Settings: Profile").click();
    await link(page, "People").click();
    await page.locator('a[href="/portal/people/invite"]').click();
    await field(page, "Email").fill(email);
    await field(page, "First name").fill("Ana");
    await field(page, "Last name").fill("Silva");
    await page.getByLabel(/^Buyer /).check();
    await page.getByRole("button", { name: /^Invite to / }).click();
    await expect(page.getByText(`Ana Silva is invited. We sent an email to ${email}.`)).toBeVisible();
    await page.getByRole("link", { name: "Ana Silva" }).click();
    await page.getByLabel(/^Organization manager /).check();
    await button(page, "Save Ana").click();
    await expect(page.getByText("Ana Silva is saved.")).toBeVisible();
    await button(page, "Inactivate Ana").click();
    await button(page, "Yes, inactivate").click();
    await expect(page.getByText("The user is inactive and signed out everywhere.")).toBeVisible();
    expect(await query("select is_active from users where email = $1", [email])).toEqual([{ is_active: false }]);
  });

  test(`one kind of mail is turned off in three clicks at ${viewport.width} px`, async ({ open }) => {
    const { token, user } = await signedIn();
    const page = await open({ session: token, viewport });
    await page.goto("/portal");
    await page.locator("header.bar .bell").click();
    await link(page, "Settings").click();
    const box = page.getByRole("checkbox", { name: "Plugin news by email" });
    await expect(box).toBeChecked();
    await box.click();
    await expect(box).not.toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Renewals by email" })).toBeChecked();
    const [row] = await query<{ notification_settings: object }>(
      "select notification_settings from users where id = $1",
      [user.id],
    );
    expect(row?.notification_settings).toEqual({ is_subscribed: true, email_off: ["newPluginVersion"] });
  });
}
