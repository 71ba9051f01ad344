import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createUser, getUser, inactivateUser, listUsers } from "../../../worker/contract/v1/admin/users.ts";
import { getSession } from "../../../worker/contract/v1/sso/session.ts";
import { addCartProduct, getCart } from "../../../worker/contract/v1/store/cart.ts";
import { cron, jobsDueAt } from "../../../worker/cron.ts";
import { until } from "../../../sandbox/process/deadline.ts";
import { startOwnApp } from "../../support/app.ts";
import { isWhole, limitMs } from "../../support/by-night.ts";
import { type Actor, actorsOn } from "../../support/actors.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { type Factories, factoriesOn, uniqueEmail } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";
import { type Shop, openShop } from "../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let query: Query;
let factories: Factories;
let admin: Actor;
let shop: Shop;
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  query = openDatabase(app.sandbox.databaseUrl);
  shop = openShop(app);
  factories = factoriesOn(query);
  admin = await actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
});
afterEach(async () => {
  await sandbox.clearFaults();
  await sandbox.post("/neon/sleep", { wakes_in_ms: 0 });
});
afterAll(() => app?.stop());

const invite = async (org_id: string) =>
  admin.client.call(createUser, {
    body: { org_id, email: uniqueEmail(), first_name: "A", last_name: "B", roles: ["user"] },
  });

// "activating a Neon compute from an idle state typically takes a few hundred milliseconds":
// https://neon.com/docs/connect/connection-latency
describe.each(["wait", "refuse"] as const)("a database that sleeps, while requests must %s", (meanwhile) => {
  const sleep = () => sandbox.post("/neon/sleep", { wakes_in_ms: 500, meanwhile });

  test("is read without an error", async () => {
    const readAfterSleep = async () => {
      await sleep();
      const answers = await Promise.all([admin.client.call(getSession), admin.client.call(listUsers)]);
      return answers.map(({ status }) => status);
    };
    // The time limit of a statement is two seconds, which a busy machine may exceed.
    await expect.poll(readAfterSleep).toEqual([200, 200]);
  });

  test("is written without an error, once", async () => {
    const { org_id, id } = await factories.createUser();
    await sleep();
    expect((await admin.client.call(inactivateUser, { params: { user_id: id } })).status).toBe(200);
    await sleep();
    expect((await invite(org_id)).status).toBe(201);
    expect(await query("select 1 from users where org_id = $1", [org_id])).toHaveLength(2);
  });
});

describe("a read whose answer fails is asked once more", () => {
  test.each([
    ["status 500", { kind: "status", value: 500 }],
    ["a cut connection", { kind: "cut" }],
    ["an answer that was lost", { kind: "cut", when: "after" }],
  ] as const)("after %s", async (_, fault) => {
    await sandbox.addFault({ service: "database", path: "/sql", times: 1, ...fault });
    expect((await admin.client.call(getSession)).status).toBe(200);
  });

  test("and not more often", async () => {
    // The fault hits session lookups only, because statements of earlier work may still be running.
    const lookup = { service: "database", path: "/sql", text: "is_over_for_user" } as const;
    await sandbox.addFault({ ...lookup, kind: "status", value: 500, times: 2 });
    expect((await admin.client.call(getSession)).status).toBe(503);
  });
});

test.each([
  ["status 500", { kind: "status", value: 500, when: "after" }],
  ["a lost answer", { kind: "cut", when: "after" }],
] as const)("a write is never repeated by itself, because after %s it may have been done", async (_, fault) => {
  const { id } = await factories.createUser();
  const inactivate = () => admin.client.call(inactivateUser, { params: { user_id: id } });
  // The text matches this update only, so that a mail on its way does not use up the fault.
  await sandbox.addFault({ service: "database", path: "/sql", text: "is_active <>", times: 1, ...fault });
  expect((await inactivate()).status).toBe(503);
  expect((await inactivate()).status).toBe(200);
  const auditRows = await query("select 1 from audit_log where subject_id = $1 and action = 'inactivateUser'", [id]);
  expect(auditRows).toHaveLength(1);
});

test("nor is a write that runs by a prepared plan", async () => {
  const { id } = await shop.createProduct();
  const { client } = await shop.signedIn({ roles: ["buyer"] });
  (await client.call(getCart)).reply();
  const add = () => client.call(addCartProduct, { params: { id }, body: { quantity: 1 } });
  const text = "update carts c";
  await sandbox.addFault({ service: "database", path: "/sql", text, times: 1, kind: "cut", when: "after" });
  expect((await add()).status).toBe(503);
  expect((await client.call(getCart)).reply().products).toEqual({ [id]: 1 });
});

test("an answer that begins and does not end is an outage like any other, within 3 s", async () => {
  const { id } = await factories.createUser();
  await sandbox.addFault({ service: "database", path: "/sql", kind: "stall", times: 10 });
  const started = performance.now();
  const answer = await admin.client.call(getUser, { params: { user_id: id } });
  expect([answer.status, answer.errcode]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(performance.now() - started).toBeLessThan(limitMs(3000));
});

describe("an idle database", () => {
  const hour = Array.from({ length: 60 }, (_, minute) => new Date(Date.UTC(2026, 10, 23, 12, minute)));
  // The job raise-alarms reads the database only where a webhook for alarms is configured (ALARM_URL).
  const wakingTimes = hour.filter((at) => jobsDueAt(at).some((name) => name !== "raise-alarms"));

  test("is woken at most four times an hour by the schedule", () => {
    expect(wakingTimes.length).toBeGreaterThan(0);
    expect(wakingTimes.length).toBeLessThanOrEqual(4);
  });

  /** Whether the database goes three seconds without a statement, within 20 s. */
  const isQuiet = () =>
    until(20_000, async () => {
      const { statements } = await sandbox.databaseCounts();
      return !(await until(3000, async () => (await sandbox.databaseCounts()).statements > statements));
    });

  test.runIf(isWhole)("is left asleep by the queue once nothing waits any more", async () => {
    const { org_id } = await factories.createUser();
    await sandbox.addFault({ service: "email", kind: "status", value: 503 });
    const { email } = (await invite(org_id)).reply();
    await sandbox.waitForMail(email);
    expect(await isQuiet()).toBe(true);
    // The database sleeps again after 1.5 s without a request; a health check would wake it.
    await sandbox.post("/neon/sleep", { wakes_in_ms: 0, after_idle_ms: 1500 });
    await app.worker.scheduled(cron);
    expect(await isQuiet()).toBe(true);
    const { wake_ups } = await sandbox.databaseCounts();
    expect(await until(4000, async () => (await sandbox.databaseCounts()).wake_ups > wake_ups)).toBe(false);
  });
});
