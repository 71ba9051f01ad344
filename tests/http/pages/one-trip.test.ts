import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { everyNth, isWhole, sampleCount } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { createSession } from "../../support/factories.ts";
import { query } from "../../support/database.ts";
import { parseLinks, literalPages, matchPage } from "../../support/page-links.ts";
import { countRoundTrips } from "../../support/round-trips.ts";
import { createOrganizationRows, type OrganizationRows } from "../organization-rows.ts";

let worker: RecordedWorker;
let rows: OrganizationRows;
let viewers: Record<"visitor" | "customer" | "administrator", Client>;
beforeAll(async () => {
  [worker, rows] = await Promise.all([startRecordedWorker(), createOrganizationRows()]);
  const [session, { token }] = await Promise.all([createSession(rows.user_id), signedInAdmin()]);
  const createViewer = (sessionToken?: string) =>
    createClient({ url: worker.url, ...(sessionToken && { session: sessionToken }) });
  viewers = { visitor: createViewer(), customer: createViewer(session), administrator: createViewer(token) };
});
afterAll(() => worker?.stop());

/** Maximum round trips of pages whose later statements depend on results of earlier ones. */
const allowedRoundTrips: Record<string, number> = {
  // the recipients are selected by the conditions that the draft or audience stores
  "/admin/notifications/:id": 2,
  "/admin/notifications/:id/mail": 2,
  "/admin/notifications/audiences/:id": 2,
  "/admin/notifications/new/:type": 2,
};

/** Pages with parameters other than those of `rows`, `client_id` and `kind` are left out. */
function listPaths(): string[] {
  const values = new Map<string, string>([
    ["client_id", "crunchbox"],
    ["kind", "terms"],
  ]);
  for (const [name, value] of Object.entries(rows)) if (typeof value === "string") values.set(name, value);
  return Object.values(pages)
    .filter((path) => [...path.matchAll(/:(\w+)/g)].every(([, name = ""]) => values.has(name)))
    .map((path) => path.replace(/:(\w+)/g, (_, name) => values.get(name) ?? ""));
}

/** In a day run, customers and administrators open pages by links only, in the last test. */
const viewerNames = isWhole ? (["visitor", "customer", "administrator"] as const) : (["visitor"] as const);

test.each(viewerNames)("each page that a %s opens takes at most one round trip to the database", async (name) => {
  const slowPaths: string[] = [];
  let openedCount = 0;
  for (const path of everyNth(listPaths(), 2)) {
    // the isolate loads code on the first request
    if ((await viewers[name].fetch(path)).status !== 200) continue;
    openedCount += 1;
    const roundTrips = await countRoundTrips(worker, () => viewers[name].fetch(`${path}?turn=2`));
    if (roundTrips > (allowedRoundTrips[matchPage(path)] ?? 1)) slowPaths.push(`${path} takes ${roundTrips}`);
  }
  expect(openedCount).toBeGreaterThan(isWhole ? 10 : 5);
  expect(slowPaths).toEqual([]);
});

/** Maximum pages that the walk opens per route. */
const openedMax = sampleCount({ day: 1, night: 3 });

/** Follows links through HTML pages and counts the round trips of each page. */
async function walk(client: Client): Promise<[path: string, trips: number][]> {
  const openedByPage = new Map<string, number>();
  const queue: string[] = [];
  const add = (address: string) => {
    const pattern = matchPage(address);
    const count = openedByPage.get(pattern) ?? 0;
    if (count >= openedMax || !/^\/(store|portal|admin)([/?]|$)/.test(address) || queue.includes(address)) return;
    openedByPage.set(pattern, count + 1);
    queue.push(address);
  };
  literalPages.forEach(add);
  const tripsByPage: [string, number][] = [];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const first = await client.fetch(address);
    if (first.status !== 200 || !first.headers.get("content-type")?.startsWith("text/html")) continue;
    parseLinks(await first.text()).forEach(add);
    const secondAddress = `${address}${address.includes("?") ? "&" : "?"}turn=2`;
    tripsByPage.push([address, await countRoundTrips(worker, () => client.fetch(secondAddress))]);
  }
  return tripsByPage;
}

test.each([
  ["the owner of a demo customer", "owner@globex.test", 25],
  ["an administrator", "admin@cgx.test", 80],
] as const)("each page that %s reaches by links takes one round trip", async (_, email, pagesMin) => {
  const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
  const walkedPages = await walk(createClient({ url: worker.url, session: await createSession(user?.id ?? "") }));
  expect(walkedPages.length).toBeGreaterThan(pagesMin);
  expect(walkedPages.filter(([path, trips]) => trips > (allowedRoundTrips[matchPage(path)] ?? 1))).toEqual([]);
});
