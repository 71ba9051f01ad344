import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../worker/contract/endpoint.ts";
import { getCart } from "../../worker/contract/v1/store/cart.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { isConsoleAccess, isPermission } from "../../worker/contract/people/permissions.ts";
import { buildValidInput } from "../contract/calls/valid-input.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../support/app.ts";
import { sendAtOnce } from "../support/at-once.ts";
import { everyNth } from "../support/by-night.ts";
import { type Client, createClient } from "../support/client.ts";
import { query } from "../support/database.ts";
import { createAccountRequest, createSession } from "../support/factories.ts";
import { countRoundTrips } from "../support/round-trips.ts";
import { createOrganizationRows, type OrganizationRows } from "./organization-rows.ts";

let worker: RecordedWorker;
let rows: OrganizationRows;
let customer: Client;
let admin: Client;
/** Inputs by path, for the calls that need more than the ids of `rows`. */
let inputsByPath: Record<string, { params?: Record<string, string>; query?: Record<string, string> }>;
beforeAll(async () => {
  [worker, rows] = await Promise.all([startRecordedWorker(), createOrganizationRows()]);
  const clientFor = (token: string) => createClient({ url: worker.url, session: token });
  customer = clientFor(await createSession(rows.user_id));
  admin = clientFor((await signedInAdmin()).token);
  inputsByPath = await findInputs(rows);
});
afterAll(() => worker?.stop());

/** Maximum round trips of calls whose later statements depend on results of earlier ones. */
const allowedRoundTrips: Record<string, number> = {
  // the worker chooses the builds by version ranges, then reads their dependencies
  "/v1/client/plugins/manifest": 2,
  // the attempt is counted under a hash of the user's id, which only the worker can make
  "/v1/client/products/lookup/{serial_number}": 2,
  // the worker chooses the newest of the offered versions by semver
  "/v1/client/software/{name}/download": 2,
};

/**
 * Calls that may be refused, because their rows exist only after another test imported, reported, packed or ran
 * something, or because the cart has no address.
 */
const refusableCalls = new Set([
  "/v1/admin/notifications/{id}",
  "/v1/admin/client-errors/{id}",
  "/v1/admin/books/runs/{id}",
  "/v1/admin/books/differences/{id}",
  "/v1/admin/net-suite/organizations/sync",
  "/v1/admin/net-suite/products/sync",
  "/v1/admin/net-suite/export-invoices",
  "/v1/admin/net-suite/import-tracking-number",
  "/v1/admin/notes/{note_id}/files/{file_id}",
  "/v1/admin/product-imports/{id}",
  "/v1/admin/product-imports/{id}/lines",
  "/v1/admin/orders/{order_id}/shipping",
  "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/label",
  "/v1/admin/orders/{order_id}/shipping/packages/{package_id}/customs-invoice",
  "/v1/admin/orders/labels",
  "/v1/admin/workers/import-flowpoint-versions",
  "/v1/admin/workers/import-plugins-latest-builds",
  "/v1/admin/workers/subscription-status-update",
  "/v1/store/cart/tax",
]);

async function findInputs({ org_id }: OrganizationRows): Promise<typeof inputsByPath> {
  const findId = async (sql: string) => (await query<{ id: string }>(`${sql} limit 1`))[0]?.id ?? "";
  const version = await findId("select id from software_versions where is_published and not is_deleted order by id");
  const plugin = await findId("select id from software where kind = 'plugin' and not is_deleted order by id");
  const program = await findId(
    "select name as id from software where kind = 'software' and not is_deleted order by id",
  );
  const dependency = await findId("select id from software where kind = 'dependency' and not is_deleted order by id");
  const license = await findId("select version as id from license_agreements order by version");
  const legalText = {
    kind: "terms",
    version: await findId("select version as id from legal_texts where kind = 'terms'"),
  };
  return {
    "/v1/admin/account-requests/{request_id}": { params: { request_id: (await createAccountRequest()).id } },
    "/v1/admin/legal-texts/{kind}/{version}": { params: legalText },
    "/v1/admin/license-agreements/{version}": { params: { version: license } },
    "/v1/admin/license-agreements/{version}/consents": { params: { version: license } },
    "/v1/admin/mail-templates/{id}": { params: { id: "welcome" } },
    "/v1/admin/notes": { query: { subject_type: "organization", subject_id: org_id } },
    "/v1/admin/search": { query: { q: "spectra" } },
    "/v1/admin/software/{name}": { params: { name: program } },
    "/v1/admin/software/{name}/history": { params: { name: program } },
    "/v1/admin/software/{name}/downloads": { params: { name: program } },
    "/v1/admin/versions/{id}": { params: { id: version } },
    "/v1/admin/versions/{id}/dependencies": { params: { id: version } },
    "/v1/admin/versions/{id}/publish-check": { params: { id: version } },
    "/v1/admin/versions/{id}/graph": { params: { id: version } },
    "/v1/admin/plugins/{id}": { params: { id: plugin } },
    "/v1/admin/plugins/{id}/link-check": { params: { id: plugin } },
    "/v1/admin/dependency/{id}": { params: { id: dependency } },
    "/v1/admin/tasks/{name}/runs": { params: { name: "books" } },
    "/v1/client/downloads/{object_id}": { params: { object_id: version } },
    "/v1/client/downloads/{object_id}/redirect": { params: { object_id: version } },
    "/v1/client/search": { query: { search: "spectra" } },
    "/v1/client/software/{name}/download": { params: { name: program } },
  };
}

const needsSession = ({ access }: Call) =>
  access === "session" || access === "visitor-or-session" || isPermission(access);
const readCalls = endpoints.filter((call) => call.method === "GET" && needsSession(call));

test.each(everyNth(readCalls, 2).map((call) => [call.path, call] as const))(
  "GET %s reads in one round trip",
  async (path, call) => {
    const client = isConsoleAccess(call.access) ? admin : customer;
    const { params, query: queryInput } = inputsByPath[path] ?? {};
    const ask = () =>
      client.call(call, { params: { ...buildValidInput(call, rows).params, ...params }, query: queryInput });
    // the isolate loads code and caches on the first call
    const { status } = await ask();
    if (!refusableCalls.has(path)) expect(status).toBeLessThan(400);
    const roundTrips = await countRoundTrips(worker, ask);
    expect(roundTrips).toBeGreaterThan(0);
    // a reply that is not cached is read after the version of the catalogue (ADR-006), which other tests change
    const defaultRoundTrips = call.cache === "price-level" ? 2 : 1;
    expect(roundTrips).toBeLessThanOrEqual(allowedRoundTrips[path] ?? defaultRoundTrips);
  },
);

test("GET /v1/store/cart creates the cart of a buyer without one in the same round trip", async () => {
  const buyer = createClient({ url: worker.url, session: (await signedIn({ roles: ["buyer", "user"] })).token });
  const carts: { cart_no: string }[] = [];
  const read = async () => {
    const answer = await buyer.call(getCart);
    carts.push(answer.reply());
    return answer;
  };
  expect(await countRoundTrips(worker, read)).toBe(1);
  expect(await countRoundTrips(worker, read)).toBe(1);
  expect(carts[1]?.cart_no).toBe(carts[0]?.cart_no);
});

test("however many first reads come at once, they all get one cart", async () => {
  const buyer = createClient({ url: worker.url, session: (await signedIn({ roles: ["buyer", "user"] })).token });
  const carts = await sendAtOnce(12, () => buyer.call(getCart));
  expect(new Set(carts.map((answer) => answer.reply().cart_no)).size).toBe(1);
});
