import type { Page } from "playwright";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import { workerUrl } from "../../support/app.ts";
import { expect, test } from "../../support/browser.ts";
import { query } from "../../support/database.ts";
import { zoneHeaders } from "../../support/days.ts";
import { createAccountRequest, createOrganization, createUser, unique } from "../../support/factories.ts";
import { waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { button, link } from "../account/steps.ts";

async function createRequests() {
  const company = unique("Waiting");
  const people = [];
  for (const first_name of ["Ada", "Ben", "Cem"])
    people.push(await createAccountRequest({ first_name, last_name: "Byron", org_name: company }));
  const statuses = async () =>
    (await query("select status from account_requests where org_name = $1 order by first_name", [company])).map(
      ({ status }) => status,
    );
  const options = { session: (await signedInAdmin()).token, javaScriptEnabled: false };
  return { company, people, statuses, options, organization: await createOrganization() };
}

async function selectOrganization(page: Page, name: string): Promise<void> {
  const bar = page.getByRole("group", { name: "With the selected rows" });
  await bar.getByRole("searchbox").fill(name);
  await bar.getByRole("button", { name: "Find organizations" }).click();
  await expect(bar.getByRole("radio", { name })).toBeChecked();
}

test("without script an administrator approves two people at once, told what is missing where it is missing", async ({
  open,
}) => {
  const { company, people, statuses, options, organization } = await createRequests();
  const page = await open(options);
  const rows = page.locator("main tbody tr");
  const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name} Byron` });
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Requests \d+ waiting$/ }).click();
  await link(page, "View as a list").click();
  await page.getByLabel("Person or organization").fill(company);
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(3);
  for (const name of ["Ada", "Ben"]) await box(name).check();
  await page.getByRole("checkbox", { name: "User", exact: true }).uncheck();
  await button(page, "Approve").click();
  await link(page, "Organization is required.").click();
  await expect(page.getByRole("group", { name: "Organization", exact: true })).toHaveAccessibleDescription(
    "Organization is required.",
  );
  await expect(page.getByRole("group", { name: "Roles" })).toHaveAccessibleDescription(
    "At least 1 user role must be provided.",
  );
  expect([await box("Ada").isChecked(), await box("Cem").isChecked(), await statuses()]).toEqual([
    true,
    false,
    ["pending", "pending", "pending"],
  ]);
  await page.getByRole("checkbox", { name: "User", exact: true }).check();
  await selectOrganization(page, organization.name);
  expect([await box("Ada").isChecked(), await box("Cem").isChecked(), await statuses()]).toEqual([
    true,
    false,
    ["pending", "pending", "pending"],
  ]);
  await button(page, "Approve").click();
  await expect(page.getByText("Ben Byron, Ada Byron approved.")).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await statuses()).toEqual(["approved", "approved", "pending"]);
  // The mail is held back as long as the approval can be undone.
  await query("update outbox set next_at = now() where recipient = $1", [people[1]?.email]);
  await sandbox.runJob("deliver-outbox");
  expect((await waitForLink(people[1]?.email ?? "", "Set up")).scope).toBe("verify:user-setup");
});

test("of three people of whom one is approved meanwhile none is rejected, and each row says why", async ({ open }) => {
  const { company, people, statuses, options } = await createRequests();
  const page = await open(options);
  await page.goto(`/admin/requests/list?search=${company}`);
  for (const box of await page.getByRole("checkbox", { name: /^Select / }).all()) await box.check();
  await query("update account_requests set status = 'approved' where id = $1", [people[1]?.id]);
  await button(page, "Reject").click();
  await button(page, "Yes, reject them").click();
  const row = (name: string) => page.getByRole("row", { name: `Select ${name} Byron` });
  await expect(page.getByRole("alert")).toHaveText(
    "Ben Byron: Account request is already approved. None of the 3 was changed.",
  );
  await expect(row("Ben")).toContainText("Account request is already approved");
  for (const name of ["Ada", "Cem"]) await expect(row(name)).toContainText("Not changed");
  expect(await statuses()).toEqual(["pending", "approved", "pending"]);
});

test("of 21 of every page one is bad: all of them stay, told with its reason; without it the 20 are approved", async ({
  open,
}) => {
  const [company, organization] = [unique("Bulk"), await createOrganization()];
  await query(
    `insert into account_requests (email, first_name, last_name, org_name)
     select n || '@' || $1 || '.test', 'Ada', 'Number ' || n, $1 from generate_series(1, 21) n`,
    [company],
  );
  await createUser({ email: `7@${company}.test` });
  const page = await open({ session: (await signedInAdmin()).token });
  await page.goto(`/admin/requests/list?search=${company}`);
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await page.getByRole("checkbox", { name: "All 21 that match" }).check();
  await selectOrganization(page, organization.name);
  await expect(page.getByRole("checkbox", { name: "All 21 that match" })).toBeChecked();
  await button(page, "Approve").click();
  await expect(page.getByRole("alert")).toContainText(/^Ada Number 7: .+ None of the 21 was changed\.$/);
  const findApproved = () =>
    query("select 1 from account_requests where org_name = $1 and status = 'approved'", [company]);
  expect(await findApproved()).toHaveLength(0);
  await query("update account_requests set status = 'rejected' where email = $1", [`7@${company}.test`]);
  await page.goto(`/admin/requests/list?search=${company}&status=pending`);
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await selectOrganization(page, organization.name);
  await button(page, "Approve").click();
  await expect(page.getByText(/ and 15 more approved\./)).toBeVisible();
  expect(await findApproved()).toHaveLength(20);
});

test("the rows of every page that match are rejected at once, and days are the reader's", async ({ open }) => {
  const company = unique("Many");
  await query(
    `insert into account_requests (email, first_name, last_name, org_name, created_at)
     select n || '@' || $1 || '.test', 'Ada', 'Number ' || n, $1, '2026-03-01T02:30:00Z' from generate_series(1, 22) n`,
    [company],
  );
  const zone = zoneHeaders("America/Los_Angeles");
  const page = await open({ session: (await signedInAdmin()).token, extraHTTPHeaders: zone });
  await page.goto(`/admin/requests/list?search=${company}`);
  await expect(page.locator("main time").first()).toHaveAttribute("title", "28 Feb 2026, 18:30 America/Los_Angeles");
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
  await page.getByRole("checkbox", { name: "All 22 that match" }).check();
  await button(page, "Reject").click();
  await button(page, "Yes, reject them").click();
  await expect(page.getByText(/ and 17 more rejected\./)).toBeVisible();
  const pendingRows = await query("select 1 from account_requests where org_name = $1 and status = 'pending'", [
    company,
  ]);
  expect(pendingRows).toHaveLength(0);
});

test("the file has the same people, and nobody but administrators finds any of it", async () => {
  const { company, people } = await createRequests();
  const sendRequest = (path: string, token: string, method = "GET") =>
    fetch(workerUrl + path, { method, redirect: "manual", headers: { cookie: `__Host-session=${token}` } });
  const file = await sendRequest(`/admin/requests/list?format=csv&search=${company}`, (await signedInAdmin()).token);
  const lines = (await file.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe('"Name","Email","Organization","Serial number","Asked","Status"');
  expect(lines[1]).toContain(`"Cem Byron","${people[2]?.email}","${company}",,`);
  expect(lines).toHaveLength(4);
  const { token } = await signedIn({ roles: ["org", "buyer", "user"] });
  for (const path of ["/admin/requests", "/admin/requests/list", "/admin/requests/list?format=csv"])
    expect((await sendRequest(path, token)).status).toBe(404);
  for (const path of ["/admin/requests/approve", "/admin/requests/reject"])
    expect((await sendRequest(path, token, "POST")).status).toBe(403);
});
