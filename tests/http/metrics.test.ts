import { afterAll, beforeAll, expect, test } from "vitest";
import { requestPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { openDatabase, type Query } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";

const token = "a-token-of-who-watches-the-shop";
let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
beforeAll(async () => {
  app = await startOwnApp({ METRICS_TOKEN: token });
  database = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

/** Values of the metrics page by name; an isolate caches the page for 5 s. */
async function fetchMetrics(bearer?: string): Promise<Record<string, number>> {
  const headers = { authorization: bearer === undefined ? null : `Bearer ${bearer}` };
  const text = await (await createClient({ url: app.worker.url }).fetch("/metrics", { headers })).text();
  return Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])]),
  );
}
const fetchSentCount = async () => (await fetchMetrics(token))["crunchbox_outbox_sent"] ?? 0;

/** Waits until the public values stay the same for at least a minute; they change every ten minutes. */
const waitForSteadyValues = () => expect.poll(() => 600 - ((Date.now() / 1000) % 600)).toBeGreaterThan(60);

test("a stranger cannot tell from the metrics whether a reset mail went out; who has the token counts it", async () => {
  await waitForSteadyValues();
  const { email } = await factoriesOn(database).createUser();
  const [publicBefore, before] = [await fetchMetrics(), await fetchSentCount()];
  const resetRequest = { body: { email } };
  (await createClient({ url: app.worker.url }).call(requestPasswordReset, resetRequest)).reply();
  await sandboxAt(app.sandbox.url).waitForMail(email, "Reset");
  await expect.poll(fetchSentCount, { interval: 500 }).toBe(before + 1);
  // The public page that was cached before the mail has expired by now.
  expect(await fetchMetrics()).toEqual(publicBefore);
  expect(await fetchMetrics("another-token")).toEqual(publicBefore);
});

test("what a stranger sees moves in steps of 50 and shows nothing of the last minutes", async () => {
  const insertMails = (count: number, sentAgo: string) =>
    database(
      `insert into outbox (channel, type, recipient, payload, created_at, sent_at)
       select 'email', 'welcome', 'x@example.test', '{}', now() - $2::interval, now() - $2::interval
       from generate_series(1, $1)`,
      [count, sentAgo],
    );
  await waitForSteadyValues();
  const before = await fetchSentCount();
  await insertMails(500, "1 hour");
  await insertMails(500, "0 seconds");
  await expect.poll(fetchSentCount, { interval: 500 }).toBe(before + 1000);
  const readPublic = async () => (await fetchMetrics())["crunchbox_outbox_sent"] ?? 0;
  // strangers may get the page from the cache for some seconds
  await expect.poll(readPublic, { interval: 500 }).toBeGreaterThanOrEqual(500);
  const publicCount = await readPublic();
  expect(publicCount % 50).toBe(0);
  expect(publicCount).toBeLessThanOrEqual(500 + before + 50);
});

test("the differences of the books that are open are counted", async () => {
  const fetchOpenCount = async () => (await fetchMetrics(token))["crunchbox_discrepancies_open"];
  expect(await fetchOpenCount()).toBe(0);
  await database(
    `with run as (insert into task_runs (task, trigger) values ('books', 'manual') returning id)
     insert into book_differences
       (kind, reference_type, reference_id, expected, found, cause, last_seen_run, closed_at)
     select 'orphan_charge', 'charge', 'ch_' || n, 0, 100, 'Orphan', id, case n when 3 then now() end
     from run, generate_series(1, 3) n`,
  );
  await expect.poll(fetchOpenCount).toBe(2);
});

test("the metrics are counters and gauges without ids, addresses or names", async () => {
  const response = await createClient({ url: app.worker.url }).fetch("/metrics");
  const text = await response.text();
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.length).toBeGreaterThan(3);
  for (const sample of samples) expect(sample).toMatch(/^[a-z_]+ \d+(\.\d+)?$/);
  for (const sample of samples) expect(text).toContain(`# TYPE ${sample.split(" ")[0]} `);
  expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}/);
});
