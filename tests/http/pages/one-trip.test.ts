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
  const at = (own?: string) => createClient({ url: worker.url, ...(own && { session: own }) });
  viewers = { visitor: at(), customer: at(session), administrator: at(token) };
});
afterAll(() => worker?.stop());

/** Some hundred pages, each opened twice. */
const walkMsMax = 180_000;

/** Pages whose later statements are built from what earlier ones read, and how many round trips they take at most. */
const more: Record<string, number> = {
  // the recipients are selected by the conditions that the draft or audience stores
  "/admin/notifications/:id": 2,
  "/admin/notifications/:id/mail": 2,
  "/admin/notifications/audiences/:id": 2,
  "/admin/notifications/new/:type": 2,
};

/** Pages about rows of one organization; what no such row opens is left out. */
function paths(): string[] {
  const values = new Map<string, string>([
    ["client_id", "crunchbox"],
    ["kind", "terms"],
  ]);
  for (const [name, value] of Object.entries(rows)) if (typeof value === "string") values.set(name, value);
  return Object.values(pages)
    .filter((path) => [...path.matchAll(/:(\w+)/g)].every(([, name = ""]) => values.has(name)))
    .map((path) => path.replace(/:(\w+)/g, (_, name) => values.get(name) ?? ""));
}

/** By day customers and administrators open their pages by links only. */
const names = isWhole ? (["visitor", "customer", "administrator"] as const) : (["visitor"] as const);

test.each(names)(
  "each page that a %s opens takes at most one round trip to the database",
  { timeout: walkMsMax },
  async (name) => {
    const slow: string[] = [];
    let openedCount = 0;
    for (const path of everyNth(paths(), 2)) {
      // the isolate loads code on the first request
      if ((await viewers[name].fetch(path)).status !== 200) continue;
      openedCount += 1;
      const trips = await countRoundTrips(worker, () => viewers[name].fetch(`${path}?turn=2`));
      if (trips > (more[matchPage(path)] ?? 1)) slow.push(`${path} takes ${trips}`);
    }
    expect(openedCount).toBeGreaterThan(isWhole ? 10 : 5);
    expect(slow).toEqual([]);
  },
);

/** Pages of one kind that the walk opens. */
const openedMax = sampleCount({ day: 1, night: 3 });

/** Pages in HTML that links lead to, and the round trips of each. */
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
  const slowPages: [string, number][] = [];
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const first = await client.fetch(address);
    if (first.status !== 200 || !first.headers.get("content-type")?.startsWith("text/html")) continue;
    parseLinks(await first.text()).forEach(add);
    const again = `${address}${address.includes("?") ? "&" : "?"}turn=2`;
    slowPages.push([address, await countRoundTrips(worker, () => client.fetch(again))]);
  }
  return slowPages;
}

test.each([
  ["the owner of a demo customer", "owner@globex.test", 25],
  ["an administrator", "admin@cgx.test", 80],
] as const)(
  "each page that %s reaches by links takes one round trip",
  { timeout: walkMsMax },
  async (_, email, pagesMin) => {
    const [user] = await query<{ id: string }>("select id from users where email = $1", [email]);
    const found = await walk(createClient({ url: worker.url, session: await createSession(user?.id ?? "") }));
    expect(found.length).toBeGreaterThan(pagesMin);
    expect(found.filter(([path, trips]) => trips > (more[matchPage(path)] ?? 1))).toEqual([]);
  },
);
