import { signedInAdmin } from "../../support/actors.ts";
import { expect, test } from "../../support/browser.ts";
import { createOrganization, unique, uniqueEmail } from "../../support/factories.ts";
import { approveAccountRequest, listAccountRequests } from "../../../worker/contract/v1/admin/account-requests.ts";
import { agree, button, submitCredentials, field, followMail, link, newPassword, openMenu } from "./steps.ts";

async function approve(email: string, org_id: string): Promise<void> {
  const { client } = await signedInAdmin();
  const { data } = (await client.call(listAccountRequests, { query: { search: email } })).reply();
  const body = { org_id, roles: ["user", "buyer"] };
  (await client.call(approveAccountRequest, { params: { request_id: data[0]?.id ?? "" }, body })).reply();
}

test("a person requests an account, is approved, sets a password, signs in and stands in the store", async ({
  page,
}) => {
  const email = uniqueEmail();
  const organization = await createOrganization();

  await page.goto("/");
  await link(page, "Request Account").click();
  await field(page, "First Name").fill("Grace");
  await field(page, "Last Name").fill("O'Hara-Łukasiewicz");
  await field(page, "Organization").fill(unique("Field & Sons"));
  await field(page, "Email Address").fill(email);
  await button(page, "Request").click();
  await expect(page.getByText("Your request has been submitted")).toBeVisible();

  await approve(email, organization.id);

  await followMail(page, email, "Set up your CrunchBox account", "Set up account");
  await expect(page.getByRole("heading", { name: "Set your password" })).toBeVisible();
  await agree(page);
  await field(page, "Password").fill(newPassword);
  await field(page, "Repeat Password").fill(newPassword);
  await button(page, "Create").click();
  await expect(page.getByText("Password created successfully")).toBeVisible();
  await link(page, "Sign In").click();

  await submitCredentials(page, email, newPassword);
  await expect(page).toHaveURL(/\/store$/);
  await expect(page.locator("main")).toContainText(organization.name);
  await openMenu(page);
  await expect(page.locator("#person-menu")).toContainText("Grace O'Hara-Łukasiewicz");

  await button(page, "Sign out").click();
  await expect(page).toHaveURL(/\/sign-in\/crunchbox$/);
  await page.goto("/portal");
  await expect(page.getByRole("heading")).toHaveText("Sign In");
});
