import { afterAll, beforeAll, expect, test } from "vitest";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { type Actor, actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { sampleCount } from "../../support/by-night.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { type Factories, factoriesOn } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let database: Query;
let factories: Factories;
let admin: Actor;
beforeAll(async () => {
  app = await startOwnApp({ EMAIL_REQUESTS_PER_SECOND: "200" });
  sandbox = sandboxAt(app.sandbox.url);
  await sandbox.post("/mail/account", { requests_per_second: 1000 });
  database = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(database);
  admin = await actorsOn({ query: database, factories, url: app.worker.url }).signedInAdmin();
});
afterAll(() => app?.stop());

const userCount = sampleCount({ day: 100, night: 1000 });
const deliver = () => sandbox.runJob("deliver-outbox");
/**
 * Makes waiting messages `seconds` older while no sender holds their rows. The time of creation stays, because it is
 * part of the key of a sending, which the provider's reports repeat.
 */
const passTime = (seconds: number) => {
  const time = `interval '${seconds} seconds'`;
  return database(
    `begin; lock table outbox in share row exclusive mode;
     update outbox set next_at = next_at - ${time}, lease_until = lease_until - ${time}
     where sent_at is null;
     commit`,
  );
};
const countUnsent = async () => (await database("select 1 from outbox where sent_at is null")).length;

test(`${userCount} notifications go through ten minutes without the provider: none is lost, none comes twice`, async () => {
  const { id: org_id } = await factories.createOrganization();
  await database(
    `insert into users (org_id, email, first_name, last_name, roles)
       select $1, 'reader-' || n || '@outage.test', 'Reader', 'Number ' || n, '{user}' from generate_series(1, $2) n`,
    [org_id, userCount],
  );
  await sandbox.addFault({ service: "email", kind: "status", value: 503, times: 100_000 });
  const body = {
    type: "newSoftwareVersion" as const,
    org_id,
    payload: { product: { name: "Flowpoint" }, version: "5.3.0" },
  };
  expect((await admin.client.call(sendNotification, { body })).reply()).toMatchObject({ queued: 2 * userCount });
  // Ten minutes in steps of 30 seconds, while the provider answers 503.
  for (let step = 0; step < 20; step += 1) {
    await deliver();
    await passTime(30);
  }
  expect(await countUnsent()).toBe(userCount);
  expect(await sandbox.mailsTo("")).toEqual([]);
  await sandbox.clearFaults();
  await sandbox.addFault({ service: "email", kind: "cut", when: "after", times: 5 });
  await expect
    .poll(async () => (await passTime(120), await deliver(), await countUnsent()), { timeout: 90_000, interval: 50 })
    .toBe(0);
  const received = (await sandbox.mailsTo("")).map(({ to }) => to);
  expect(received).toHaveLength(userCount);
  expect(new Set(received).size).toBe(userCount);
  // A retry repeats its key with the same body, so the provider never answers 409.
  const calls = (await sandbox.callsTo("email")).filter(({ status }) => status !== 503);
  expect(calls.filter(({ status }) => status === 409)).toEqual([]);
  expect(await database("select 1 from outbox where failed_at is not null")).toEqual([]);
  const [inApp] = await database<{ n: number }>(
    "select count(distinct user_id)::int as n from notifications n join users u on u.id = n.user_id where u.org_id = $1",
    [org_id],
  );
  expect(inApp?.n).toBe(userCount);
});
