// One file, because its tests share one outbox: an app for each test would take seconds to start.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { hold, openDatabase, type Query } from "../../support/database.ts";
import { type Factories, factoriesOn, uniqueEmail } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let factories: Factories;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  database = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(database);
});
beforeEach(() => database("delete from timers"));
afterEach(async () => {
  await sandbox.clearFaults();
  // Waiting messages would wake the outbox in the middle of another test.
  await database("update outbox set failed_at = now() where sent_at is null and failed_at is null");
});
afterAll(() => app?.stop());

const deliver = () => sandbox.runJob("deliver-outbox");
const makeDue = () => database("update outbox set next_at = now() where sent_at is null and failed_at is null");
const requestReset = async (email: string) =>
  (await createClient({ url: app.worker.url }).call(requestPasswordReset, { body: { email } })).reply();
const findMessage = async (recipient: string) =>
  (
    await database<{ id: string; attempts: number; sent_at: Date | null; failed_at: Date | null; payload: object }>(
      "select * from outbox where recipient = $1",
      [recipient],
    )
  )[0];

/** Inserts a mail that waits without a queue message. */
async function createWaitingMail(): Promise<string> {
  const email = uniqueEmail();
  const payload = { first_name: "A", last_name: "B", changed_at: "2026-11-20T10:00:00.000Z" };
  await database("insert into outbox (channel, type, recipient, payload) values ('email', 'passwordChanged', $1, $2)", [
    email,
    payload,
  ]);
  return email;
}

// These tests and the tests of single workers run first: the queue message of a failed mail arrives up to a minute
// later and would also deliver the mails of these tests.
describe("the scheduled job", () => {
  const findTask = async (name: string) =>
    (
      await database<{ fence: number; status: string; found: number; processed: number }>(
        "select fence, status, found, processed from tasks where name = $1",
        [name],
      )
    )[0];
  const countRuns = () =>
    app.lines.filter(
      (line) =>
        line.includes('"event":"job"') && line.includes('"job":"deliver-outbox"') && line.includes('"ran":true'),
    ).length;

  test("triggered 20 times at once runs once", async () => {
    await deliver();
    await expect.poll(async () => (await findTask("deliver-outbox"))?.fence).toBe(countRuns());
    const fenceBefore = (await findTask("deliver-outbox"))?.fence ?? 0;
    await sandbox.addFault({ service: "email", kind: "delay", value: 9000 });
    const email = await createWaitingMail();
    let endedCount = 0;
    const runs = Array.from({ length: 20 }, async () => {
      await deliver();
      endedCount += 1;
    });
    // 19 runs end at once; the other one waits for the delayed mail.
    await expect.poll(() => endedCount).toBe(19);
    await sandbox.clearFaults();
    await Promise.all(runs);
    expect(await findTask("deliver-outbox")).toMatchObject({ fence: fenceBefore + 1, status: "completed" });
    await expect.poll(countRuns).toBe(fenceBefore + 1);
    expect(await sandbox.mailsTo(email)).toHaveLength(1);
  });

  test("of a killed runner is taken over when its lease has ended, and not before", async () => {
    const email = await createWaitingMail();
    await database(
      "update tasks set status = 'processing', lease_until = now() + interval '60 seconds' where name = 'deliver-outbox'",
    );
    const { fence = 0 } = (await findTask("deliver-outbox")) ?? {};
    await deliver();
    expect([(await findTask("deliver-outbox"))?.fence, await sandbox.mailsTo(email)]).toEqual([fence, []]);
    await database("update tasks set lease_until = now() where name = 'deliver-outbox'");
    await deliver();
    expect(await findTask("deliver-outbox")).toMatchObject({
      fence: fence + 1,
      status: "completed",
      found: 1,
      processed: 1,
    });
    expect(await sandbox.mailsTo(email)).toHaveLength(1);
  });
});

test("a mail that cannot be written is given up, and the reason names the field", async () => {
  const email = await createWaitingMail();
  await database("update outbox set payload = payload || $2 where recipient = $1", [email, { changed_at: 7 }]);
  await deliver();
  expect(await findMessage(email)).toMatchObject({
    failed_at: expect.any(Date),
    last_error: "email: passwordChanged cannot be rendered: The payload of passwordChanged is not valid at: changed_at",
  });
  expect(await sandbox.mailsTo(email)).toEqual([]);
});

test("a mail that a killed runner had taken is sent once its lease has ended, and not before", async () => {
  const email = await createWaitingMail();
  await database("update outbox set lease_until = now() + interval '60 seconds', attempts = 1 where recipient = $1", [
    email,
  ]);
  await deliver();
  expect(await sandbox.mailsTo(email)).toEqual([]);
  await database("update outbox set lease_until = now() where recipient = $1", [email]);
  await deliver();
  expect(await sandbox.mailsTo(email)).toHaveLength(1);
});

test("a mail that is being sent is left to its runner for 60 seconds", async () => {
  const email = await createWaitingMail();
  await sandbox.addFault({ service: "email", kind: "delay", value: 500, text: email });
  const delivery = deliver();
  await expect.poll(async () => (await findMessage(email))?.attempts, { interval: 10 }).toBe(1);
  const [lease] = await database<{ s: number }>(
    "select extract(epoch from lease_until - now())::float as s from outbox where recipient = $1",
    [email],
  );
  expect(lease?.s).toBeGreaterThan(50);
  expect(lease?.s).toBeLessThanOrEqual(60);
  await delivery;
  expect(await sandbox.mailsTo(email)).toHaveLength(1);
});

test("a mail that another runner is just taking stops none of the others", async () => {
  const [lockedEmail, freeEmail] = [await createWaitingMail(), await createWaitingMail()];
  const statement = "select 1 from outbox where recipient = $1 for update";
  const lock = await hold(statement, [lockedEmail], app.sandbox.databaseUrl);
  try {
    await deliver();
    expect([await sandbox.mailsTo(freeEmail), await sandbox.mailsTo(lockedEmail)]).toMatchObject([
      [{ to: freeEmail }],
      [],
    ]);
  } finally {
    await lock.release();
  }
  await deliver();
  expect(await sandbox.mailsTo(lockedEmail)).toHaveLength(1);
});

describe("while the email provider is down", () => {
  test("30 mails are asked for without noticing it, and all arrive exactly once afterwards", async () => {
    await sandbox.addFault({ service: "email", kind: "status", value: 500, times: 100_000 });
    const users = await Promise.all(Array.from({ length: 30 }, () => factories.createUser()));
    const emails = users.map((user) => user.email);
    const listReceived = async () => (await sandbox.mailsTo("")).filter(({ to }) => emails.includes(to));
    await Promise.all(emails.map(requestReset));
    const listTried = () => database("select 1 from outbox where recipient = any($1) and attempts > 0", [emails]);
    await expect.poll(async () => (await deliver(), await listTried()).length).toBe(30);
    expect(await listReceived()).toEqual([]);
    await sandbox.clearFaults();
    await expect
      .poll(async () => {
        await makeDue();
        await deliver();
        return (await database("select 1 from outbox where recipient = any($1) and sent_at is null", [emails])).length;
      })
      .toBe(0);
    const mails = await listReceived();
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(emails.toSorted());
    expect(new Set(mails.map((mail) => mail.idempotency_key)).size).toBe(30);
  });

  test("a try that fails waits longer each time, at most a minute", async () => {
    await sandbox.addFault({ service: "email", kind: "status", value: 503, times: 100 });
    const email = await createWaitingMail();
    const waitByAttempt = new Map<number, number>();
    const tryOnce = async () => {
      await makeDue();
      await deliver();
      // An earlier test's queue message may be retrying the mail, so a leased row is read in the next round.
      const [row] = await database<{ attempts: number; wait_s: number }>(
        `select attempts, extract(epoch from next_at - lease_until)::float as wait_s
         from outbox where recipient = $1 and lease_until <= now()`,
        [email],
      );
      if (row) waitByAttempt.set(row.attempts, row.wait_s);
      return row?.attempts ?? 0;
    };
    await expect.poll(tryOnce, { interval: 1 }).toBeGreaterThanOrEqual(7);
    expect(waitByAttempt.size).toBeGreaterThan(3);
    for (const [attempts, wait_s] of waitByAttempt)
      expect(wait_s, `after try ${attempts}`).toBe(Math.min(2 ** attempts, 60));
    expect(await findMessage(email)).toMatchObject({ sent_at: null, failed_at: null });
  });

  test("a request is not slower than otherwise", async () => {
    await sandbox.addFault({ service: "email", kind: "hang", times: 10 });
    const { email } = await factories.createUser();
    const startedAt = performance.now();
    await requestReset(email);
    // The gateway times out after 10 s.
    expect(performance.now() - startedAt).toBeLessThan(9000);
  });
});

test.each([
  ["cut", { kind: "cut" }],
  ["answered with an error", { kind: "status", value: 502 }],
] as const)("a mail that was accepted and then %s is not doubled", async (_what, fault) => {
  const { email } = await factories.createUser();
  // The fault applies to this mail only, not to mails that an earlier test left.
  await sandbox.addFault({ service: "email", when: "after", text: email, ...fault });
  await requestReset(email);
  await expect.poll(async () => (await findMessage(email))?.attempts).toBeGreaterThanOrEqual(1);
  await expect
    .poll(async () => {
      await makeDue();
      await deliver();
      return (await findMessage(email))?.sent_at;
    })
    .toBeInstanceOf(Date);
  expect(await sandbox.mailsTo(email)).toHaveLength(1);
  const key = `outbox-${(await findMessage(email))?.id}-`;
  const calls = (await sandbox.callsTo("email")).filter((call) => call.idempotency_key?.startsWith(key));
  expect(calls.length).toBeGreaterThanOrEqual(2);
  expect(new Set(calls.map((call) => call.idempotency_key)).size).toBe(1);
});

// https://resend.com/docs/dashboard/emails/idempotency-keys: a key that another message used in the last 24 hours is
// refused. Ids repeat after a database was restored to an earlier instant (ops/README.md).
test("a mail is sent, though another one had its id before the database was restored", async () => {
  const earlierEmail = await createWaitingMail();
  await deliver();
  await expect.poll(async () => (await findMessage(earlierEmail))?.sent_at).toBeInstanceOf(Date);
  const [lostMail] = await database<{ id: string }>("delete from outbox where recipient = $1 returning id", [
    earlierEmail,
  ]);
  const email = uniqueEmail();
  await database(
    `insert into outbox (id, channel, type, recipient, payload) overriding system value
     values ($1, 'email', 'passwordChanged', $2, $3)`,
    [lostMail?.id, email, { first_name: "A", last_name: "B", changed_at: "2026-11-20T10:00:00.000Z" }],
  );
  await deliver();
  await expect
    .poll(() => findMessage(email))
    .toMatchObject({ id: lostMail?.id, sent_at: expect.any(Date), failed_at: null });
  expect(await sandbox.mailsTo(email)).toHaveLength(1);
});

test("a mail that the provider refuses for good is given up, once", async () => {
  await sandbox.addFault({ service: "email", kind: "status", value: 422 });
  const email = await createWaitingMail();
  await deliver();
  await makeDue();
  await deliver();
  expect(await findMessage(email)).toMatchObject({ attempts: 1, sent_at: null, failed_at: expect.any(Date) });
});

test("a mail that could not be sent for 24 hours is given up, because the provider forgets its key by then", async () => {
  await sandbox.addFault({ service: "email", kind: "status", value: 503, times: 100 });
  const [youngEmail, oldEmail] = [await createWaitingMail(), await createWaitingMail()];
  const unclearSince = (email: string, age: string) =>
    database(
      "update outbox set created_at = now() - $2::interval, unclear_at = now() - $2::interval where recipient = $1",
      [email, age],
    );
  await unclearSince(youngEmail, "23 hours");
  await unclearSince(oldEmail, "25 hours");
  await deliver();
  expect(await findMessage(youngEmail)).toMatchObject({ attempts: 1, sent_at: null, failed_at: null });
  expect(await findMessage(oldEmail)).toMatchObject({ attempts: 1, sent_at: null, failed_at: expect.any(Date) });
  await sandbox.clearFaults();
  await makeDue();
  await deliver();
  expect([await sandbox.mailsTo(youngEmail), await sandbox.mailsTo(oldEmail)]).toMatchObject([
    [{ to: youngEmail }],
    [],
  ]);
});

test("a mail that waited days for a new key survives a failure in passing, and is given up after a week", async () => {
  const failAfterRefusal = async (age: string): Promise<string> => {
    const email = await createWaitingMail();
    for (const status of [401, 503]) {
      await sandbox.addFault({ service: "email", kind: "status", value: status });
      await deliver();
      await database("delete from timers");
      await database("update outbox set created_at = now() - $2::interval where recipient = $1", [email, age]);
      await makeDue();
    }
    await deliver();
    return email;
  };
  const [email, oldEmail] = [await failAfterRefusal("6 days"), await failAfterRefusal("8 days")];
  expect(await findMessage(email)).toMatchObject({ sent_at: expect.any(Date), failed_at: null });
  expect(await findMessage(oldEmail)).toMatchObject({ attempts: 2, sent_at: null, failed_at: expect.any(Date) });
});

test("a mail that the provider's quota held back for days is sent when the quota allows it", async () => {
  const email = await createWaitingMail();
  for (let times = 0; times < 2; times += 1) {
    await sandbox.addFault({ service: "email", kind: "status", value: 429 });
    await deliver();
    await database("delete from timers");
    await database("update outbox set created_at = now() - interval '2 days' where recipient = $1", [email]);
    await makeDue();
  }
  expect(await findMessage(email)).toMatchObject({ attempts: 2, failed_at: null, unclear_at: null });
  await deliver();
  expect(await findMessage(email)).toMatchObject({ sent_at: expect.any(Date) });
});

test("a mail that is sent keeps no personal data but the address", async () => {
  const email = await createWaitingMail();
  await deliver();
  // The payload stays until the provider's report, because the mail may still fail.
  await expect.poll(() => findMessage(email)).toMatchObject({ payload: {}, sent_at: expect.any(Date) });
});

describe("during a pause that the provider of text messages asked for", () => {
  const createWaitingTexts = async (count: number): Promise<string[]> => {
    const rows = await database<{ id: string }>(
      `insert into outbox (channel, type, recipient, payload)
       select 'phone', 'userRoleAdded', '+1512555010' || n, $1::jsonb from generate_series(1, $2) n returning id`,
      [payloads.userRoleAdded, count],
    );
    return rows.map(({ id }) => id);
  };
  const listTexts = (ids: string[]) =>
    database<{ attempts: number; is_sent: boolean; is_leased: boolean }>(
      `select attempts, sent_at is not null as is_sent, lease_until > now() as is_leased
       from outbox where id = any($1) order by attempts`,
      [ids],
    );
  const listAnswers = async () =>
    (await sandbox.callsTo("sms"))
      .filter(({ path }) => path.endsWith("/Messages.json"))
      .map(({ status }) => status)
      .toReversed();

  test("the next queue message is that of its end", async () => {
    await database("insert into timers (name, at) values ('phone', now() + interval '5 minutes')");
    const ids = await createWaitingTexts(1);
    const { email } = await factories.createUser();
    await requestReset(email);
    await sandbox.waitForMail(email);
    const findSchedule = async () =>
      (
        await database<{ is_at_end: boolean }>(
          `select w.at = p.at as is_at_end from timers w join timers p on p.name = 'phone' where w.name = 'wake-up'`,
        )
      )[0];
    await expect.poll(findSchedule).toEqual({ is_at_end: true });
    expect(await listTexts(ids)).toEqual([{ attempts: 0, is_sent: false, is_leased: false }]);
  });

  // https://www.twilio.com/docs/api/errors/20429
  test("the rest is not tried, and leaves when it ends", async () => {
    const answersBefore = (await listAnswers()).length;
    await sandbox.addFault({ service: "sms", kind: "status", value: 429, retry_after: 300, body: { code: 20429 } });
    const ids = await createWaitingTexts(3);
    await deliver();
    const rest = { attempts: 0, is_sent: false, is_leased: false };
    await expect.poll(() => listTexts(ids)).toEqual([rest, rest, { attempts: 1, is_sent: false, is_leased: false }]);
    expect((await listAnswers()).slice(answersBefore)).toEqual([429]);
    await database("delete from timers");
    await makeDue();
    await deliver();
    await expect.poll(async () => (await listTexts(ids)).every(({ is_sent }) => is_sent)).toBe(true);
    expect((await listAnswers()).slice(answersBefore)).toEqual([429, 201, 201, 201]);
  });

  // https://www.twilio.com/docs/api/errors/20003
  test("because it suspended the account, all wait, an alarm says so, and all leave when it is active", async () => {
    const answersBefore = (await listAnswers()).length;
    const linesBefore = app.lines.length;
    await sandbox.post("/sms/account", { status: "suspended" });
    const ids = await createWaitingTexts(3);
    await deliver();
    await sandbox.post("/sms/account", { status: "active" });
    expect((await listAnswers()).slice(answersBefore)).toEqual([401]);
    expect((await listTexts(ids)).map(({ is_sent }) => is_sent)).toEqual([false, false, false]);
    await expect
      .poll(() => app.lines.slice(linesBefore).filter((line) => line.includes('"name":"phone-refused"')))
      .toEqual([expect.stringContaining("answered 401, error 20003")]);
    await database("delete from timers");
    await makeDue();
    await deliver();
    await expect.poll(async () => (await listTexts(ids)).every(({ is_sent }) => is_sent)).toBe(true);
    expect((await listAnswers()).slice(answersBefore)).toEqual([401, 201, 201, 201]);
  });
});
