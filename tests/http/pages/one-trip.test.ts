import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "../../../worker/contract/pages.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../../support/app.ts";
import { everyNth, isWhole } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { createSession } from "../../support/factories.ts";
import { roundTripsOf } from "../../support/round-trips.ts";
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

/** Pages whose later statements depend on earlier ones, and how many round trips they take at most. */
const more: Record<string, number> = {
  // the viewer's customer at the payment provider, after access was granted
  "/portal/payment-methods": 2,
  "/portal/invoices/statement": 2,
  "/admin/settings/license/new": 2,
  "/admin/settings/legal/new/terms": 2,
  "/admin/products/prices": 2,
};

/** A visitor has no session lookup that would carry a batch: two requests at the same time. */
const moreForVisitors = { ...more, "/store": 2, "/store/products": 2 };

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

test.each(["visitor", "customer", "administrator"] as const)(
  "each page that a %s opens takes at most one round trip to the database",
  async (name) => {
    const slow: string[] = [];
    let opened = 0;
    const atMost: Record<string, number> = name === "visitor" ? moreForVisitors : more;
    for (const path of everyNth(paths(), 2)) {
      // the isolate loads code on the first request
      if ((await viewers[name].fetch(path)).status !== 200) continue;
      opened += 1;
      const trips = await roundTripsOf(worker, () => viewers[name].fetch(`${path}?turn=2`));
      if (trips > (atMost[path] ?? 1)) slow.push(`${path} takes ${trips}`);
    }
    expect(opened).toBeGreaterThan(isWhole ? 10 : 5);
    expect(slow).toEqual([]);
  },
);
