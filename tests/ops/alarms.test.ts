// A shop with a chat of its own takes seconds to start, so all tests of its alarms share it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAlarmGateway } from "../../worker/gateways/alarm.ts";
import { startOwnApp } from "../support/app.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";

/** The team's chat: the messages it received, the last body, and the status it answers with. */
const chat = { told: [] as string[], lastBody: {} as unknown, status: 200 };
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    chat.lastBody = JSON.parse(text);
    if (chat.status === 200) chat.told.push(JSON.parse(text).text);
    response.writeHead(chat.status).end();
  });
});
let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let raiseAlarms: () => Promise<void>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // `as`: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  app = await startOwnApp({ ALARM_URL: `http://127.0.0.1:${port}/hooks/T0/B0` });
  database = openDatabase(app.sandbox.databaseUrl);
  raiseAlarms = () => sandboxAt(app.sandbox.url).runJob("raise-alarms");
});
afterAll(async () => {
  await app?.stop();
  await new Promise((resolve) => server.close(resolve));
});

const takeMessages = () => chat.told.splice(0);

test("a number that becomes bad is told once, again after six hours, and when it is good again", async () => {
  await raiseAlarms();
  expect(takeMessages()).toEqual([]);

  await database(`insert into outbox (channel, type, recipient, payload, failed_at)
    values ('email', 'passwordChanged', 'a@example.test', '{}', now())`);
  await raiseAlarms();
  await raiseAlarms();
  expect(takeMessages()).toEqual([
    `CrunchBox at ${app.sandbox.vars["PUBLIC_URL"]}\nmails-given-up: emails given up within a day: 1`,
  ]);

  await database("update alarms set told_at = now() - interval '7 hours'");
  await raiseAlarms();
  expect(takeMessages()).toHaveLength(1);

  await database("delete from outbox where failed_at is not null");
  await raiseAlarms();
  await raiseAlarms();
  expect(takeMessages()).toEqual([`CrunchBox at ${app.sandbox.vars["PUBLIC_URL"]}\nmails-given-up: good again`]);
});

// https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using: "Workflows
// support Adaptive Cards only". A workflow answers a plain text with 202 and then fails
// (https://github.com/MicrosoftDocs/msteams-docs/issues/11302).
test("a workflow of Teams gets an adaptive card with a line for each alarm", async () => {
  // `as`: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const path = "/powerautomate/automations/direct/workflows/4f0c/triggers/manual/paths/invoke?api-version=1&sig=x";
  const gateway = createAlarmGateway({ ALARM_URL: `http://127.0.0.1:${port}${path}` });
  await gateway.raise("CrunchBox at https://shop.test\nmails-wait: good again");
  takeMessages();
  expect(chat.lastBody).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          body: [
            { type: "TextBlock", text: "CrunchBox at https://shop.test" },
            { type: "TextBlock", text: "mails-wait: good again" },
          ],
        },
      },
    ],
  });
});

test("a phone that gets no text messages is no alarm, however many are undelivered", async () => {
  await database(`insert into outbox (channel, type, recipient, payload, failed_at, returned_at)
    select 'phone', 'userRoleAdded', '+15125550100', '{}', now(), now() from generate_series(1, 5)`);
  await raiseAlarms();
  expect(takeMessages()).toEqual([]);
});

test("an alarm that nobody took is told at the next look", async () => {
  await database(
    "insert into stripe_events (id, type, object_id, created, status) values ('evt_1', 'x', 'y', 1, 'given-up')",
  );
  chat.status = 500;
  await expect(raiseAlarms()).rejects.toThrow("job");
  chat.status = 200;
  await raiseAlarms();
  expect(takeMessages().join()).toContain(
    "webhooks-given-up: webhooks of the payment provider given up within three days: 1",
  );
});

test.each([
  [
    "requests-fail",
    `insert into request_minutes (minute, route, status, requests, up_to_50)
     values (now(), 'GET /store', 2, 900, 900), (now(), 'GET /store', 5, 10, 10)`,
  ],
  [
    "requests-slow",
    `insert into request_minutes (minute, route, status, requests, up_to_50, up_to_2500)
     values (now(), 'GET /slow', 2, 9000, 4500, 4500)`,
  ],
  [
    "sign-ins-fail",
    `insert into request_minutes (minute, route, status, requests, up_to_50)
     values (now(), 'POST /v1/sso/session', 2, 8, 8), (now(), 'POST /v1/sso/session', 4, 15, 15)`,
  ],
  [
    "checkouts-fell",
    `insert into orders
     select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(), 'order_number', 'COPY-' || n,
       'cart_no', 'COPY-' || n, 'attempt_id', null, 'stripe_id', null,
       'created_at', now() - (1 + n % 4) * interval '7 days' - interval '20 minutes'))).*
     from (select * from orders limit 1) o, generate_series(1, 40) n`,
  ],
  [
    "mails-wait",
    `insert into outbox (channel, type, recipient, payload, created_at, next_at)
     values ('email', 'passwordChanged', 'a@example.test', '{}', now() - interval '40 minutes', now() + interval '1 day')`,
  ],
  ["captcha-over-quota", "insert into timers (name, at) values ('captcha-over-quota', now())"],
  [
    "mails-not-sent",
    `insert into outbox (channel, type, recipient, payload, next_at, returned_at)
     values ('email', 'passwordChanged', 'b@example.test', '{}', now() + interval '1 day', now())`,
  ],
  [
    "texts-not-delivered",
    `insert into outbox (channel, type, recipient, payload, failed_at, returned_at)
     select 'phone', 'userRoleAdded', '+1512555010' || n, '{}', now(), now() from generate_series(1, 3) n`,
  ],
  [
    "webhooks-wait",
    `insert into stripe_events (id, type, object_id, created, received_at, next_at)
     values ('evt_2', 'x', 'y', 1, now() - interval '2 hours', now() + interval '1 day')`,
  ],
  [
    "customers-wait",
    `insert into customer_updates (org_id, created_at, next_at)
     select id, now() - interval '2 hours', now() + interval '1 day' from organizations limit 1`,
  ],
  ["jobs-failed", "insert into tasks (name, status) values ('some-job', 'failed')"],
  [
    "tasks-stand-still",
    `with run as (
       insert into task_runs (task, trigger, started_at) values ('some-task', 'schedule', now() - interval '2 hours')
       returning id
     )
     insert into tasks (name, status, run_id, lease_until)
     select 'some-task', 'processing', id, now() - interval '1 hour' from run`,
  ],
  [
    "task-records-failed",
    `with run as (
       insert into task_runs (task, trigger, status, failed) values ('other-task', 'schedule', 'completed', 3) returning id
     ) insert into tasks (name, run_id) select 'other-task', id from run`,
  ],
  [
    "integrations-unreachable",
    `insert into partners (name, failing_since, failed_at, reason)
     values ('fulex', now() - interval '1 hour', now(), 'no connection')`,
  ],
  [
    "invoices-to-review",
    "update invoices set needs_review = true where id = (select min(id::text)::uuid from invoices)",
  ],
  [
    "books-differ",
    `insert into book_differences (kind, reference_type, reference_id, expected, found, cause, last_seen_run)
     values ('orphan_charge', 'charge', 'ch_1', 0, 100, 'charged_by_nobody', gen_random_uuid())`,
  ],
])("%s is an alarm", async (name, statement) => {
  await database(statement);
  await raiseAlarms();
  expect(takeMessages().join("\n")).toContain(`${name}: `);
});

test("one failed call to an integration that is seldom called is no alarm", async () => {
  await database(
    `insert into partners (name, failing_since, failed_at, reason)
     values ('fulex', now() - interval '1 hour', now() - interval '1 hour', 'no connection')
     on conflict (name) do update set failing_since = excluded.failing_since, failed_at = excluded.failed_at`,
  );
  await raiseAlarms();
  expect(await database("select 1 from alarms where name = 'integrations-unreachable'")).toEqual([]);
});

test("a job whose worker is killed each time is an alarm after three hours", async () => {
  await database("delete from tasks");
  await raiseAlarms();
  takeMessages();
  const insertRun = (name: string, age: string) =>
    database(
      `insert into tasks (name, status, started_at, last_success_at, lease_until)
       values ($1, 'processing', now() - interval '2 minutes', now() - $2::interval, now() - interval '1 minute')`,
      [name, age],
    );
  await insertRun("anchor-audit", "2 hours");
  await raiseAlarms();
  expect(takeMessages().join("\n")).not.toContain("jobs-failed");
  await insertRun("clean-up", "5 hours");
  await raiseAlarms();
  expect(takeMessages().join("\n")).toContain("jobs-failed: ");
});

test.each([
  [
    "mails-wait",
    "an old mail that is sent again",
    `insert into outbox (channel, type, recipient, payload, created_at, resent_at, next_at)
     values ('email', 'passwordChanged', 'c@example.test', '{}', now() - interval '2 days', now(), now() + interval '1 day')`,
  ],
  [
    "mails-wait",
    "a mail that the provider returned",
    `insert into outbox (channel, type, recipient, payload, created_at, returned_at, next_at)
     values ('email', 'passwordChanged', 'd@example.test', '{}', now() - interval '2 hours', now(), now() + interval '1 day')`,
  ],
  [
    "tasks-stand-still",
    "a run that has just begun",
    `with run as (insert into task_runs (task, trigger) values ('new-task', 'manual') returning id)
     insert into tasks (name, status, run_id, lease_until)
     select 'new-task', 'processing', id, now() - interval '10 hours' from run`,
  ],
])("%s is no alarm of %s", async (name, _what, statement) => {
  await database("delete from outbox");
  await database("delete from tasks");
  await raiseAlarms();
  takeMessages();
  await database(statement);
  await raiseAlarms();
  expect(takeMessages().join("\n")).not.toContain(`${name}: `);
});

test.each([
  [
    "49 requests, all failed",
    `insert into request_minutes (minute, route, status, requests, slower) values (now(), 'GET /store', 5, 49, 49)`,
  ],
  [
    "1 % of 1,000 requests failed, and all of those six minutes ago",
    `insert into request_minutes (minute, route, status, requests, up_to_50)
     values (now(), 'GET /store', 2, 990, 990), (now(), 'GET /store', 5, 10, 10),
       (now() - interval '6 minutes', 'GET /store', 5, 900, 900)`,
  ],
  [
    "19 sign-ins, all refused",
    `insert into request_minutes (minute, route, status, requests, up_to_50)
     values (now(), 'POST /v1/sso/session', 4, 19, 19)`,
  ],
])("%s: no alarm", async (_, statement) => {
  await database("delete from request_minutes");
  await raiseAlarms();
  takeMessages();
  await database(statement);
  await raiseAlarms();
  expect(takeMessages().join("\n")).not.toMatch(/requests-|sign-ins-/);
});

test("a database that does not answer is an alarm by itself", async () => {
  await app.sandbox.postgres.kill();
  try {
    await expect(raiseAlarms()).rejects.toThrow("job");
  } finally {
    await app.sandbox.postgres.restart();
  }
  expect(takeMessages().join()).toContain("database-down");
});
