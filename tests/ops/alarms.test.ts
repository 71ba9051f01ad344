import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startOwnApp } from "../support/app.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { sandboxAt } from "../support/sandbox.ts";

/** What a team's chat takes; it may be told to refuse. */
const chat = { told: [] as string[], status: 200 };
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    if (chat.status === 200) chat.told.push(JSON.parse(text).text);
    response.writeHead(chat.status).end();
  });
});
let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let look: () => Promise<void>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, it has an address of this kind.
  const { port } = server.address() as AddressInfo;
  app = await startOwnApp({ ALARM_URL: `http://127.0.0.1:${port}/hooks/T0/B0` });
  database = openDatabase(app.sandbox.databaseUrl);
  look = () => sandboxAt(app.sandbox.url).runJob("raise-alarms");
});
afterAll(async () => {
  await app?.stop();
  await new Promise((resolve) => server.close(resolve));
});

const takeTold = () => chat.told.splice(0);

test("a number that becomes bad is told once, again after six hours, and when it is good again", async () => {
  await look();
  expect(takeTold()).toEqual([]);

  await database(`insert into outbox (channel, type, recipient, payload, failed_at)
    values ('email', 'passwordChanged', 'a@example.test', '{}', now())`);
  await look();
  await look();
  expect(takeTold()).toEqual([
    `CrunchBox at ${app.sandbox.vars["PUBLIC_URL"]}\nmails-given-up: 1 mails were given up within a day`,
  ]);

  await database("update alarms set told_at = now() - interval '7 hours'");
  await look();
  expect(takeTold()).toHaveLength(1);

  await database("delete from outbox where failed_at is not null");
  await look();
  await look();
  expect(takeTold()).toEqual([`CrunchBox at ${app.sandbox.vars["PUBLIC_URL"]}\nmails-given-up: good again`]);
});

test("an alarm that nobody took is told at the next look", async () => {
  await database(
    "insert into stripe_events (id, type, object_id, created, status) values ('evt_1', 'x', 'y', 1, 'given-up')",
  );
  chat.status = 500;
  await expect(look()).rejects.toThrow("job");
  chat.status = 200;
  await look();
  expect(takeTold().join()).toContain("callbacks-given-up: 1 callbacks");
});

test.each([
  [
    "mails-wait",
    `insert into outbox (channel, type, recipient, payload, created_at, next_at)
     values ('email', 'passwordChanged', 'a@example.test', '{}', now() - interval '40 minutes', now() + interval '1 day')`,
  ],
  [
    "mails-not-sent",
    `insert into outbox (channel, type, recipient, payload, next_at, returned_at)
     values ('email', 'passwordChanged', 'b@example.test', '{}', now() + interval '1 day', now())`,
  ],
  [
    "callbacks-wait",
    `insert into stripe_events (id, type, object_id, created, received_at, next_at)
     values ('evt_2', 'x', 'y', 1, now() - interval '2 hours', now() + interval '1 day')`,
  ],
  ["jobs-failed", "insert into tasks (name, status) values ('some-job', 'failed')"],
  [
    "tasks-stand-still",
    `with run as (insert into task_runs (task, trigger) values ('some-task', 'schedule') returning id)
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
    "partners-unreachable",
    "insert into partners (name, failing_since, reason) values ('fulex', now() - interval '1 hour', 'no connection')",
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
  await look();
  expect(takeTold().join("\n")).toContain(`${name}: `);
});

test("a database that does not answer is an alarm by itself", async () => {
  await app.sandbox.postgres.kill();
  try {
    await expect(look()).rejects.toThrow("job");
  } finally {
    await app.sandbox.postgres.restart();
  }
  expect(takeTold().join()).toContain("database-down");
});
