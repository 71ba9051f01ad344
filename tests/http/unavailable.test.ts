import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createUser, listUsers } from "../../worker/contract/v1/admin/users.ts";
import { authorizeClient } from "../../worker/contract/v1/sso/authorize.ts";
import { signIn, getSession } from "../../worker/contract/v1/sso/session.ts";
import { until } from "../../sandbox/process/deadline.ts";
import { startOwnApp } from "../support/app.ts";
import { limitMs } from "../support/by-night.ts";
import { type Actor, actorsOn } from "../support/actors.ts";
import { type Answer, type Client, createClient } from "../support/client.ts";
import { hold, openDatabase, type Query } from "../support/database.ts";
import { type Factories, factoriesOn, password, uniqueEmail } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";

const answerMsMax = limitMs(3000);
const recoveryMsMax = limitMs(5000);
const unavailableReply = {
  success: false,
  errcode: "SERVICE_UNAVAILABLE",
  message: expect.stringMatching(/temporarily unavailable/),
};

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let query: Query;
let factories: Factories;
let admin: Actor;
let anonymousClient: Client;

beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  query = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(query);
  admin = await actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
  anonymousClient = createClient({ url: app.worker.url });
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

const faults = [
  { kind: "status", value: 503, times: 1_000_000 },
  { kind: "status", value: 500, times: 1_000_000 },
  { kind: "cut", times: 1_000_000 },
  { kind: "hang", times: 1_000_000 },
] as const;

async function measure<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - started };
}

const isServing = async () => (await admin.client.fetch("/v1/sso/session")).status === 200;

test.each(faults)(
  "while the database answers with $kind $value, static pages work and all else says so within 3 s",
  async (fault) => {
    const person = await factories.createUser();
    await sandbox.addFault({ service: "database", ...fault });

    for (const path of [
      "/sign-in/crunchbox",
      "/request-account",
      "/recover-password",
      "/favicon.svg",
      "/health",
      "/docs",
      "/no/such/page",
    ]) {
      const response = await anonymousClient.fetch(path);
      expect(response.status, path).toBe(path === "/no/such/page" ? 404 : 200);
    }
    const calls = [
      admin.client.call(getSession),
      admin.client.call(listUsers),
      admin.client.call(authorizeClient, { params: { client: "crunchbox" } }),
      admin.client.call(createUser, {
        body: { org_id: person.org_id, email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"] },
      }),
      anonymousClient.call(signIn, { body: { username: person.email, password } }),
    ];
    for (const { answer, ms } of await Promise.all(calls.map((call) => measure<Answer>(call)))) {
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toEqual(unavailableReply);
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(ms).toBeLessThan(answerMsMax);
    }
    const pages = [
      ...["/store", "/admin", "/portal/profile"].map((path) => admin.client.fetch(path)),
      // A mailed link stays valid during an outage.
      ...["/verify", "/setup"].map((path) => anonymousClient.fetch(`${path}/${person.id}/AAAAAA`)),
    ];
    for (const { answer, ms } of await Promise.all(pages.map((page) => measure(page)))) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain("We will be right back");
      expect(ms).toBeLessThan(answerMsMax);
    }

    await sandbox.clearFaults();
    expect(await until(recoveryMsMax, isServing)).toBe(true);
  },
);

test.each([
  [{ kind: "hang" }, "TimeoutError: "],
  [{ kind: "status", value: 503 }, "Error: status 503"],
] as const)("the log says why the database did not answer: %j", async (fault, reason) => {
  await sandbox.addFault({ service: "database", ...fault, times: 1_000_000 });
  const { status, headers } = await admin.client.call(getSession);
  expect(status).toBe(503);
  const id = headers.get("x-request-id") ?? "none";
  const isLogged = () => app.lines.some((line) => line.includes(id) && line.includes(reason));
  await expect.poll(isLogged).toBe(true);
});

test.each(["cut", "hang"] as const)(
  "when only transactions cannot be opened (%s), the call says so within 3 s and nothing is half done",
  async (kind) => {
    const { org_id } = await factories.createUser();
    const email = uniqueEmail();
    await sandbox.addFault({ service: "database", path: "/v2", kind, times: 1_000_000 });
    const body = { org_id, email, first_name: "A", last_name: "B", roles: ["user" as const] };
    const { answer, ms } = await measure(admin.client.call(createUser, { body }));
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(answerMsMax);
    expect(await query("select 1 from users where email = $1", [email])).toEqual([]);
    await sandbox.clearFaults();
    expect((await admin.client.call(createUser, { body })).status).toBe(201);
  },
);

test("a database that dies in the middle of a transaction leaves all or nothing, and comes back without a restart of the worker", async () => {
  const { org_id } = await factories.createUser();
  const emails = Array.from({ length: 12 }, uniqueEmail);
  const invite = (email: string) =>
    admin.client.call(createUser, { body: { org_id, email, first_name: "A", last_name: "B", roles: ["user"] } });
  const invitations = emails.map((email) => invite(email).then(({ status }) => status));
  await app.sandbox.postgres.kill();
  const statuses = await Promise.all(invitations);
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect((await measure(admin.client.call(getSession))).answer.status).toBe(503);
  expect((await anonymousClient.fetch("/sign-in/crunchbox")).status).toBe(200);

  await app.sandbox.postgres.restart();
  expect(await until(recoveryMsMax, isServing)).toBe(true);
  const rows = await query<{ email: string; codes: string; mails: string; audits: string }>(
    `select email, (select count(*) from verification_codes c where c.user_id = u.id) as codes,
       (select count(*) from outbox o where o.user_id = u.id) as mails,
       (select count(*) from audit_log a where a.subject_id = u.id::text and a.action = 'createUser') as audits
     from users u where org_id = $1 and email = any($2)`,
    [org_id, emails],
  );
  for (const row of rows) expect(row).toEqual({ email: row.email, codes: "1", mails: "1", audits: "1" });
  const confirmedEmails = emails.filter((_, position) => statuses[position] === 201);
  expect(rows.map((row) => row.email)).toEqual(expect.arrayContaining(confirmedEmails));
});

test("an answer of the database that is lost after it committed does not make the call succeed twice", async () => {
  const { org_id } = await factories.createUser();
  const target = await factories.createUser({ org_id });
  // The text limits the fault to this user, because a job may update users, too.
  const write = { path: "/sql", text: target.id, times: 1 };
  await sandbox.addFault({ service: "database", ...write, kind: "cut", when: "after" });
  const isActive = () => query("select is_active from users where id = $1", [target.id]);
  const lostAnswer = await admin.client.fetch(`/v1/admin/users/${target.id}/inactivate`, { method: "POST" });
  expect(lostAnswer.status).toBe(503);
  expect(await isActive()).toEqual([{ is_active: false }]);
  expect((await admin.client.fetch(`/v1/admin/users/${target.id}/inactivate`, { method: "POST" })).status).toBe(200);
  expect(await isActive()).toEqual([{ is_active: false }]);
});

test("a statement that the database stops for its time limit is answered as unavailable, and nothing is half done", async () => {
  const { org_id } = await factories.createUser();
  const email = uniqueEmail();
  const body = { org_id, email, first_name: "A", last_name: "B", roles: ["user" as const] };
  const lock = await hold("select 1 from organizations where id = $1 for update", [org_id], app.sandbox.databaseUrl);
  const answer = await admin.client.call(createUser, { body }).finally(lock.release);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([503, unavailableReply]);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await query("select 1 from users where email = $1", [email])).toEqual([]);
  expect((await admin.client.call(createUser, { body })).status).toBe(201);
});

test("the bot check being down refuses sign-in within 3 s and leaves signed-in people alone", async () => {
  const person = await factories.createUser();
  for (const kind of ["cut", "hang"] as const) {
    await sandbox.addFault({ service: "captcha", kind, times: 1_000_000 });
    const { answer, ms } = await measure(anonymousClient.call(signIn, { body: { username: person.email, password } }));
    expect([answer.status, answer.errcode]).toEqual([401, "CAPTCHA_FAILED_MSG"]);
    expect(ms).toBeLessThan(answerMsMax);
    expect(await isServing()).toBe(true);
    await sandbox.clearFaults();
  }
});
