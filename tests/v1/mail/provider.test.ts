// One app with a slow mail rate, whose queue all tests of the provider share.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resendNotifications } from "../../../worker/contract/v1/admin/notifications.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { confirmEmailChange, requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { type Factories, factoriesOn, uniqueEmail } from "../../support/factories.ts";
import { openLink, waitForLink } from "../../support/inbox.ts";
import { sandboxAt } from "../../support/sandbox.ts";

const metricsToken = "the-metrics-of-the-mails-all-of-them";
let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let factories: Factories;
beforeAll(async () => {
  app = await startOwnApp({ EMAIL_REQUESTS_PER_SECOND: "2", METRICS_TOKEN: metricsToken });
  sandbox = sandboxAt(app.sandbox.url);
  // The worker limits the rate itself; a provider with its own limit would refuse late mails of a busy machine.
  await sandbox.post("/mail/account", { requests_per_second: 1000 });
  database = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(database);
});
beforeEach(() => database("delete from timers"));
afterEach(async () => {
  await sandbox.clearFaults();
  await sandbox.post("/mail/domain", { status: "verified" });
  await sandbox.post("/mail/failing", { reason: null });
});
afterAll(() => app?.stop());

type Row = {
  id: string;
  attempts: number;
  sent_at: Date | null;
  failed_at: Date | null;
  last_error: string | null;
  payload: object;
  wait_s: number;
};
/** Runs the delivery job, and waits for mails that a queue message of an earlier request has leased. */
const deliver = async () => {
  await sandbox.runJob("deliver-outbox");
  const listLeased = () =>
    database("select 1 from outbox where sent_at is null and failed_at is null and lease_until > now()");
  await expect.poll(listLeased).toEqual([]);
};
const findRow = async (recipient: string): Promise<Row | undefined> =>
  (
    await database<Row>(
      "select *, extract(epoch from next_at - now())::float as wait_s from outbox where recipient = $1",
      [recipient],
    )
  )[0];
const makeDue = async () => {
  await database("delete from timers");
  await database("update outbox set next_at = now() where sent_at is null and failed_at is null");
};
const parseLogLines = () => app.lines.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));

/** Inserts mails that wait without a queue message; any run of the job may send them at once. */
async function createWaitingMails(count: number, { type = "passwordChanged", age = "0 s" } = {}): Promise<string[]> {
  const emails = Array.from({ length: count }, uniqueEmail);
  const payload = { first_name: "A", last_name: "B", changed_at: "2026-11-20T10:00:00.000Z" };
  await database(
    `insert into outbox (channel, type, recipient, payload, created_at)
     select 'email', $2, unnest($1::text[]), $3::jsonb, now() - $4::interval`,
    [emails, type, payload, age],
  );
  return emails;
}
const createWaitingMail = async (): Promise<string> => (await createWaitingMails(1))[0] ?? "";

// https://resend.com/docs/api-reference/introduction: a request without a User-Agent is refused with 403.
test("every request to somebody outside names us", async () => {
  const { email } = await factories.createUser();
  const client = createClient({ url: app.worker.url });
  (await client.call(requestPasswordReset, { body: { email } })).reply();
  await sandbox.waitForMail(email);
  for (const service of ["email", "captcha"] as const) {
    const calls = await sandbox.callsTo(service);
    expect(calls.length).toBeGreaterThan(0);
    expect(new Set(calls.map(({ user_agent }) => user_agent))).toEqual(new Set(["CrunchBox/1.0"]));
  }
  expect((await sandbox.databaseCounts()).user_agent).toBe("CrunchBox/1.0");
});

describe("a key or a domain that the provider refuses", () => {
  test.each([401, 403])(
    "with %i loses no mail, raises an alarm, and is not asked again for a minute",
    async (status) => {
      await sandbox.addFault({ service: "email", kind: "status", value: status, times: 100 });
      const email = await createWaitingMail();
      const alarmCount = parseLogLines().filter(({ event }) => event === "alarm").length;
      await deliver();
      expect(await findRow(email)).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
      expect((await findRow(email))?.wait_s).toBeGreaterThan(30);
      const alarms = parseLogLines().filter(({ event }) => event === "alarm");
      expect(alarms.slice(alarmCount)).toMatchObject([{ level: "error", name: "email-refused" }]);
      const other = await createWaitingMail();
      await deliver();
      expect(await findRow(other)).toMatchObject({ attempts: 0 });
      await sandbox.clearFaults();
      await makeDue();
      await deliver();
      expect([await sandbox.mailsTo(email), await sandbox.mailsTo(other)]).toMatchObject([
        [{ to: email }],
        [{ to: other }],
      ]);
    },
  );

  test("keeps its mails for longer than a day, and is counted", async () => {
    await sandbox.post("/mail/domain", { status: "failure" });
    const [email = ""] = await createWaitingMails(1, { age: "3 days" });
    await deliver();
    expect(await findRow(email)).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
    const headers = { authorization: `Bearer ${metricsToken}` };
    expect(await (await fetch(`${app.worker.url}/metrics`, { headers })).text()).toContain(
      "\ncrunchbox_outbox_refused 1\n",
    );
    await sandbox.post("/mail/domain", { status: "verified" });
    await makeDue();
    await deliver();
    expect(await sandbox.mailsTo(email)).toHaveLength(1);
  });
});

describe("the provider's pace", () => {
  test("what it says in retry-after is how long it is left alone, and too many requests are no error", async () => {
    await sandbox.addFault({ service: "email", kind: "status", value: 429, retry_after: 120 });
    const email = await createWaitingMail();
    const lineCount = parseLogLines().length;
    await deliver();
    const { wait_s = 0 } = (await findRow(email)) ?? {};
    expect(wait_s).toBeGreaterThan(60);
    expect(wait_s).toBeLessThanOrEqual(120);
    expect(
      parseLogLines()
        .slice(lineCount)
        .filter(({ event }) => event === "outbox"),
    ).toMatchObject([{ level: "warn", is_final: false }]);
    const other = await createWaitingMail();
    await deliver();
    expect(await findRow(other)).toMatchObject({ attempts: 0 });
    await makeDue();
    await deliver();
    expect([await sandbox.mailsTo(email), await sandbox.mailsTo(other)]).toMatchObject([
      [{ to: email }],
      [{ to: other }],
    ]);
  });

  test("is two requests a second, however many send at once", async () => {
    const callCount = (await sandbox.callsTo("email")).length;
    const startedAt = Date.now();
    // Mails older than an hour are sent one by one.
    await createWaitingMails(6, { age: "2 hours" });
    // The job and a queue message run at once; the address belongs to no user, so no mail is added.
    const client = createClient({ url: app.worker.url });
    await Promise.all([deliver(), client.call(requestPasswordReset, { body: { email: uniqueEmail() } })]);
    await expect
      .poll(async () => (await database("select 1 from outbox where sent_at is null and failed_at is null")).length)
      .toBe(0);
    const calls = (await sandbox.callsTo("email")).slice(0, -callCount || undefined).toReversed();
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(Date.parse(calls.at(-1)?.at ?? "") - startedAt).toBeGreaterThanOrEqual(2500);
  });
});

test("a link for which somebody waits leaves before the mails that were there earlier", async () => {
  const { email } = await factories.createUser();
  // Mails older than an hour are sent one by one.
  const emails = await createWaitingMails(40, { age: "2 hours" });
  const client = createClient({ url: app.worker.url });
  (await client.call(requestPasswordReset, { body: { email } })).reply();
  await expect.poll(async () => (await findRow(email))?.sent_at ?? null).not.toBeNull();
  const earlierMails = await database(
    "select 1 from outbox where recipient = any($1) and sent_at < (select sent_at from outbox where recipient = $2)",
    [emails, email],
  );
  expect(earlierMails.length).toBeLessThan(10);
  await database("delete from outbox where recipient = any($1) and sent_at is null", [emails]);
});

describe("messages that wait together", () => {
  const listBatches = async (emails: string[]) =>
    (await sandbox.callsTo("email")).filter(
      ({ path, body }) => path.endsWith("/batch") && emails.some((email) => JSON.stringify(body).includes(email)),
    );

  test("go by one request, each to its own reader", async () => {
    const emails = await createWaitingMails(12);
    await deliver();
    expect(await listBatches(emails)).toHaveLength(1);
    const mails = (await sandbox.mailsTo("")).filter(({ to }) => emails.includes(to));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  });

  test("stay together and are not doubled when the answer was lost, though others came in between", async () => {
    const emails = await createWaitingMails(5);
    await sandbox.addFault({ service: "email", kind: "cut", when: "after", text: emails[0] ?? "" });
    await deliver();
    const laterEmails = await createWaitingMails(3);
    await makeDue();
    await deliver();
    const sentSql = "select 1 from outbox where recipient = any($1) and sent_at is not null";
    await expect.poll(async () => (await database(sentSql, [[...emails, ...laterEmails]])).length).toBe(8);
    const mails = (await sandbox.mailsTo("")).filter(({ to }) => emails.includes(to));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
    const [again, first] = await listBatches(emails);
    expect(again?.idempotency_key).toBe(first?.idempotency_key);
    expect(again?.body).toEqual(first?.body);
  });

  test.each([1, 3])("are not doubled when another release prints the retry differently (%i)", async (count) => {
    const emails = await createWaitingMails(count);
    await sandbox.addFault({ service: "email", kind: "cut", when: "after", text: emails[0] ?? "" });
    await deliver();
    // Another payload changes the mail like another template.
    const payload = { first_name: "Bea", last_name: "Other", changed_at: "2026-11-21T10:00:00.000Z" };
    await database("update outbox set payload = $2 where recipient = any($1)", [emails, payload]);
    await makeDue();
    await deliver();
    for (const email of emails) {
      expect(await findRow(email)).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
      expect(await sandbox.mailsTo(email)).toHaveLength(1);
    }
  });

  test("do not fail with one that the provider does not take", async () => {
    const emails = await createWaitingMails(3);
    await database("update outbox set recipient = 'nobody@nowhere' where recipient = $1", [emails[1]]);
    await deliver();
    expect(await findRow("nobody@nowhere")).toMatchObject({ sent_at: null, failed_at: expect.any(Date) });
    expect([await sandbox.mailsTo(emails[0] ?? ""), await sandbox.mailsTo(emails[2] ?? "")]).toMatchObject([
      [{ to: emails[0] }],
      [{ to: emails[2] }],
    ]);
  });

  describe("with one that the provider refuses", () => {
    const createMixedBatch = async () => {
      const [first = "", second = "", third = ""] = await createWaitingMails(3);
      const refused = second.replace(/@.*$/, "@nowhere");
      await database("update outbox set recipient = $2 where recipient = $1", [second, refused]);
      return { taken: [first, third], refused };
    };
    const expectSeparated = async ({ taken, refused }: { taken: string[]; refused: string }) => {
      expect(await findRow(refused)).toMatchObject({ sent_at: null, failed_at: expect.any(Date) });
      for (const email of taken) {
        expect(await findRow(email)).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
        expect(await sandbox.mailsTo(email)).toHaveLength(1);
      }
    };

    test("count as sent only once their answer was read", async () => {
      const mails = await createMixedBatch();
      const cutAnswer = { kind: "status", value: 200, body: '{"data": [{"id": "1"}, {"i', when: "after" } as const;
      await sandbox.addFault({ service: "email", path: "/batch", ...cutAnswer });
      await deliver();
      const waitingRow = { attempts: 1, sent_at: null, failed_at: null };
      for (const email of [...mails.taken, mails.refused]) expect(await findRow(email)).toMatchObject(waitingRow);
      await makeDue();
      await deliver();
      await expectSeparated(mails);
    });

    test("wait for an answer that says which one it is", async () => {
      const mails = await createMixedBatch();
      const body = { data: [{ id: "1" }, { id: "2" }], errors: [{ message: "One address is invalid." }] };
      await sandbox.addFault({ service: "email", path: "/batch", kind: "status", value: 200, body, when: "after" });
      await deliver();
      const waitingRow = { attempts: 1, sent_at: null, failed_at: null };
      for (const email of [...mails.taken, mails.refused]) expect(await findRow(email)).toMatchObject(waitingRow);
      await makeDue();
      await deliver();
      await expectSeparated(mails);
    });

    test("are told apart by an answer of any length", async () => {
      const mails = await createMixedBatch();
      const body = { data: [{ id: "1" }, { id: "2" }], errors: [{ message: "x".repeat(100_000), index: 1 }] };
      await sandbox.addFault({ service: "email", path: "/batch", kind: "status", value: 200, body, when: "after" });
      await deliver();
      await expectSeparated(mails);
    });
  });

  test("are tried one by one when the request as a whole is refused", async () => {
    const emails = await createWaitingMails(3);
    await sandbox.addFault({ service: "email", path: "/batch", kind: "status", value: 422 });
    await deliver();
    const mails = (await sandbox.mailsTo("")).filter(({ to }) => emails.includes(to));
    expect(mails.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
  });
});

test("a mail whose answer was lost says the same when it is repeated later, so that it counts as sent", async () => {
  const { email } = await factories.createUser();
  await sandbox.addFault({ service: "email", kind: "cut", when: "after", text: email });
  const client = createClient({ url: app.worker.url });
  (await client.call(requestPasswordReset, { body: { email } })).reply();
  await expect.poll(async () => (await sandbox.mailsTo(email)).length).toBe(1);
  await database("update verification_codes set expires_at = expires_at - interval '10 minutes'");
  await expect
    .poll(async () => {
      await makeDue();
      await deliver();
      return findRow(email);
    })
    .toMatchObject({ sent_at: expect.any(Date), failed_at: null });
  expect(await sandbox.mailsTo(email)).toHaveLength(1);
});

test("a mail that failed in passing is tried again by itself, without a scheduled job", async () => {
  const { email } = await factories.createUser();
  await sandbox.addFault({ service: "email", kind: "status", value: 503, text: email });
  const client = createClient({ url: app.worker.url });
  (await client.call(requestPasswordReset, { body: { email } })).reply();
  expect(await sandbox.waitForMail(email)).toMatchObject({ to: email });
  expect(await findRow(email)).toMatchObject({ attempts: 2 });
});

describe("a mail that the provider accepts and then cannot send", () => {
  test("waits again for its reason, raises an alarm, and is sent later as a message of its own", async () => {
    await sandbox.post("/mail/failing", { reason: "reached_daily_quota" });
    const email = await createWaitingMail();
    await deliver();
    await expect
      .poll(() => findRow(email))
      .toMatchObject({
        sent_at: null,
        failed_at: null,
        last_error: "email: accepted, then not sent: reached_daily_quota",
      });
    expect((await findRow(email))?.wait_s).toBeGreaterThan(600);
    await sandbox.post("/mail/failing", { reason: null });
    await makeDue();
    await deliver();
    await expect.poll(() => findRow(email)).toMatchObject({ sent_at: expect.any(Date), payload: {} });
    const [second, first] = await sandbox.mailsTo(email);
    expect([second?.status, first?.status]).toEqual(["delivered", "failed"]);
    expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
    expect(second?.text).toBe(first?.text);
    // A repeated event of the first message must not affect the second.
    await sandbox.post(`/mail/${first?.id}/failed`, {});
    expect(await findRow(email)).toMatchObject({ sent_at: expect.any(Date) });
  });

  test("in a batch waits alone, and the others stay sent", async () => {
    await sandbox.post("/mail/webhook", { events: ["email.failed"] });
    const emails = await createWaitingMails(3);
    await deliver();
    const [mail] = await sandbox.mailsTo(emails[1] ?? "");
    await sandbox.post(`/mail/${mail?.id}/failed`, {});
    expect(await Promise.all(emails.map(findRow))).toMatchObject([
      { sent_at: expect.any(Date) },
      { sent_at: null, failed_at: null },
      { sent_at: expect.any(Date) },
    ]);
  });

  test("in a batch whose answer was lost waits alone, and the others are not doubled", async () => {
    await sandbox.post("/mail/webhook", { events: ["email.failed"] });
    const emails = await createWaitingMails(3);
    const [first = "", second = "", third = ""] = emails;
    await sandbox.addFault({ service: "email", kind: "cut", when: "after", text: first });
    await deliver();
    // The key of the batch is that of its first message.
    const [mail] = await sandbox.mailsTo(first);
    await sandbox.post(`/mail/${mail?.id}/failed`, {});
    await makeDue();
    await deliver();
    const last_error = "email: accepted, then not sent: reached_daily_quota";
    await expect.poll(() => findRow(first)).toMatchObject({ sent_at: null, failed_at: null, last_error });
    for (const email of [second, third]) {
      expect(await findRow(email)).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
      expect(await sandbox.mailsTo(email)).toHaveLength(1);
    }
  });

  test("is given up after a week, or when its link has ended", async () => {
    await sandbox.post("/mail/webhook", { events: ["email.failed"] });
    const { email } = await factories.createUser();
    const client = createClient({ url: app.worker.url });
    (await client.call(requestPasswordReset, { body: { email } })).reply();
    const [oldEmail = ""] = await createWaitingMails(1, { age: "8 days" });
    await deliver();
    const ids = [(await sandbox.waitForMail(email)).id, (await sandbox.waitForMail(oldEmail)).id];
    await database("update verification_codes set expires_at = now() - interval '1 second'");
    for (const id of ids) await sandbox.post(`/mail/${id}/failed`, {});
    expect(await findRow(email)).toMatchObject({ sent_at: null, failed_at: expect.any(Date) });
    expect(await findRow(oldEmail)).toMatchObject({ sent_at: null, failed_at: expect.any(Date) });
  });

  test("and warns of a change of address is sent again while its link can stop the change, confirmed or not", async () => {
    await sandbox.post("/mail/webhook", { events: ["email.failed"] });
    const { signedIn, signedInAdmin } = actorsOn({ query: database, factories, url: app.worker.url });
    const [{ client, user }, admin, new_email] = [await signedIn(), await signedInAdmin(), uniqueEmail()];
    (await client.call(requestEmailChange, { body: { new_email } })).reply();
    const warning = await sandbox.waitForMail(user.email, "about to change");
    const confirmingClient = createClient({ url: app.worker.url });
    (await openLink(confirmingClient, await waitForLink(new_email, "Confirm", sandbox))).reply();
    (await confirmingClient.call(confirmEmailChange)).reply();
    await sandbox.post(`/mail/${warning.id}/failed`, {});
    const whereSql = "type = 'emailChangeRequested' and recipient = $1";
    expect(await database(`select sent_at, failed_at from outbox where ${whereSql}`, [user.email])).toEqual([
      { sent_at: null, failed_at: null },
    ]);
    const resend = async () =>
      (await admin.client.call(resendNotifications, { body: { recipient: user.email } })).reply();
    const giveUp = (age: string) =>
      database(
        `update outbox set failed_at = now(), sent_at = null, created_at = now() - $2::interval where ${whereSql}`,
        [user.email, age],
      );
    await giveUp("7 days 1 minute");
    expect(await resend()).toMatchObject({ resent: 0, expired: 1 });
    await giveUp("6 days 23 hours");
    expect(await resend()).toMatchObject({ resent: 1, expired: 0 });
  });
});
