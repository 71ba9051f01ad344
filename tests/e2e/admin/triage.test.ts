import type { Page } from "playwright";
import { approveAccountRequest } from "../../../worker/contract/v1/admin/account-requests.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { expect, phoneViewport, test, desktopViewport } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import {
  createAccountRequest,
  createOrganization,
  createProduct,
  createUser,
  unique,
} from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";
import { agree, alertOf, button, submitCredentials, field, followMail, link, newPassword } from "../account/steps.ts";

const findStatuses = async (ids: readonly string[]) =>
  (
    await query<{ status: string }>("select status from account_requests where id = any($1) order by created_at", [ids])
  ).map(({ status }) => status);

/** Waits until the request is shown and its keyboard shortcuts work, which the button "Turn off" indicates. */
const waitForRequest = async (page: Page, personName: string) => {
  await expect(page.locator("main h2").first()).toContainText(personName);
  await expect(button(page, "Turn off")).toBeVisible();
};

/**
 * Creates an administrator, and four requests older than all others with the email domain of an organization's user.
 */
async function createQueue(years: number) {
  const domain = `${unique("triage").toLowerCase()}.test`;
  const organization = await createOrganization();
  await createUser({ org_id: organization.id, email: `zoe@${domain}` });
  const ids: string[] = [];
  for (const first_name of ["Ada", "Ben", "Cem", "Dana"]) {
    const { id } = await createAccountRequest({ first_name, last_name: "Byron", email: `${first_name}@${domain}` });
    ids.push(id);
  }
  // A millisecond apart, so that no request of another test is between them in the queue.
  await query(
    `update account_requests r set created_at = now() - $2 * interval '1 year' + $3 * interval '1 hour' + place * interval '1 ms'
     from unnest($1::uuid[]) with ordinality asked (id, place) where r.id = asked.id`,
    [ids, years, Math.random() * 1000],
  );
  return { ids, domain, organization, admin: await signedInAdmin() };
}

test("by keyboard one takes two keys; two are taken together, one is rejected with a reason, undone and left", async ({
  open,
}) => {
  const { ids, domain, organization, admin } = await createQueue(20);
  const page = await open({ session: admin.token });
  await page.goto(`/admin/requests/${ids[0]}`);
  await expect(page.getByRole("radio", { name: organization.name })).toBeChecked();
  await expect(page.locator("main")).toContainText(`1 person of ${organization.name} at ${domain}.`);

  await page.keyboard.press("a");
  await expect(button(page, "Approve Ada Byron")).toBeFocused();
  expect(await findStatuses(ids)).toEqual(["pending", "pending", "pending", "pending"]);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Ada Byron approved for ${organization.name}.`)).toBeVisible();
  await waitForRequest(page, "Ben Byron");

  for (const key of ["j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("1 selected")).toBeVisible();
  for (const key of ["a", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByText(`Ben Byron, Cem Byron approved for ${organization.name}.`)).toBeVisible();
  await waitForRequest(page, "Dana Byron");
  expect(await findStatuses(ids)).toEqual(["approved", "approved", "approved", "pending"]);

  await page.keyboard.press("r");
  await page.keyboard.type("just x and k");
  await expect(field(page, "Reason")).toHaveValue("just x and k");
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByText("Dana Byron rejected.")).toBeVisible();
  // The mail would leave after 15 s and end the undo, so the test delays it.
  await query("update outbox set next_at = now() + interval '1 hour' where recipient = $1", [`Dana@${domain}`]);
  expect(await findStatuses(ids)).toEqual(["approved", "approved", "approved", "rejected"]);
  await button(page, "Undo").click();
  await expect(page.getByText("The decision is undone. No email was sent.")).toBeVisible();
  await waitForRequest(page, "Dana Byron");
  expect((await findStatuses(ids)).at(-1)).toBe("pending");
  expect((await sandbox.mailsTo(`Dana@${domain}`)).length).toBe(0);
});

test("by key, alone and together, the first people of a new organization manage it and buy", async ({ open }) => {
  const [company, domain] = [unique("Firstday"), `${unique("first").toLowerCase()}.test`];
  const ids: string[] = [];
  for (const first_name of ["Ada", "Ben"])
    ids.push(
      (
        await createAccountRequest({
          first_name,
          last_name: "Byron",
          email: `${first_name}@${domain}`,
          org_name: company,
        })
      ).id,
    );
  await query(
    `update account_requests r set created_at = now() - interval '60 years' + $2 * interval '1 hour' + place * interval '1 ms'
     from unnest($1::uuid[]) with ordinality asked (id, place) where r.id = asked.id`,
    [ids, Math.random() * 1000],
  );
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto(`/admin/requests/${ids[0]}`);
  await waitForRequest(page, "Ada Byron");
  await expect(page.getByRole("radio", { name: /^New organization/ })).toBeChecked();
  for (const key of ["j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("1 selected")).toBeVisible();
  for (const key of ["a", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByText(`Ada Byron, Ben Byron approved for ${company}.`)).toBeVisible();
  const users = await query<{ roles: string[] }>("select roles from users where email ilike '%@' || $1", [domain]);
  expect(users.map(({ roles }) => roles.toSorted())).toEqual([
    ["buyer", "org", "user"],
    ["buyer", "org", "user"],
  ]);
});

test("j and k go through the queue from the one at hand, Enter opens, and the keys can be turned off", async ({
  open,
}) => {
  const { ids, admin } = await createQueue(30);
  const page = await open({ session: admin.token });
  await page.goto(`/admin/requests/${ids[1]}`);
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await expect(page.locator(`nav a[href="/admin/requests/${ids[2]}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/requests/${ids[2]}$`));
  await waitForRequest(page, "Cem Byron");
  await button(page, "Turn off").click();
  await page.locator("h1").click();
  await page.keyboard.press("a");
  await expect(button(page, "Approve Cem Byron")).not.toBeFocused();
});

test("the decision is in view in every window, and the roles follow the organization until one is chosen by hand", async ({
  open,
}) => {
  const { ids, organization, admin } = await createQueue(40);
  const page = await open({ session: admin.token });
  for (const window of [desktopViewport, { width: 800, height: 900 }, phoneViewport]) {
    await page.setViewportSize(window);
    await page.goto(`/admin/requests/${ids[0]}`);
    await expect(button(page, "Approve Ada Byron")).toBeInViewport({ ratio: 1 });
    await expect(button(page, "Reject Ada Byron")).toBeInViewport({ ratio: 1 });
  }
  const role = (name: string) => page.getByRole("checkbox", { name, exact: true });
  const managerHint = page.getByText("A new organization needs a manager.");
  await expect(role("Manager")).not.toBeChecked();
  await expect(managerHint).toBeHidden();
  await page.getByRole("radio", { name: /^New organization/ }).check();
  for (const name of ["User", "Manager", "Buyer"]) await expect(role(name)).toBeChecked();
  await expect(managerHint).toBeVisible();
  await page.getByRole("radio", { name: organization.name }).check();
  await expect(role("Manager")).not.toBeChecked();
  await role("Buyer").check();
  await page.getByRole("radio", { name: /^New organization/ }).check();
  await expect(role("Manager")).not.toBeChecked();
});

test("a request is approved into a new organization with its device, and the person sets up and signs in", async ({
  open,
}) => {
  const [admin, product, company] = [await signedInAdmin(), await createProduct(), unique("Brandnew")];
  const serial = product.serial();
  const request = await createAccountRequest({
    first_name: "Grace",
    last_name: "Hopper",
    org_name: company,
    serial,
    email: `grace@${unique("new").toLowerCase()}.test`,
  });
  const page = await open({ session: admin.token });
  await page.goto(`/admin/requests/${request.id}`);
  await expect(page.getByRole("radio", { name: /^New organization/ })).toBeChecked();
  await expect(field(page, "Name")).toHaveValue(company);
  await page.getByRole("checkbox", { name: "Manager" }).check();
  await button(page, "Approve Grace Hopper").click();
  await expect(page.getByText(`Grace Hopper approved for ${company}.`)).toBeVisible();
  const devices = await query(
    "select d.serial from devices d join organizations o on o.id = d.org_id where o.name = $1 and d.product_id = $2",
    [company, product.id],
  );
  expect(devices).toEqual([{ serial }]);

  const visitor = await open();
  await followMail(visitor, request.email, "Set up your CrunchBox account", "Set up account");
  await agree(visitor);
  await field(visitor, "Password").fill(newPassword);
  await field(visitor, "Repeat Password").fill(newPassword);
  await button(visitor, "Create").click();
  await link(visitor, "Sign In").click();
  await submitCredentials(visitor, request.email, newPassword);
  await expect(visitor).toHaveURL(/\/store$/);
  await expect(visitor.locator("main")).toContainText(company);
});

test("without script another organization is found by its name; who comes second sees what was decided", async ({
  open,
}) => {
  const [admin, other, organization, request] = [
    await signedInAdmin(),
    await signedInAdmin(),
    await createOrganization(),
    await createAccountRequest({ first_name: "Ada", last_name: "Byron" }),
  ];
  const page = await open({ session: admin.token, javaScriptEnabled: false });
  await page.goto(`/admin/requests/${request.id}`);
  await page.getByLabel("Find another organization by name").fill(organization.name);
  await button(page, "Find organizations").click();
  await expect(page.getByRole("radio", { name: organization.name })).toBeChecked();
  const body = { org_id: organization.id, roles: ["user"] };
  (await other.client.call(approveAccountRequest, { params: { request_id: request.id }, body })).reply();
  await button(page, "Approve Ada Byron").click();
  await expect(alertOf(page)).toContainText("Account request is already approved");
  const main = page.locator("main");
  await expect(main).toContainText(`by ${other.user.first_name} ${other.user.last_name}`);
  await expect(main).toContainText(`for ${organization.name}`);
  await expect(button(page, "Approve Ada Byron")).toHaveCount(0);
});
