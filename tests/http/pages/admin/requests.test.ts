// Account requests decided one by one and together, with shared helpers for the list's forms and undo.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { reopenAccountRequests } from "../../../../worker/contract/v1/admin/account-requests.ts";
import { finishSetUp } from "../../../../worker/contract/v1/sso/user.ts";
import { signedInAdmin, visitor } from "../../../support/actors.ts";
import type { Client } from "../../../support/client.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { createAccountRequest, createOrganization, createUser, password, unique } from "../../../support/factories.ts";
import { postForm } from "../../../support/forms.ts";
import { createLink, openLink } from "../../../support/inbox.ts";
import { readWords } from "../words.ts";

async function fetchUndoIds(client: Client, path: string): Promise<string> {
  const html = await (await client.fetch(path)).text();
  return /name="ids" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

const checkedRoles = (html: string): string[] =>
  [...html.matchAll(/<input[^>]*name="roles"[^>]*>/g)]
    .filter(([tag]) => /\schecked/.test(tag))
    .map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1] ?? "");

test("a new organization is proposed with a manager who buys and one word for list prices, an existing one without", async () => {
  const [{ client }, organization] = [await signedInAdmin(), await createOrganization()];
  const domain = `${unique("known").toLowerCase()}.test`;
  await createUser({ org_id: organization.id, email: `zoe@${domain}` });
  const fetchRequestPage = async (email: string) => {
    const { id } = await createAccountRequest({ email });
    return (await client.fetch(`/admin/requests/${id}`)).text();
  };
  const [newOrgHtml, existingOrgHtml] = [
    await fetchRequestPage(`ada@${unique("fresh").toLowerCase()}.test`),
    await fetchRequestPage(`ada@${domain}`),
  ];
  expect(checkedRoles(newOrgHtml)).toEqual(["user", "org", "buyer"]);
  expect(checkedRoles(existingOrgHtml)).toEqual(["user"]);
  expect(newOrgHtml).toContain(">List prices</option>");
  expect(newOrgHtml).not.toContain(">Base Price</option>");
});

/** Decisions that the console can undo are mailed after 15 s, which a busy machine may need for the undo. */
const holdMails = (domain: string) =>
  query("update outbox set next_at = now() + interval '1 hour' where recipient like '%' || $1", [domain]);

test("100 rejections of the list are undone at once before any mail has left, however long the names", async () => {
  const [{ client }, company] = [await signedInAdmin(), unique("Hundred")];
  const firstName = "Александра-Екатерина-Мария-Елена";
  const rows = await query<{ id: string }>(
    `insert into account_requests (email, first_name, last_name, org_name)
     select n || '@' || $1 || '.test', $2, 'Воскресенская-Богородицкая ' || n, $1
     from generate_series(1, 100) n returning id`,
    [company, firstName],
  );
  const countByStatus = () =>
    query("select status, count(*)::int from account_requests where org_name = $1 group by status", [company]);
  const fields = rows.flatMap(({ id }, n): [string, string][] => [
    ["id", id],
    [`name.${id}`, `${firstName} Воскресенская-Богородицкая ${n + 1}`],
  ]);
  const decisionAnswer = await postForm(client, "/admin/requests/reject", fields);
  await holdMails(`@${company}.test`);
  expect([decisionAnswer.status, await countByStatus()]).toEqual([303, [{ status: "rejected", count: 100 }]]);
  const html = await (await client.fetch(decisionAnswer.headers.get("location") ?? "")).text();
  expect(html).toMatch(/Богородицкая 1\b.* and \d\d more rejected\./s);
  const [, undo = ""] = /name="ids" value="([^"]+)"/.exec(html) ?? [];
  const undoAnswer = await postForm(client, "/admin/requests/reopen", [["ids", undo]]);
  expect([undoAnswer.status, await countByStatus()]).toEqual([303, [{ status: "pending", count: 100 }]]);
  expect(await readWords(client, undoAnswer.headers.get("location") ?? "")).toContain(
    "100 decisions are undone. No emails were sent.",
  );
  expect(await query("select 1 from outbox where recipient like '%@' || $1 || '.test'", [company])).toEqual([]);
});

test("approvals of the list are undone before any link has left: the users are gone and the requests wait", async () => {
  const [{ client }, organization] = [await signedInAdmin(), await createOrganization()];
  const requests = [await createAccountRequest(), await createAccountRequest()];
  const emails = requests.map(({ email }) => email);
  const fields: [string, string][] = [
    ["org_id", organization.id],
    ["roles", "user"],
    ...requests.map(({ id }): [string, string] => ["id", id]),
  ];
  const approve = () => postForm(client, "/admin/requests/approve", fields);
  const listUsers = () => query("select 1 from users where email = any($1)", [emails]);
  const listMails = () => query("select 1 from outbox where recipient = any($1)", [emails]);
  const decisionAnswer = await approve();
  for (const email of emails) await holdMails(email);
  expect([decisionAnswer.status, (await listUsers()).length, (await listMails()).length]).toEqual([303, 2, 2]);
  const undo = await fetchUndoIds(client, decisionAnswer.headers.get("location") ?? "");
  const undoAnswer = await postForm(client, "/admin/requests/reopen", [["ids", undo]]);
  expect([undoAnswer.status, await listUsers(), await listMails()]).toEqual([303, [], []]);
  expect(await readWords(client, undoAnswer.headers.get("location") ?? "")).toContain(
    "2 decisions are undone. No emails were sent.",
  );
  expect((await postForm(client, "/admin/requests/reopen", [["ids", undo]])).status, "a second click").toBe(303);
  expect((await approve()).status, "again").toBe(303);
  await query("update outbox set attempts = 1 where recipient = $1", [emails[0]]);
  await postForm(client, "/admin/requests/reopen", [["ids", undo]]);
  expect(await readWords(client, "/admin/requests")).toContain("The mail has left already, so the decision stays.");
  expect(await listUsers(), "all or none").toHaveLength(2);
});

test("an approval is not undone while its user is set up by a link that was handed over", async () => {
  const { client } = await signedInAdmin();
  const [license] = await query<{ version: string }>(
    "select version from license_agreements where valid_from <= now() order by valid_from desc limit 1",
  );
  const race = await raceForRow(async () => {
    const [organization, { id, email }] = [await createOrganization(), await createAccountRequest()];
    await postForm(client, "/admin/requests/approve", { org_id: organization.id, roles: "user", id });
    await holdMails(email);
    const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
    const browser = visitor();
    (await openLink(browser, await createLink(client, user?.id ?? ""))).reply();
    const lock = await hold("select 1 from users where id = $1 for update", [user?.id]);
    const setUp = () => browser.call(finishSetUp, { body: { password, agreement_version: license?.version ?? "" } });
    const undo = () => client.call(reopenAccountRequests, { body: { request_ids: [id] } });
    return { email, lock, requests: [setUp, undo] };
  });
  expect(race.answers.map(({ status, errcode }) => [status, errcode])).toEqual([
    [200, undefined],
    [422, "ACC_REQUEST_APPROVED"],
  ]);
  expect(await query("select agreed_at from users where email = $1", [race.email])).toEqual([
    { agreed_at: expect.any(Date) },
  ]);
});

test("a request of an address that somebody has can be rejected alone, with the reason written already", async () => {
  const [{ client }, user] = [await signedInAdmin(), await createUser()];
  const { id } = await createAccountRequest({ email: user.email, first_name: "Ada", last_name: "Byron" });
  const text = await readWords(client, `/admin/requests/${id}`);
  expect(text).toContain("A user with this email address already exists, so the request cannot be approved.");
  expect(text).toContain(`Has an account ${user.first_name} ${user.last_name}`);
  expect(text).toContain("Reject Ada Byron");
  expect(text).toContain("You have an account with this address already.");
  expect(text).not.toContain("Approve Ada Byron");
});

test("what is missing is told where it is missing, and nothing that was typed is lost", async () => {
  const { client } = await signedInAdmin();
  const { id } = await createAccountRequest({ org_name: unique("Nowhere") });
  const refusal = await postForm(client, `/admin/requests/${id}/approve`, [
    ["id", id],
    [`serial_numbers.${id}`, "NOT A SERIAL"],
    ["new_organization.name", "Typed"],
  ]);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  for (const text of ["Organization is required.", "At least 1 user role must be provided.", 'value="NOT A SERIAL"'])
    expect(html).toContain(text);
  expect(html).toContain("There is no device with this serial number.");
  expect(await query("select 1 from organizations where name = 'Typed'")).toEqual([]);
});

test("an organization that is chosen is taken, whatever stands in the fields of a new one", async () => {
  const [{ client }, organization, request] = [
    await signedInAdmin(),
    await createOrganization(),
    await createAccountRequest(),
  ];
  const decisionAnswer = await postForm(client, `/admin/requests/${request.id}/approve`, [
    ["id", request.id],
    ["org_id", organization.id],
    ["roles", "user"],
    ["new_organization.name", unique("Unwanted")],
    [`serial_numbers.${request.id}`, ""],
  ]);
  expect([decisionAnswer.status, decisionAnswer.headers.get("location")]).toEqual([
    303,
    `/admin/requests?after=${request.id}`,
  ]);
  expect(await query("select org_id from users where email = $1", [request.email])).toEqual([
    { org_id: organization.id },
  ]);
});

test("the form of an approval sent 20 times at once has one effect; the other answers show what was decided", async () => {
  const [{ client, user }, request, name] = [await signedInAdmin(), await createAccountRequest(), unique("Once")];
  const fields: [string, string][] = [
    ["id", request.id],
    ["org_id", ""],
    ["roles", "user"],
    ["new_organization.name", name],
  ];
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => postForm(client, `/admin/requests/${request.id}/approve`, fields)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array.from({ length: 19 }, () => 422)]);
  const refusalHtml = await answers.find(({ status }) => status === 422)?.text();
  expect(refusalHtml).toContain("Account request is already approved");
  expect(refusalHtml).toContain(`by ${user.first_name} ${user.last_name}`);
  expect(await query("select 1 from users where email = $1", [request.email])).toHaveLength(1);
  expect(await query("select 1 from organizations where name = $1", [name])).toHaveLength(1);
});

test("what was decided is told with its reason and who did it, and that it was taken back before", async () => {
  const [{ client, user }, request] = [await signedInAdmin(), await createAccountRequest()];
  const path = `/admin/requests/${request.id}`;
  const fields: [string, string][] = [
    ["id", request.id],
    ["reason", "We sell to companies alone."],
  ];
  expect((await postForm(client, `${path}/reject`, fields)).status).toBe(303);
  await holdMails(request.email);
  const undo = await fetchUndoIds(client, "/admin/requests");
  const undoAnswer = await postForm(client, "/admin/requests/reopen", [["ids", undo]]);
  expect([undoAnswer.status, undoAnswer.headers.get("location")]).toEqual([303, path]);
  expect(await readWords(client, path)).toContain("The decision is undone. No email was sent.");
  expect((await postForm(client, `${path}/reject`, fields)).status).toBe(303);
  const text = await readWords(client, path);
  expect(text).toMatch(
    new RegExp(`Rejected by ${user.first_name} ${user.last_name} on \\d+ \\w+ 2\\d{3}, \\d\\d:\\d\\d UTC \\.`),
  );
  expect(text).toContain("We sell to companies alone.");
  expect(text).toContain("History");
  const history = text.slice(text.lastIndexOf("History"));
  expect(history.split(`${user.first_name} ${user.last_name}`)).toHaveLength(4);
  await query("update outbox set attempts = 1 where recipient = $1", [request.email]);
  const lateAnswer = await postForm(client, "/admin/requests/reopen", [["ids", undo]]);
  expect([lateAnswer.status, lateAnswer.headers.get("location")]).toEqual([303, "/admin/requests"]);
  expect(await readWords(client, "/admin/requests")).toContain("The mail has left already, so the decision stays.");
});

test("several that are rejected with a reason keep it when one of them was decided meanwhile", async () => {
  const [{ client }, one, other] = [await signedInAdmin(), await createAccountRequest(), await createAccountRequest()];
  await query("update account_requests set status = 'approved' where id = $1", [other.id]);
  const refusal = await postForm(client, `/admin/requests/reject?search=${one.org_name}`, [
    ["id", one.id],
    ["id", other.id],
    [`name.${other.id}`, "Ben Byron"],
    ["reason", "We sell to companies alone."],
  ]);
  expect(refusal.status).toBe(422);
  const html = await refusal.text();
  expect(html).toContain("Ben Byron: Account request is already approved. None of the 2 was changed.");
  expect(html).toMatch(/<textarea[^>]*>We sell to companies alone\.<\/textarea>/);
  expect(await query("select status from account_requests where id = $1", [one.id])).toEqual([{ status: "pending" }]);
});

test.each([
  ["whose address somebody has", "A user with this email already exists", async () => (await createUser()).email, ""],
  ["whose serial number is of no product", "There is no device with this serial number", async () => undefined, "X-1"],
])("of several that are approved the one %s is told by its name, and none is", async (_which, why, emailOf, serial) => {
  const email = await emailOf();
  const [{ client }, organization] = [await signedInAdmin(), await createOrganization()];
  const [one, other] = [await createAccountRequest(), await createAccountRequest(email === undefined ? {} : { email })];
  const refusal = await postForm(client, "/admin/requests/approve", [
    ["id", one.id],
    ["id", other.id],
    [`name.${other.id}`, "Ben Byron"],
    ["org_id", organization.id],
    ["roles", "user"],
    ...(serial ? [[`serial_numbers.${other.id}`, serial] as [string, string]] : []),
  ]);
  expect(refusal.status).toBe(422);
  expect(await refusal.text()).toContain(`Ben Byron: ${why}. None of the 2 was changed.`);
  expect(await query("select status from account_requests where id = any($1)", [[one.id, other.id]])).toEqual([
    { status: "pending" },
    { status: "pending" },
  ]);
});

test("addresses: the list where it stood before, an id that nobody has, what is no id", async () => {
  const { client } = await signedInAdmin();
  const redirectAnswer = await client.fetch("/admin/requests?search=ada&sort=email");
  expect([redirectAnswer.status, redirectAnswer.headers.get("location")]).toEqual([
    302,
    "/admin/requests/list?search=ada&sort=email",
  ]);
  for (const path of [randomUUID(), "42"]) expect((await client.fetch(`/admin/requests/${path}`)).status).toBe(404);
});

test("all that match are those that were shown: who asks or is changed meanwhile is not decided unseen", async () => {
  const { client } = await signedInAdmin();
  const company = unique("Crowd");
  const insertRequests = (from: number, to: number) =>
    query(
      `insert into account_requests (email, first_name, last_name, org_name)
       select n || '@' || $1 || '.test', 'Ada', 'Number ' || n, $1 from generate_series($2::int, $3::int) n`,
      [company, from, to],
    );
  await insertRequests(1, 21);
  const list = `/admin/requests/list?search=${company}`;
  const fetchAllToken = async (path: string) =>
    /name="all" value="([^"]+)"/.exec(await (await client.fetch(path)).text())?.[1] ?? "";
  const listToken = await fetchAllToken(list);
  const [one] = await query<{ id: string }>("select id from account_requests where email = $1", [`1@${company}.test`]);
  const reject = (value: string, extraQuery = "") =>
    postForm(client, `/admin/requests/reject?search=${company}${extraQuery}`, [
      ["id", one?.id ?? ""],
      ["all", value],
    ]);
  await insertRequests(22, 22);
  const lateAnswer = await reject(listToken);
  expect([lateAnswer.status, await lateAnswer.text()]).toEqual([
    422,
    expect.stringContaining("22 account requests match now, not 21 as before. Nothing was changed"),
  ]);
  const listRejected = () =>
    query("select 1 from account_requests where org_name = $1 and status = 'rejected'", [company]);
  expect(await listRejected()).toHaveLength(0);
  // Each change leaves the number of matching requests as it was.
  const pendingPath = `/admin/requests/list?search=${company}&status=pending`;
  const changes = {
    "one is decided by somebody else, and another one comes": async () => {
      await query("update account_requests set status = 'approved' where id = $1", [one?.id]);
      await insertRequests(23, 23);
    },
    "one is changed": () =>
      query("update account_requests set last_name = 'Changed' where email = $1", [`2@${company}.test`]),
  };
  for (const [name, happens] of Object.entries(changes)) {
    const pendingToken = await fetchAllToken(pendingPath);
    await happens();
    const refusal = await reject(pendingToken, "&status=pending");
    const text = "22 account requests match as before, but others, or not as you saw them. Nothing was changed";
    expect([refusal.status, await refusal.text()], name).toEqual([422, expect.stringContaining(text)]);
    expect(await listRejected(), name).toHaveLength(0);
  }
  expect((await reject(await fetchAllToken(pendingPath), "&status=pending")).status).toBe(303);
  expect(await listRejected()).toHaveLength(22);
});
