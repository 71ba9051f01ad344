import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../worker/contract/endpoint.ts";
import { getCart } from "../../worker/contract/v1/store/cart.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { isConsoleAccess, isPermission } from "../../worker/contract/people/permissions.ts";
import { validInput } from "../contract/calls/valid-input.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../support/app.ts";
import { everyNth } from "../support/by-night.ts";
import { type Client, createClient } from "../support/client.ts";
import { createSession } from "../support/factories.ts";
import { roundTripsOf } from "../support/round-trips.ts";
import { createOrganizationRows, type OrganizationRows } from "./organization-rows.ts";

let worker: RecordedWorker;
let rows: OrganizationRows;
let customer: Client;
let admin: Client;
beforeAll(async () => {
  [worker, rows] = await Promise.all([startRecordedWorker(), createOrganizationRows()]);
  const at = (token: string) => createClient({ url: worker.url, session: token });
  customer = at(await createSession(rows.user_id));
  admin = at((await signedInAdmin()).token);
});
afterAll(() => worker?.stop());

/** Most round trips of calls whose later statements are built from what earlier ones read. */
const more: Record<string, number> = {
  // the worker chooses the builds by version ranges, then reads their dependencies
  "/v1/client/plugins/manifest": 2,
  // the attempt is counted under a hash of the user's id, which only the worker can make
  "/v1/client/products/lookup/{serial_number}": 2,
};

const needsSession = ({ access }: Call) => access === "session" || isPermission(access);
const reads = endpoints.filter((call) => call.method === "GET" && needsSession(call));

test.each(everyNth(reads, 2).map((call) => [call.path, call] as const))(
  "GET %s reads in one round trip",
  async (path, call) => {
    const client = isConsoleAccess(call.access) ? admin : customer;
    const ask = () => client.call(call, { params: validInput(call, rows).params });
    // the isolate loads code and caches on the first call
    await ask();
    const trips = await roundTripsOf(worker, ask);
    expect(trips).toBeGreaterThan(0);
    expect(trips).toBeLessThanOrEqual(more[path] ?? 1);
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
  expect(await roundTripsOf(worker, read)).toBe(1);
  expect(await roundTripsOf(worker, read)).toBe(1);
  expect(carts[1]?.cart_no).toBe(carts[0]?.cart_no);
});

test("however many first reads come at once, they all get one cart", async () => {
  const buyer = createClient({ url: worker.url, session: (await signedIn({ roles: ["buyer", "user"] })).token });
  const carts = await Promise.all(Array.from({ length: 12 }, () => buyer.call(getCart)));
  expect(new Set(carts.map((answer) => answer.reply().cart_no)).size).toBe(1);
});
