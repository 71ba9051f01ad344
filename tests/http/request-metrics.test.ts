import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { actorsOn } from "../support/actors.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";

const token = "a-token-of-who-watches-the-requests";
let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
beforeAll(async () => {
  app = await startOwnApp({ METRICS_TOKEN: token });
  database = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

const createVisitor = () => createClient({ url: app.worker.url });
const readMetrics = async (bearer?: string) =>
  (await createVisitor().fetch("/metrics", { headers: { authorization: bearer ? `Bearer ${bearer}` : null } })).text();
const readSample = async (name: string) => {
  const line = (await readMetrics(token)).split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};

test("requests are counted by route and status class, with their times and those of the database", async () => {
  for (let turn = 0; turn < 3; turn += 1)
    expect((await createVisitor().fetch("/v1/store/categories")).status).toBe(200);
  for (let turn = 0; turn < 2; turn += 1) expect((await createVisitor().fetch("/v1/admin/users")).status).toBe(401);
  await createVisitor().fetch("/no/such/page/1");
  await createVisitor().fetch("/no/such/page/2");
  const { user } = await actorsOn({
    query: database,
    factories: factoriesOn(database),
    url: app.worker.url,
  }).signedInAdmin();
  await createVisitor().call(signIn, { body: { username: user.email, password: "wrong-Passw0rd!" } });

  // The worker writes measurements in the order of the requests, so the last one proves that all are written.
  const lastLabels = `{route="POST /v1/sso/session",status="4xx"}`;
  await expect.poll(() => readSample(`crunchbox_request_seconds_count${lastLabels}`)).toBe(1);
  const text = await readMetrics(token);
  expect(text).toContain(
    `crunchbox_request_seconds_bucket{route="GET /v1/store/categories",status="2xx",le="+Inf"} 3\n`,
  );
  expect(text).toContain(`crunchbox_request_seconds_count{route="GET /v1/admin/users",status="4xx"} 2\n`);
  expect(text).toContain(`crunchbox_request_seconds_count{route="none",status="4xx"} 2\n`);
  expect(text).not.toContain("/no/such/page");
  expect(text).toMatch(/crunchbox_database_statements_total\{route="POST \/v1\/sso\/session",status="4xx"\} [1-9]/);
  expect(text).toMatch(/^crunchbox_sign_in_failures 1$/m);
});

test("the age of the queue is that of the oldest message or webhook that is due", async () => {
  expect(await readSample("crunchbox_queue_oldest_seconds")).toBeLessThan(600);
  await database(
    `insert into stripe_events (id, type, object_id, created, next_at, lease_until)
     values ('evt_stuck', 'charge.refunded', 'ch_stuck', 1, now() - interval '1 hour', now() + interval '1 hour')`,
  );
  await expect.poll(() => readSample("crunchbox_queue_oldest_seconds")).toBeGreaterThanOrEqual(3600);
  expect(await readSample("crunchbox_queue_oldest_seconds")).toBeLessThan(3900);
});

test("only the token shows requests", async () => {
  for (const bearer of [undefined, "another-token"]) expect(await readMetrics(bearer)).not.toContain("request_seconds");
});

test("counts that the database refused are added once it answers", async () => {
  const sandbox = sandboxAt(app.sandbox.url);
  // Only the statement that writes the counts of this route contains the route's name.
  const route = "GET /v1/sso/session";
  await sandbox.addFault({ service: "database", kind: "status", value: 503, times: 1, text: route });
  const isRefused = async () => !JSON.stringify(await sandbox.faults()).includes(route);
  expect(await isRefused()).toBe(false);
  const labels = `{route="${route}",status="4xx"}`;
  const bearer = "a".repeat(43);
  const ask = () => createClient({ url: app.worker.url, bearer }).fetch("/v1/sso/session");
  expect((await ask()).status).toBe(401);
  await expect.poll(isRefused).toBe(true);
  expect(await readSample(`crunchbox_request_seconds_count${labels}`)).toBeUndefined();
  await expect
    .poll(
      async () => {
        await createVisitor().fetch(`/v1/store/products?search=${crypto.randomUUID()}`); // triggers another write
        return readSample(`crunchbox_request_seconds_count${labels}`);
      },
      { interval: 1000 },
    )
    .toBe(1);
});

test("minutes older than a day are added up, so that no sum falls", async () => {
  await database(
    `insert into request_minutes (minute, route, status, requests, ms, up_to_50)
     select now() - n * interval '1 hour', 'GET /old', 2, 10, 100, 10 from unnest('{1,26,27}'::int[]) n`,
  );
  const labels = `{route="GET /old",status="2xx"}`;
  await expect.poll(() => readSample(`crunchbox_request_seconds_count${labels}`)).toBe(30);
  await sandboxAt(app.sandbox.url).runJob("clean-up");
  const rows = await database(
    "select minute = 'epoch' as is_old, requests from request_minutes where route = 'GET /old'",
  );
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ is_old: true, requests: "20" });
  await expect.poll(() => readSample(`crunchbox_request_seconds_count${labels}`)).toBe(30);
});
