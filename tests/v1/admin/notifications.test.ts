import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { resendNotifications } from "../../../worker/contract/v1/admin/notifications.ts";
import { listOutbox } from "../../../worker/contract/v1/admin/outbox.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { type Actor, actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn, uniqueEmail } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  database = openDatabase(app.sandbox.databaseUrl);
  admin = await actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url }).signedInAdmin();
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

const resend = async (body?: { recipient?: string; id?: string }) =>
  (await admin.client.call(resendNotifications, body ? { body } : {})).reply();

/** Creates mails that the provider refuses for good. */
async function createFailedMails(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, uniqueEmail);
  const payload = { first_name: "A", last_name: "B", changed_at: "2026-11-20T10:00:00.000Z" };
  // The fault comes before the rows, because a queue message of an earlier request may send the mails at once.
  await sandbox.addFault({ service: "email", kind: "status", value: 422, times: count });
  await database(
    "insert into outbox (channel, type, recipient, payload, created_at) select 'email', 'passwordChanged', unnest($1::text[]), $2, now() - interval '2 days'",
    [emails, payload],
  );
  await sandbox.runJob("deliver-outbox");
  const listFailed = () =>
    database("select 1 from outbox where recipient = any($1) and failed_at is not null", [emails]);
  await expect.poll(listFailed).toHaveLength(count);
  await sandbox.clearFaults();
  return emails;
}

test("what was given up is sent again, all of it or to one address, once and with a trace", async () => {
  const [one = "", two = "", three = ""] = await createFailedMails(3);
  expect(await resend({ recipient: two.toUpperCase() })).toMatchObject({ resent: 1, expired: 0 });
  expect(await sandbox.waitForMail(two)).toMatchObject({ to: two });
  expect(await sandbox.mailsTo(one)).toEqual([]);
  expect(await resend()).toMatchObject({ resent: 2, expired: 0 });
  for (const email of [one, three]) expect(await sandbox.waitForMail(email)).toMatchObject({ to: email });
  expect(await resend()).toMatchObject({ resent: 0, expired: 0 });
  const auditRows = await database(
    "select data from audit_log where action = 'resendNotifications' and actor_id = $1",
    [admin.user.id],
  );
  expect(auditRows).toEqual([1, 2, 3].map(() => ({ data: { type: "passwordChanged" } })));
});

test("the outbox lists what was given up with why, and one message of it is sent again alone", async () => {
  const [one = "", two = ""] = await createFailedMails(2);
  const find = async (search: string) => (await admin.client.call(listOutbox, { query: { search } })).reply().data;
  const [message] = await find(one);
  expect(message).toMatchObject({
    recipient: one,
    channel: "email",
    type: "passwordChanged",
    state: "given-up",
    attempts: 1,
    next_at: null,
    last_error: expect.stringContaining("422"),
  });
  expect(await resend({ id: message?.id ?? "" })).toMatchObject({ resent: 1, expired: 0 });
  expect(await sandbox.waitForMail(one)).toMatchObject({ to: one });
  expect(await find(one)).toEqual([]);
  expect(await find(two)).toMatchObject([{ state: "given-up" }]);
  expect(await resend({ recipient: two })).toMatchObject({ resent: 1 });
});

test("a message whose link has ended stays given up", async () => {
  const { email } = await factoriesOn(database).createUser();
  await sandbox.addFault({ service: "email", kind: "status", value: 422, text: email });
  (await createClient({ url: app.worker.url }).call(requestPasswordReset, { body: { email } })).reply();
  const listFailed = () => database("select 1 from outbox where recipient = $1 and failed_at is not null", [email]);
  await expect.poll(async () => (await listFailed()).length).toBe(1);
  await database(
    "update verification_codes set expires_at = now() where user_id = (select id from users where email = $1)",
    [email],
  );
  expect(await resend()).toMatchObject({ resent: 0, expired: 1 });
  expect(await listFailed()).toHaveLength(1);
  expect(await sandbox.mailsTo(email)).toEqual([]);
});

test("a thousand messages whose links have ended keep no later one from being sent again", async () => {
  await database("delete from outbox where failed_at is not null");
  const [email = ""] = await createFailedMails(1);
  await database(
    `insert into outbox (channel, type, recipient, payload, code_id, failed_at)
     select 'email', 'passwordReset', 'expired@example.test', '{}', gen_random_uuid(), now() - interval '1 day'
     from generate_series(1, 1000)`,
  );
  expect(await resend()).toMatchObject({ resent: 1, expired: 1000 });
  expect(await sandbox.waitForMail(email)).toMatchObject({ to: email });
});
