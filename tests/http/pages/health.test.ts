import { afterAll, beforeAll, expect, test } from "vitest";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

const createVisitor = () => createClient({ url: app.worker.url });
/** Makes each address unique, because the isolate caches the page for visitors by address. */
let turn = 0;
const openStatus = async () => (await createVisitor().fetch(`/status?turn=${(turn += 1)}`)).text();
const badgeOf = (html: string, name: string) =>
  new RegExp(`<h2[^>]*>${name}</h2><span class="badge [a-z ]+">([^<]+)`).exec(html)?.[1];
const insertRequests = (route: string, status: number, requests: number, column: string, ago = "2 minutes") =>
  database(
    `insert into request_minutes (minute, route, status, requests, ms, database_ms, statements, ${column})
     values (date_trunc('minute', now() - $4::interval), $1, $2, $3::int, $3::int * 100, $3::int * 40, $3::int * 2, $3::int)
     on conflict do nothing`,
    [route, status, requests, ago],
  );
const clear = () => database("delete from request_minutes");

test("the console shows the last 24 hours, and the routes that fail first", async () => {
  await clear();
  await insertRequests("GET /store/products", 2, 1200, "up_to_100", "5 hours");
  await insertRequests("GET /store/products", 5, 7, "slower", "5 hours");
  await insertRequests("POST /v1/sso/session", 4, 31, "up_to_250", "7 hours");
  await insertRequests("POST /v1/store/checkout/cart", 2, 13, "up_to_500", "9 hours");
  await insertRequests("GET /v1/long/ago", 5, 99, "slower", "25 hours");
  const { signedInAdmin, signedIn } = actorsOn({
    query: database,
    factories: factoriesOn(database),
    url: app.worker.url,
  });
  const { client } = await signedInAdmin();
  const html = await (await client.fetch("/admin/integrations/health")).text();
  const valuesOf = (title: string) => {
    const table = new RegExp(`<caption[^>]*>${title}</caption>(.*?)</table>`, "s").exec(html)?.[1] ?? "";
    return [...table.matchAll(/<td>([^<]*)<\/td>/g)].map(([, value]) => value);
  };
  expect(valuesOf("Requests")).toHaveLength(48);
  expect(valuesOf("Requests")).toContain("1,207");
  expect(valuesOf("Failed with 5xx")).toContain("7");
  expect(valuesOf("95 % answered within")).toContain("100 ms");
  expect(valuesOf("Database time of a request")).toContain("40 ms");
  expect(valuesOf("Failed sign-ins")).toContain("31");
  expect(valuesOf("Checkouts")).toContain("13");
  expect(html.indexOf("GET /store/products")).toBeGreaterThan(0);
  expect(html.indexOf("GET /store/products")).toBeLessThan(html.indexOf("POST /v1/store/checkout/cart"));
  expect(html).not.toContain("/v1/long/ago");
  for (const href of ["/admin/audit?action=refuseSignIn", "/admin/orders", "/admin/integrations/outbox"])
    expect(html).toContain(`href="${href}"`);
  expect((await (await signedIn()).client.fetch("/admin/integrations/health")).status).toBe(404);
});

test("the status page says in a word whether each part works, without a number of requests or a route", async () => {
  await clear();
  await insertRequests("GET /store/products", 2, 4321, "up_to_100");
  await insertRequests("POST /v1/sso/session", 5, 8, "slower");
  await insertRequests("POST /v1/store/checkout/cart", 2, 40, "slower");
  const html = await openStatus();
  expect(badgeOf(html, "Store")).toBe("Working");
  expect(badgeOf(html, "Sign-in")).toBe("Down");
  expect(badgeOf(html, "Checkout")).toBe("Slow");
  expect(badgeOf(html, "Downloads")).toBe("Working");
  expect(badgeOf(html, "Email and text messages")).toBe("Working");
  expect(html).toContain("Down at the moment: Sign-in.");
  expect(html).not.toMatch(/4,?321|\/v1\/|postgres|request_minutes/);
  expect(html.match(/<li [^>]*(working|slow|down|quiet)/g)).toHaveLength(5 * 24);
});

test("mails that wait for over an hour are down", async () => {
  await database(`insert into outbox (channel, type, recipient, payload, created_at, next_at, lease_until)
    values ('email', 'passwordChanged', 'a@example.test', '{}', now() - interval '2 hours', now() - interval '2 hours',
      now() + interval '1 hour')`);
  expect(badgeOf(await openStatus(), "Email and text messages")).toBe("Down");
  await database("delete from outbox where recipient = 'a@example.test'");
  expect(badgeOf(await openStatus(), "Email and text messages")).toBe("Working");
});

test("the edge keeps the status page until it is a minute old", async () => {
  const { headers } = await createVisitor().fetch("/status");
  const [, seconds] = /^public, max-age=0, s-maxage=(\d+)$/.exec(headers.get("cache-control") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
});

test("the status page answers without a database, and says so", async () => {
  await app.sandbox.postgres.kill();
  try {
    expect(await openStatus()).toContain("Most of CrunchBox is down");
  } finally {
    await app.sandbox.postgres.restart();
  }
});
