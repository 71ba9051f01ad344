import { afterAll, beforeAll, expect, test } from "vitest";
import { roles } from "../../db/enums.ts";
import type { Call } from "../../worker/contract/endpoint.ts";
import { getCart } from "../../worker/contract/v1/store/cart.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { isConsoleAccess, isPermission } from "../../worker/contract/people/permissions.ts";
import { validInput } from "../contract/calls/valid-input.ts";
import { signedIn, signedInAdmin } from "../support/actors.ts";
import { type RecordedWorker, startRecordedWorker } from "../support/app.ts";
import { everyNth } from "../support/by-night.ts";
import { type Client, createClient } from "../support/client.ts";
import { roundTripsOf } from "../support/round-trips.ts";

let worker: RecordedWorker;
let customer: Client;
let admin: Client;
beforeAll(async () => {
  worker = await startRecordedWorker();
  const at = ({ token }: { token: string }) => createClient({ url: worker.url, session: token });
  customer = at(await signedIn({ roles: roles.filter((role) => role !== "admin") }));
  admin = at(await signedInAdmin());
});
afterAll(() => worker?.stop());

/** Most round trips of calls whose later statements depend on earlier ones, or on the user. */
const more: Record<string, number> = {
  "/v1/admin/orders/{order_id}/shipping/packages": 2,
  "/v1/client/billing/portal": 2,
  "/v1/client/billing/setup-checkout": 2,
  "/v1/client/plugins/manifest": 2,
  "/v1/client/products/lookup/{serial_number}": 3,
};

const needsSession = ({ access }: Call) => access === "session" || isPermission(access);
const reads = endpoints.filter((call) => call.method === "GET" && needsSession(call));

test.each(everyNth(reads, 2).map((call) => [call.path, call] as const))(
  "GET %s reads in one round trip",
  async (path, call) => {
    const client = isConsoleAccess(call.access) ? admin : customer;
    const ask = () => client.call(call, { params: validInput(call).params });
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
  const read = async () => carts.push((await buyer.call(getCart)).reply());
  expect(await roundTripsOf(worker, read)).toBe(1);
  expect(await roundTripsOf(worker, read)).toBe(1);
  expect(carts[1]?.cart_no).toBe(carts[0]?.cart_no);
});

test("however many first reads come at once, they all get one cart", async () => {
  const buyer = createClient({ url: worker.url, session: (await signedIn({ roles: ["buyer", "user"] })).token });
  const carts = await Promise.all(Array.from({ length: 12 }, () => buyer.call(getCart)));
  expect(new Set(carts.map((answer) => answer.reply().cart_no)).size).toBe(1);
});
