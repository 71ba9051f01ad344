import { isConsoleAccess } from "../../worker/contract/people/permissions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { median } from "../../tools/bench/median.ts";
import { type LargeShop, startLargeShop } from "../support/large-shop.ts";
import {
  buildDeepQueries,
  type ListQueryText,
  type PagedList,
  pagedLists,
  buildQueries,
} from "../support/large/list-queries.ts";
import { measureExecution, findScannedTables } from "../support/large/query-plans.ts";
import type { SentStatement } from "../support/statement-recorder.ts";

let shop: LargeShop;
beforeAll(async () => {
  shop = await startLargeShop();
}, 400_000);
afterAll(() => shop?.stop());

const largeTables = [
  "orders",
  "invoices",
  "products",
  "devices",

  "users",
  "account_requests",
  "notifications",
  "audit_log",
];

/**
 * Searches of one or two characters that match nearly all, some and no texts. The lists below also have longer searches
 * that match many rows, one and none.
 */
const shortSearches = ["a", "an", "q", "%", "zq"];
const products = ["Spectrometer", "Precision Lamp 4235", "nowhere", ...shortSearches];
const orders = ["O50", "O50012345", "nowhere", "O5", "5", "zq"];
const invoices = ["BULK", "BULK-012345", "nowhere", "LK", "5", "zq"];
// No search for "a": nearly every organization of the large data set has it in its name, so nearly all people match.
const people = ["user-99", "nowhere", "k", "ka", "q", "%", "zq"];
const devices = ["BULK-0", "nowhere", "LK", "5", "zq"];
const serials = ["MADE-0", "MADE-012345", "nowhere", "ADE", "5", "zq"];
const defaultSearches = ["Organization", "nowhere", ...shortSearches];
const searches: Record<string, string[]> = {
  "/v1/admin/orders": orders,
  "/v1/client/orders": orders,
  "/v1/admin/invoices": invoices,
  "/v1/client/invoices": invoices,
  "/v1/client/org-products": devices,
  "/v1/admin/organizations/{org_id}/org-products": devices,
  "/v1/admin/device-claims": devices,
  "/v1/admin/made-serials": serials,
  "/v1/store/products": products,
  "/v1/admin/products": products,
  "/v1/admin/users": people,
  "/v1/client/notifications": ["O50", "O50012345", "shipped", "nowhere", "LK", "5", "zq"],
  "/v1/org/users": people,
  "/v1/client/activity": people,
};

/** Path parameters of lists of one organization, one task or one license agreement. */
const organizationParams = {
  org_id: "01900000-0000-7001-8000-000000000001",
  name: "subscription-status",
  version: "2026-01",
};

async function captureStatement({ spec }: PagedList, query: ListQueryText): Promise<SentStatement> {
  const client = isConsoleAccess(spec.access) ? shop.admin : shop.customer;
  // A new version invalidates cached catalogue pages, which would need no statement.
  await shop.query("update catalog_versions set version = version + 1");
  shop.sent.take();
  (await client.call(spec, { params: { ...organizationParams, id: shop.customer_ids.user_id }, query })).reply();
  const statements = shop.sent.take().filter(({ query: text }) => text.includes("total as materialized"));
  const [statement] = statements;
  if (!statement || statements.length > 1) throw new Error(`the list sent ${statements.length} statements`);
  return { ...statement, query: insertCustomerIds(statement.query) };
}

/** Replaces the settings of the customer's ids, which exist only in the worker's batch with the session lookup. */
const insertCustomerIds = (text: string): string =>
  text.replaceAll(
    /current_setting\('caller\.(user_id|org_id)'\)/g,
    (_, id: "user_id" | "org_id") => `'${shop.customer_ids[id]}'`,
  );

const listsByName = pagedLists.map((list) => [`${list.spec.method} ${list.spec.path}`, list] as const);

describe("at the large size", () => {
  test.each(listsByName)(
    "%s reads no large table from end to end, whatever it filters and sorts by",
    async (_, list) => {
      // A new filter of a contract needs a value in tests/support/large/list-queries.ts.
      expect(Object.keys(list.filters).filter((filter) => list.filters[filter]?.length === 0)).toEqual([]);
      const problems: string[] = [];
      for (const query of buildQueries(list, searches[list.spec.path] ?? defaultSearches)) {
        const tables = await findScannedTables(shop.query, await captureStatement(list, query));
        if (tables.some((table) => largeTables.includes(table)))
          problems.push(`${tables}: ${new URLSearchParams(query)}`);
      }
      expect(problems).toEqual([]);
    },
  );

  test.each(listsByName)("%s takes at offset 50,000 at most five times as long as at offset 0", async (_, list) => {
    const slow: string[] = [];
    for (const query of buildDeepQueries(list)) {
      const ratio = await compareTimes(
        await captureStatement(list, query),
        await captureStatement(list, { ...query, offset: "50000" }),
      );
      if (ratio > 5) slow.push(`${new URLSearchParams(query)}: ${ratio.toFixed(1)}`);
    }
    expect(slow).toEqual([]);
  });
});

// Two thousand rows are too few for every filter to be worth an index.
test("a search of subscriptions by organization or plan reads no table from end to end", async () => {
  const list = pagedLists.find(({ spec }) => spec.path === "/v1/admin/subscriptions");
  if (!list) throw new Error("there is no list of subscriptions");
  const problems: string[] = [];
  for (const search of ["Organization 77", "Analysis Plan 48", "nowhere", ...shortSearches]) {
    const tables = await findScannedTables(shop.query, await captureStatement(list, { search }));
    const sequentialReads = tables.filter((table) => ["subscriptions", "organizations", "products"].includes(table));
    if (sequentialReads.length > 0) problems.push(`${sequentialReads}: ${search}`);
  }
  expect(problems).toEqual([]);
});

/**
 * How many times as long the second statement takes in the database: medians of alternating calls, so that other load
 * affects both equally. Less than a millisecond counts as one, because a statement that finds no row mostly starts.
 */
async function compareTimes(first: SentStatement, second: SentStatement): Promise<number> {
  const times: { first: number; second: number }[] = [];
  for (let i = 0; i < 7; i += 1)
    times.push({
      first: await measureExecution(shop.query, first),
      second: await measureExecution(shop.query, second),
    });
  return median(times.map((each) => each.second)) / Math.max(1, median(times.map((each) => each.first)));
}
