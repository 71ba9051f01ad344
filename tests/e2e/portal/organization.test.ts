import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import { button, field, link } from "../account/steps.ts";

test("a manager changes the profile; any member keeps the address book and the contacts", async ({ open }) => {
  const owner = await signedIn({ roles: ["org", "user"] });
  await query("insert into industries (name) values ('Optics') on conflict do nothing");
  const page = await open({ session: owner.token, javaScriptEnabled: false });
  const name = unique("Umbra");
  await page.goto("/portal/organization");
  await field(page, "Name").fill(name);
  await field(page, "Billing email").fill("nobody");
  await button(page, "Save the profile").click();
  await expect(page.locator("main")).toContainText("Invalid email address.");
  await expect(field(page, "Name")).toHaveValue(name);
  await field(page, "Billing email").fill("billing@umbra.test");
  await field(page, "Industry").selectOption("Optics");
  await button(page, "Save the profile").click();
  await expect(page.getByText("The profile is saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  const member = await signedIn({ org_id: owner.user.org_id });
  const memberPage = await open({ session: member.token, javaScriptEnabled: false });
  await memberPage.goto("/portal/organization");
  await expect(memberPage.locator("main")).toContainText(/Only managers of .* can change this\./);
  await expect(button(memberPage, "Save the profile")).toHaveCount(0);
  await link(memberPage, "Addresses").click();
  await link(memberPage, "Add an address").click();
  await field(memberPage, "Address line 1").fill("1 Main Street");
  await field(memberPage, "City").fill("Austin");
  await field(memberPage, "Postal code").fill("78701");
  await button(memberPage, "Add the address").click();
  await expect(memberPage.locator("main")).toContainText("Country");
  await memberPage.getByLabel("Country").selectOption("US");
  await button(memberPage, "Add the address").click();
  // Without script the response lists the country's states.
  await expect(memberPage.getByLabel("State or region")).toHaveAccessibleDescription("State is required.");
  await memberPage.getByLabel("State or region").selectOption("Texas");
  await button(memberPage, "Add the address").click();
  await expect(memberPage.locator("main")).toContainText("1 Main Street, Austin, TX 78701, US");
  await link(memberPage, "Organization").click();
  await link(memberPage, "Add a contact").click();
  await field(memberPage, "Name").fill("Goods-in");
  await button(memberPage, "Add the contact").click();
  await link(memberPage, "Edit Goods-in").click();
  await button(memberPage, "Remove this contact").click();
  await button(memberPage, "Yes, remove it").click();
  await expect(memberPage.getByText("The contact is removed.")).toBeVisible();
  await expect(memberPage.locator("main")).toContainText("No contacts yet.");
});

test("the state follows the country that is chosen", async ({ open }) => {
  const { token } = await signedIn();
  const page = await open({ session: token });
  await page.goto("/portal/organization/addresses/new");
  const state = page.locator('[name="address.state"]');
  await expect(state).toHaveJSProperty("tagName", "INPUT");
  // The script also follows a country chosen before it loads.
  await page.getByLabel("Country").selectOption("CA");
  await expect(state).toHaveJSProperty("tagName", "SELECT");
  await state.selectOption("Ontario");
  await expect(state).toHaveValue("ON");
  await page.getByLabel("Country").selectOption("FR");
  await expect(state).toHaveJSProperty("tagName", "INPUT");
  await expect(state).toHaveValue("");
});

test("a change that somebody else made meanwhile is not lost", async ({ open }) => {
  const { token, user } = await signedIn({ roles: ["org", "user"] });
  await query("insert into industries (name) values ('Robotics') on conflict do nothing");
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/organization");
  const otherChange = "billing_email = 'theirs@umbra.test', industry = 'Optics', updated_at = now()";
  await query(`update organizations set ${otherChange} where id = $1`, [user.org_id]);
  await field(page, "Industry").selectOption("Robotics");
  await button(page, "Save the profile").click();
  await expect(page.locator("main")).toContainText("This has been changed by someone else.");
  const conflictRegion = page.getByRole("region", { name: "Changed in the meantime" });
  const rows = conflictRegion.getByRole("listitem");
  await expect(rows.filter({ hasText: "Industry" })).toContainText(/Is there now\s*Optics\s*You typed\s*Robotics/);
  await expect(rows.filter({ hasText: "Billing email" })).toContainText("the form has theirs");
  await expect(field(page, "Billing email")).toHaveValue("theirs@umbra.test");
  expect(await query("select industry from organizations where id = $1", [user.org_id])).toEqual([
    { industry: "Optics" },
  ]);
  await button(page, "Save the profile").click();
  await expect(page.getByText("The profile is saved.")).toBeVisible();
  expect(await query("select industry, billing_email from organizations where id = $1", [user.org_id])).toEqual([
    { industry: "Robotics", billing_email: "theirs@umbra.test" },
  ]);
});

test("a person changes their own name and phone, and takes the phone away again", async ({ open }) => {
  const { token, user } = await signedIn();
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto("/portal/profile");
  await field(page, "First name").fill("");
  await page.getByLabel("Phone").fill("555 0100");
  await button(page, "Save name and phone").click();
  await expect(page.locator("main")).toContainText("First name is required.");
  await field(page, "First name").fill("Uma");
  await button(page, "Save name and phone").click();
  await expect(page.locator("main")).toContainText(`Uma ${user.last_name}`);
  await expect(page.getByLabel("Phone")).toHaveValue("555 0100");
  await page.getByLabel("Phone").fill("");
  await button(page, "Save name and phone").click();
  await expect(page.getByLabel("Phone")).toHaveValue("");
});
