import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import {
  carrierActions,
  carrierPaths as paths,
  stubCarrierRefusal as refuses,
  stubCarrier as says,
  fetchShipments,
} from "../../../support/shipping/carrier.ts";
import { createPaidOrder, toReference } from "../../../support/shipping/orders.ts";
import { sandbox } from "../../../support/sandbox.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
afterEach(() => sandbox.clearFaults());

const { ship, cancel, packagesOf } = carrierActions(() => admin.client);

const noResult = (code: string) => ({
  transactionId: randomUUID(),
  output: { completeTrackResults: [{ trackResults: [{ error: { code, message: "Nothing can be said." } }] }] },
});
/** Lets the carrier make the shipment, and loses its answer. */
const loseAnswer = (id: string) =>
  sandbox.addFault({ service: "fulex", path: paths.ship, text: toReference(id), kind: "cut", when: "after" });
/** Search criteria that the carrier received for a package, oldest first. */
const listLookUps = async (id: string) =>
  z
    .array(
      z.object({
        path: z.string(),
        body: z.looseObject({
          referencesInformation: z.looseObject({
            value: z.string(),
            shipDateBegin: z.string(),
            shipDateEnd: z.string(),
          }),
        }),
      }),
    )
    .parse((await sandbox.callsTo("fulex")).filter(({ path }) => path.endsWith(paths.find)))
    .map(({ body }) => body.referencesInformation)
    .filter(({ value }) => value === toReference(id))
    .toReversed();
const dayAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe("a refusal of Ship that nobody here knows", () => {
  test("is told with its text and its code, leaves nothing, and passes", async () => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    await refuses(paths.ship, toReference(packageId), "SHIPMENT.MOON.FULL");
    expect((await ship(id, packageId)).problems).toEqual([
      "packages.0: Fulex refused the shipment: Not while the moon is full. (SHIPMENT.MOON.FULL)",
    ]);
    expect(await query("select 1 from packages where order_id = $1", [id])).toEqual([]);
    await says(paths.ship, toReference(packageId), 422, {});
    expect((await ship(id, packageId)).problems).toEqual([
      "packages.0: Fulex refused the shipment: no reason was given (status 422)",
    ]);
    (await ship(id, packageId)).reply();
    expect(await fetchShipments(packageId)).toHaveLength(1);
  });

  test("to what may have been made before keeps the package, which is found later", async () => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    await loseAnswer(packageId);
    await sandbox.addFault({
      service: "fulex",
      path: paths.find,
      text: toReference(packageId),
      kind: "status",
      value: 503,
    });
    expect((await ship(id, packageId)).status).toBe(503);
    // More than a day later the carrier's Ship API is called again; its refusal does not prove that nothing was made.
    await query("update packages set created_at = now() - interval '25 hours' where id = $1", [packageId]);
    await says(paths.find, toReference(packageId), 200, noResult("TRACKING.REFERENCENUMBER.NOTFOUND"));
    await refuses(paths.ship, toReference(packageId), "SHIPMENT.MOON.FULL");
    expect((await ship(id, packageId)).status).toBe(400);
    expect(await packagesOf(id)).toMatchObject([{ id: packageId, status: "asked", tracking_id: null }]);
    (await ship(id, packageId)).reply();
    const made = await fetchShipments(packageId);
    expect(made).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", tracking_id: made[0]?.tracking_id }]);
  });
});

describe("a look-up by reference", () => {
  test.each([
    ["an error of its result that nobody knows", 200, noResult("TRACKING.MOON.FULL")],
    ["a refusal that nobody knows", 400, { errors: [{ code: "TRACKING.MOON.FULL", message: "Not now." }] }],
    ["no result at all", 200, { transactionId: "1", output: { completeTrackResults: [] } }],
    ["a result without a number", 200, { output: { completeTrackResults: [{ trackResults: [{}] }] } }],
  ])("with %s does not mean that there is nothing: no second shipment is made", async (_, status, body) => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    await loseAnswer(packageId);
    await says(paths.find, toReference(packageId), status, body, 2);
    expect((await ship(id, packageId)).status).toBe(503);
    expect((await ship(id, packageId)).status).toBe(503);
    expect(await fetchShipments(packageId)).toHaveLength(1);
    (await ship(id, packageId)).reply();
    expect(await fetchShipments(packageId)).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", has_label: false }]);
  });

  test("asks for 30 days until today, until yesterday where the carrier's today has not begun", async () => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    await loseAnswer(packageId);
    await refuses(paths.find, toReference(packageId), "TRACKING.SHIPDATEEND.FUTURE");
    const [today, yesterday, first] = [dayAgo(0), dayAgo(1), dayAgo(29)];
    (await ship(id, packageId)).reply();
    expect(await fetchShipments(packageId)).toHaveLength(1);
    const firstLookUps = (await listLookUps(packageId)).slice(0, 2);
    // Midnight may have passed meanwhile.
    expect([today, dayAgo(0)]).toContain(firstLookUps[0]?.shipDateEnd);
    expect([first, dayAgo(29)]).toContain(firstLookUps[0]?.shipDateBegin);
    expect([yesterday, dayAgo(1)]).toContain(firstLookUps[1]?.shipDateEnd);
  });

  test("finds no label that is void: the package is made anew", async () => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    await loseAnswer(packageId);
    const voidResult = { trackingNumberInfo: { trackingNumber: "794600000000" }, latestStatusDetail: { code: "CA" } };
    const body = { output: { completeTrackResults: [{ trackResults: [voidResult] }] } };
    await says(paths.find, toReference(packageId), 200, body, 2);
    expect((await ship(id, packageId)).status).toBe(503);
    await query("update packages set created_at = now() - interval '25 hours' where id = $1", [packageId]);
    (await ship(id, packageId)).reply();
    expect(await fetchShipments(packageId)).toHaveLength(2);
  });
});

describe("a refusal of Cancel that nobody here knows", () => {
  test("is decided by tracking: a label that is void there is void here", async () => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    (await ship(id, packageId)).reply();
    const [made] = await fetchShipments(packageId);
    const number = made?.tracking_id ?? "";
    await sandbox.addFault({ service: "fulex", path: paths.cancel, text: number, kind: "cut", when: "after" });
    expect((await cancel(id, packageId)).status).toBe(503);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent" }]);
    await refuses(paths.cancel, number, "CANCELSHIPMENT.MOON.FULL");
    (await cancel(id, packageId)).reply();
    expect(await packagesOf(id)).toEqual([]);
  });

  test.each([
    ["a refusal", 400, { errors: [{ code: "CANCELSHIPMENT.MOON.FULL", message: "Not now." }] }],
    [
      "an answer that says no",
      200,
      { output: { cancelledShipment: false, message: "Not now. (CANCELSHIPMENT.MOON.FULL)" } },
    ],
  ])("is told where the label is open, and the package stays: %s", async (_, status, body) => {
    const { id } = await createPaidOrder();
    const packageId = randomUUID();
    (await ship(id, packageId)).reply();
    const [made] = await fetchShipments(packageId);
    const number = made?.tracking_id ?? "";
    await says(paths.cancel, number, status, body);
    expect((await cancel(id, packageId)).problems).toEqual([
      "package_id: Fulex did not void the label: Not now. (CANCELSHIPMENT.MOON.FULL)",
    ]);
    // The tracking task reads the carrier's packages, and a running task may have read this one already.
    await query("update packages set freight_carrier = 'Other' where id = $1", [packageId]);
    const runningSql = "select 1 from task_runs where task = 'shipping' and status = 'processing'";
    await expect.poll(() => query(runningSql), { timeout: 90_000 }).toEqual([]);
    await says(paths.cancel, number, status, body);
    await says(paths.track, number, 503, {});
    expect((await cancel(id, packageId)).status).toBe(503);
    expect(await packagesOf(id)).toMatchObject([{ id: packageId, status: "sent" }]);
    expect(await fetchShipments(packageId)).toMatchObject([{ status: "label_created" }]);
  });
});
