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
  const readCount = told.filter(({ read_at }) => read_at !== null).length;
  expect(readCount).toBeGreaterThan(5);
  expect(readCount).toBeLessThan(35);
});

test("they tell nothing that Acme's orders, subscriptions, devices and software contradict", async () => {
  const contradictions = await database(`
    select n.type, n.payload
    from notifications n
      join users u on u.id = n.user_id
      join organizations o on o.id = u.org_id and o.name = 'Acme Robotics'
    where not case
      when n.type = 'orderShipped' then exists (
        select 1 from packages p
        where p.order_id = (n.payload ->> 'order_id')::uuid and p.tracking_id = n.payload ->> 'tracking_number'
      )
      when n.type like '%ubscription%' then exists (
        select 1 from subscriptions s join products p on p.id = s.product_id
        where s.org_id = o.id and p.name = n.payload -> 'product' ->> 'name'
          and coalesce((n.payload ->> 'amount')::bigint, s.amount + s.tax) = s.amount + s.tax
      )
      when n.payload ? 'device_serial' then exists (
        select 1 from devices d
        where d.org_id = o.id and d.serial = n.payload ->> 'device_serial'
          and abs(extract(epoch from d.created_at - n.created_at)) < 3600
      )
      when n.payload ? 'version' then exists (
        select 1 from software_versions v join software s on s.id = v.software_id
        where s.title = n.payload -> 'product' ->> 'name' and v.version = n.payload ->> 'version'
          and v.published_at <= n.created_at + interval '1 hour'
      )
      else true
    end`);
  expect(contradictions).toEqual([]);
});
