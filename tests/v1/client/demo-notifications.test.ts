import { afterAll, beforeAll, expect, test } from "vitest";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { seedDemo } from "../../../sandbox/seed/demo.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  for (let times = 0; times < 2; times += 1) await seedDemo(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

test("Acme's people have 40 notifications of many types, some read, and each says something", async () => {
  const people = await database<{ id: string }>(
    "select u.id from users u join organizations o on o.id = u.org_id where o.name = 'Acme Robotics' and u.is_active",
  );
  const told = [];
  for (const { id } of people) {
    const client = createClient({ session: await factoriesOn(database).createSession(id), url: app.worker.url });
    const { status, text } = await client.call(listNotifications, { query: { limit: "100" } });
    if (status === 200) told.push(...JSON.parse(text).data);
  }
  expect(told).toHaveLength(40);
  expect(new Set(told.map(({ type }) => type)).size).toBeGreaterThan(10);
  expect(told.filter(({ markdown }) => markdown === "")).toEqual([]);
  const read = told.filter(({ read_at }) => read_at !== null).length;
  expect(read).toBeGreaterThan(5);
  expect(read).toBeLessThan(35);
});
