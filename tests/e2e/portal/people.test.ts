import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { signedIn } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createOrganization, createUser, uniqueEmail } from "../../support/factories.ts";
import {
  agree,
  button,
  demoSession,
  submitCredentials,
  field,
  followMail,
  link,
  newPassword,
  openMenu,
} from "../account/steps.ts";

async function signInAgain(page: Page, email: string): Promise<void> {
  await page.goto("/portal");
  await expect(page.getByRole("heading")).toHaveText("Sign In");
  await submitCredentials(page, email, newPassword);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Sign In");
  await page.goto("/store");
}

test("a colleague is invited, gets a role, loses it and at once the right", async ({ open }) => {
  const [email, name] = [uniqueEmail(), "Ana Silva"];
  const page = await open({ session: await demoSession("owner@acme.test"), javaScriptEnabled: false });
  await page.goto("/store");
  await openMenu(page);
  await link(page, "Settings").click();
  await link(page, "People").click();
  await link(page, "Invite a colleague").click();
  await page.getByRole("button", { name: /^Invite to / }).click();
  await expect(page.locator("main")).toContainText("Email Address is required.");
  await field(page, "Email").fill(email);
  await field(page, "First name").fill("Ana");
  await field(page, "Last name").fill("Silva");
  await page.getByRole("button", { name: /^Invite to / }).click();
  await expect(page.getByText(`${name} is invited. We sent an email to ${email}.`)).toBeVisible();
  await expect(page.getByRole("row", { name: email })).toContainText("Invited");

  const anaPage = await open();
  await followMail(anaPage, email, "Set up your CrunchBox account", "Set up account");
  await field(anaPage, "Password").fill(newPassword);
  await field(anaPage, "Repeat Password").fill(newPassword);
  await agree(anaPage);
  await button(anaPage, "Create").click();
  await expect(anaPage.getByRole("status")).toBeVisible();
  await signInAgain(anaPage, email);
  await expect(anaPage.getByRole("link", { name: /^Cart/ })).toHaveCount(0);

  await page.reload();
  await page.getByRole("row", { name: email }).click();
  await page.getByLabel(/^Buyer /).check();
  await button(page, "Save Ana").click();
  await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  await signInAgain(anaPage, email);
  await expect(anaPage.getByRole("link", { name: /^Cart/ })).toBeVisible();

  await page.getByLabel(/^Buyer /).uncheck();
  await button(page, "Save Ana").click();
  await expect(page.getByText(`${name} is saved.`)).toBeVisible();
  await anaPage.goto("/store/cart");
  await expect(anaPage.getByRole("heading"), "the session that had the role is over").toHaveText("Sign In");
  await signInAgain(anaPage, email);
  await expect(anaPage.getByRole("link", { name: /^Cart/ })).toHaveCount(0);

  await button(page, "Inactivate Ana").click();
  await button(page, "Yes, inactivate").click();
  await expect(page.locator("main")).toContainText("The user is inactive and signed out everywhere.");
  await anaPage.goto("/portal");
  await expect(anaPage.getByRole("heading")).toHaveText("Sign In");
  await button(page, "Let Ana sign in again").click();
  await expect(page.locator("main")).toContainText("They can sign in again.");
  await signInAgain(anaPage, email);
});

test("the last manager is told why the role stays, and what they typed is kept", async ({ open }) => {
  const { token, user } = await signedIn({ roles: ["org", "user"] });
  const page = await open({ session: token, javaScriptEnabled: false });
  await page.goto(`/portal/people/${user.id}`);
  await expect(page.locator("main")).toContainText("You cannot inactivate yourself. Another manager can.");
  await field(page, "First name").fill("Olivia");
  await page.getByLabel(/^Organization manager /).uncheck();
  await button(page, "Save Test").click();
  await expect(page.locator("main")).toContainText(
    "The organization needs a manager. Give a colleague the role Organization manager first.",
  );
  await expect(field(page, "First name")).toHaveValue("Olivia");
});

test("people and activity are exported as they are filtered", async ({ open }) => {
  const firstManager = await signedIn({ roles: ["org", "user"] });
  const colleague = await createUser({ org_id: firstManager.user.org_id, roles: ["buyer", "user"] });
  await createUser({ org_id: firstManager.user.org_id });
  const page = await open({ session: firstManager.token });
  const exportLines = async (): Promise<string[]> => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), link(page, "CSV").click()]);
    const text = (await readFile(await download.path(), "utf8")).replace(/^\uFEFF/, "");
    return text.trimEnd().split("\r\n");
  };
  await page.goto("/portal/people?role=buyer");
  const [head, ...rows] = await exportLines();
  expect(head).toBe('"Name","Email","Roles","Access","Last seen","Since","Second step"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(
    `"${colleague.first_name} ${colleague.last_name}","${colleague.email}","Buyer and User","Active",`,
  );
  await page.goto(`/portal/people/${colleague.id}`);
  await field(page, "First name").fill("=1+1");
  await button(page, `Save ${colleague.first_name}`).click();
  await expect(page.getByText("is saved.")).toBeVisible();
  await page.goto("/portal/activity?action=updateUser");
  const [columns, ...entries] = await exportLines();
  expect(columns).toBe('"What","Who","When"');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatch(
    new RegExp(
      `^"Changed the details of =1\\+1 ${colleague.last_name}","Test ${firstManager.user.last_name}","\\d{4}-`,
    ),
  );
  await page.goto("/portal/people?sort=first_name");
  expect((await exportLines())[1], "a formula stays a text").toMatch(/^"'=1\+1 /);
});

test("whoever may not open a page asks there for the role, and stays there", async ({ open }) => {
  const { id: org_id } = await createOrganization();
  const manager = await createUser({ org_id, roles: ["org", "user"] });
  const { token } = await signedIn({ org_id, roles: ["user"] });
  const page = await open({ session: token });
  for (const path of ["/portal/invoices", "/portal/devices?page=1"]) {
    await page.goto(path);
    await page.getByRole("button", { name: `Ask ${manager.first_name}` }).click();
    await expect(page.getByText(`asked ${manager.first_name} ${manager.last_name}`)).toBeVisible();
    expect(page.url().endsWith(path)).toBe(true);
  }
});
