import { afterAll, beforeAll, expect, test } from "vitest";
import { getAccountRequest } from "../../worker/contract/v1/admin/account-requests.ts";
import { type LargeShop, startLargeShop } from "../support/large-shop.ts";
import { recordTrips } from "../support/round-trips.ts";
import { findScannedTables } from "../support/large/query-plans.ts";

let shop: LargeShop;
beforeAll(async () => {
  shop = await startLargeShop();
}, 400_000);
afterAll(() => shop?.stop());

const largeTables = [
  "products",
  "from price_levels",
  "devices",
  "users",
  "account_requests",
  "organizations",
  "audit_log",
];

async function createRequests(): Promise<string[]> {
  const requestFields = [
    ["new@org-77.test", "Organization 77", "bulk-012345"],
    ["new@example.test", "Company 77", null],
    ["new@nowhere.test", "Nobody Ltd of Nowhere", "NOBODY-1"],
  ];
  const ids = [];
  for (const values of requestFields) {
    const [row] = await shop.query<{ id: string }>(
      `insert into account_requests (email, first_name, last_name, org_name, serial, created_at)
       values ($1, 'Ada', 'Byron', $2, $3, now()) returning id`,
      values,
    );
    ids.push(row?.id ?? "");
  }
  await shop.query("analyze account_requests");
  return ids;
}

test("what is known of a request, and the queue, are read in one round trip and from no large table from end to end", async () => {
  const ids = await createRequests();
  const fetchEvidence = async (request_id = "") =>
    (await shop.admin.call(getAccountRequest, { params: { request_id } })).reply().evidence;
  const [knownEvidence, duplicateEvidence, emptyEvidence] = [
    await fetchEvidence(ids[0]),
    await fetchEvidence(ids[1]),
    await fetchEvidence(ids[2]),
  ];
  expect(knownEvidence?.organizations[0]).toMatchObject({
    name: expect.stringMatching(/^Organization /),
    has_device: true,
  });
  expect(knownEvidence?.organizations).toContainEqual(
    expect.objectContaining({ name: "Organization 77", people_at_domain: 10 }),
  );
  expect([duplicateEvidence?.duplicates.length, emptyEvidence?.duplicates.length]).toEqual([8, 0]);

  const requestStatements = [];
  const times: number[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    const trips = await recordTrips(shop.sent, async () => {
      const startedAt = performance.now();
      const response = await shop.admin.fetch(`/admin/requests/${ids[turn % 3]}`);
      expect(response.status).toBe(200);
      times.push(performance.now() - startedAt);
      return response;
    });
    expect(trips).toHaveLength(1);
    if (turn < 3)
      requestStatements.push(
        ...trips
          .flat()
          .filter(({ query }) => /by_serial|here as materialized|select l.name from price_levels/.test(query)),
      );
  }
  console.log(`triage: slowest of 60 in ${Math.max(...times).toFixed(1)} ms`);
  expect(requestStatements).toHaveLength(9);
  const scanned = [];
  for (const statement of requestStatements) scanned.push(...(await findScannedTables(shop.query, statement)));
  expect(scanned.filter((table) => largeTables.includes(table))).toEqual([]);
});

test("among 10,000 organizations one is found in one round trip, and none is read from end to end", async () => {
  await shop.query("insert into organizations (name) select 'Firm ' || n || ' of ten' from generate_series(1, 9000) n");
  await shop.query("vacuum (analyze) organizations");
  const problems: string[] = [];
  const times: number[] = [];
  // The list has no text of three letters that most names contain, such as "irm": for it PostgreSQL rightly reads all
  // rows.
  for (const text of ["Firm 77 of ten", "Organization 9", "Organization", "nowhere", "irm 77", "of", "zq", "%", "q"]) {
    const body = new URLSearchParams({ "find.org_id": text, find: "org_id" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const trips = await recordTrips(shop.sent, async () => {
      const startedAt = performance.now();
      const response = await shop.admin.fetch("/admin/people/new", { method: "POST", headers, body });
      expect(response.status, text).toBe(200);
      times.push(performance.now() - startedAt);
      return response;
    });
    expect(trips, text).toHaveLength(1);
    const [statement, ...others] = trips.flat().filter(({ query }) => query.includes("is_found"));
    if (!statement || others.length > 0) throw new Error(`${text} was looked for by ${others.length} more statements`);
    const tables = await findScannedTables(shop.query, statement);
    if (tables.some((table) => largeTables.includes(table))) problems.push(`${tables}: ${text}`);
  }
  console.log(`organizations: slowest of ${times.length} in ${Math.max(...times).toFixed(1)} ms`);
  expect(problems).toEqual([]);
});
