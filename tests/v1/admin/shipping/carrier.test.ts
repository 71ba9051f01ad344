// A shipment at the carrier from label to delivery, in one shop that has an account with the carrier.
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createTestOrder,
  downloadLabel,
  removeTestOrders,
  shipOrder,
  signInAtCarrier,
} from "../../../../worker/contract/v1/admin/shipping.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { carrierActions, stubCarrier, fetchShipments } from "../../../support/shipping/carrier.ts";
import { createPaidOrder, toReference } from "../../../support/shipping/orders.ts";
import { sandbox } from "../../../support/sandbox.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
afterEach(() => sandbox.clearFaults());

const { cancel, packagesOf } = carrierActions(() => admin.client);

const ship = (order_id: string, body: unknown) => admin.client.call(shipOrder, { params: { order_id }, body });
const parcel = (id: string, more: object = {}) => ({
  id,
  freight_service: "FEDEX_GROUND",
  weight_grams: 1500,
  ...more,
});

describe("a package above the carrier's limit of 68 kg", () => {
  const postForm = (path: string, fields: Record<string, string>) =>
    admin.client.fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  const plainText = (html: string) => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");

  test("is told on the form what to do by hand, before the carrier is asked", async () => {
    const { id } = await createPaidOrder();
    const path = `/admin/orders/${id}`;
    const orderPage = await (await admin.client.fetch(path)).text();
    expect(plainText(orderPage)).toContain(
      "A label is for at most 68,000 g (150 lb) per package. Book a heavier package as freight in the carrier's own program, then ship it with its tracking number.",
    );
    const answer = await postForm(`${path}/ship?by=carrier&packages=1`, {
      create: "true",
      "packages.0.freight_service": "FEDEX_GROUND",
      "packages.0.weight_grams": "68001",
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(plainText(html)).toContain(
      "must be at most 68,000 g: book a heavier package as freight in the carrier's own program, and enter its tracking number",
    );
    expect(html).toContain(`/admin/orders/${id}?by=number&amp;packages=1#ship`);
    // A package is saved before the carrier is called, so the carrier was not called.
    expect(await packagesOf(id)).toEqual([]);
  });

  test("ships with the tracking number of its freight", async () => {
    const { id } = await createPaidOrder();
    const answer = await postForm(`/admin/orders/${id}/ship?by=number&packages=1`, {
      "packages.0.tracking_id": "PRO-123456",
      "packages.0.freight_carrier": "FedEx Freight",
    });
    expect(answer.status).toBe(303);
    expect(await packagesOf(id)).toMatchObject([{ tracking_id: "PRO-123456", freight_carrier: "FedEx Freight" }]);
  });

  test("is refused by the API with the same reason, one of exactly 68 kg is not", async () => {
    const { id } = await createPaidOrder();
    const refused = await ship(id, { packages: [parcel(randomUUID(), { weight_grams: 68_001 })], create: true });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("enter its tracking number");
    (await ship(id, { packages: [parcel(randomUUID(), { weight_grams: 68_000 })], create: true })).reply();
  });
});

test("the carrier knows us", async () => {
  (await admin.client.call(signInAtCarrier)).reply();
});

describe("a shipment that is made at the carrier", () => {
  test("ships the order with the carrier's number, and keeps its label", async () => {
    const { id, line_id, buyer } = await createPaidOrder();
    const [one, two] = [randomUUID(), randomUUID()];
    const lines = { [line_id]: 1 };
    const parcels = [parcel(one, { lines }), parcel(two, { lines, weight_grams: 250 })];
    (await ship(id, { packages: parcels, create: true })).reply();
    const [made] = await fetchShipments(one);
    expect(made).toMatchObject({
      service: "FEDEX_GROUND",
      weight_kg: 1.5,
      recipient: { name: "Test Buyer", country: "US" },
    });
    const packages = await packagesOf(id);
    expect(packages.map((each) => [each.id, each.tracking_id, each.freight_carrier, each.has_label])).toEqual([
      [one, made?.tracking_id, "Fulex", true],
      [two, (await fetchShipments(two))[0]?.tracking_id, "Fulex", true],
    ]);
    const label = await admin.client.call(downloadLabel, { params: { order_id: id, package_id: one } });
    expect([label.status, label.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(label.text.slice(0, 8)).toBe("%PDF-1.4");
    expect(label.text).toContain(made?.tracking_id);
    const buyerOrder = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect(buyerOrder.status).toBe("shipped");
    const otherOrderAnswer = await admin.client.call(downloadLabel, {
      params: { order_id: (await createPaidOrder()).id, package_id: one },
    });
    expect(otherOrderAnswer.errcode).toBe("FILE_NOT_FOUND");
  });

  test("and voided while its package is recorded is owed again, with its serial number", async () => {
    const race = await raceForRow(async () => {
      const { device, ...order } = await createPaidOrder(1);
      const [reference, serials] = [randomUUID(), { [order.line_id]: [device.serial()] }];
      const lock = await hold("select 1 from order_lines where order_id = $1 for update", [order.id]);
      const shipOne = () => ship(order.id, { packages: [parcel(reference, { serials })], create: true });
      return { ...order, serials, lock, requests: [shipOne, () => cancel(order.id, reference)] };
    });
    expect(race.answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await packagesOf(race.id)).toEqual([]);
    const tracking_id = unique("FX").toUpperCase();
    (await ship(race.id, { packages: [{ tracking_id, serials: race.serials }] })).reply();
    expect(await packagesOf(race.id)).toMatchObject([{ tracking_id, lines: [{ quantity: 1 }], devices: [{}] }]);
  });

  test("is one shipment and one mail, however often and at once it is asked for", async () => {
    const { id, buyer } = await createPaidOrder();
    const reference = randomUUID();
    const body = { packages: [parcel(reference)], create: true };
    const answers = await Promise.all(Array.from({ length: 6 }, () => ship(id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    (await ship(id, body)).reply();
    expect(await fetchShipments(reference)).toHaveLength(1);
    expect(await packagesOf(id)).toHaveLength(1);
    expect(await query("select type from outbox where user_id = $1", [buyer.user.id])).toEqual([
      { type: "orderShipped" },
    ]);
  });

  test("whose answer was lost is looked up by our reference: one shipment at the carrier", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const fault = { service: "fulex", path: "/ship/v1/shipments", text: toReference(reference) } as const;
    await sandbox.addFault({ ...fault, kind: "cut", when: "after" });
    (await ship(id, { packages: [parcel(reference)], create: true })).reply();
    const made = await fetchShipments(reference);
    expect(made).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([
      { tracking_id: made[0]?.tracking_id, has_label: false, status: "sent" },
    ]);
  });

  test("that nobody could look up either is looked up by whoever asks again", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const body = { packages: [parcel(reference)], create: true };
    await sandbox.addFault({
      service: "fulex",
      path: "/ship/v1/",
      text: toReference(reference),
      kind: "cut",
      when: "after",
    });
    await sandbox.addFault({
      service: "fulex",
      path: "/track/v1/ref",
      text: toReference(reference),
      kind: "status",
      value: 503,
    });
    expect((await ship(id, body)).status).toBe(503);
    expect(await packagesOf(id)).toMatchObject([{ status: "asked", tracking_id: null }]);
    (await ship(id, body)).reply();
    expect(await fetchShipments(reference)).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent" }]);
  });

  test("that the carrier refused before it read it is made when it is asked for again", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const body = { packages: [parcel(reference)], create: true };
    for (const value of [429, 403]) {
      await sandbox.addFault({
        service: "fulex",
        path: "/ship/v1/",
        text: toReference(reference),
        kind: "status",
        value,
      });
      expect((await ship(id, body)).status).toBe(503);
      expect(await packagesOf(id)).toEqual([]);
    }
    (await ship(id, body)).reply();
    expect(await fetchShipments(reference)).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", has_label: true }]);
  });

  // FedEx feeds tracking from scans and uploads; no page promises a reference within seconds.
  test("that tracking does not know yet is not made twice: it is found within a day, and people are told", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const body = { packages: [parcel(reference)], create: true };
    await sandbox.post("/fulex/references", { reference: toReference(reference), known_after_s: 3600 });
    await sandbox.addFault({
      service: "fulex",
      path: "/ship/v1/",
      text: toReference(reference),
      kind: "cut",
      when: "after",
    });
    expect((await ship(id, body)).status).toBe(503);
    const again = await ship(id, body);
    expect([again.status, ...again.problems]).toEqual([400, expect.stringMatching(/^packages\.0: .*may have made it/)]);
    expect((await cancel(id, reference)).problems).toEqual([expect.stringMatching(/may have made it/)]);
    await query(
      "update packages set lease_until = now() - interval '11 minutes', created_at = now() - interval '23 hours' where id = $1",
      [reference],
    );
    await sandbox.runJob("clean-up");
    expect(await packagesOf(id)).toMatchObject([{ status: "asked", tracking_id: null }]);
    expect(await (await admin.client.fetch(`/admin/orders/${id}`)).text()).toContain("may have created this label");
    await query(
      "update packages set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes' where id = $1",
      [reference],
    );
    expect(await (await admin.client.fetch("/admin/integrations")).text()).toContain("the carrier did not answer");
    await sandbox.post("/fulex/references", { reference: toReference(reference), known_after_s: 0 });
    await query("update packages set lease_until = now() - interval '11 minutes' where id = $1", [reference]);
    await sandbox.runJob("clean-up");
    const made = await fetchShipments(reference);
    expect(made).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "made", tracking_id: made[0]?.tracking_id }]);
  });

  test("that tracking does not know after a day is made when it is asked for again", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const body = { packages: [parcel(reference)], create: true };
    await sandbox.addFault({ service: "fulex", path: "/ship/v1/", text: toReference(reference), kind: "cut" });
    expect((await ship(id, body)).status).toBe(503);
    expect((await ship(id, body)).status).toBe(400);
    await query("update packages set created_at = now() - interval '25 hours' where id = $1", [reference]);
    // The second lost response restarts the day of waiting.
    await sandbox.addFault({ service: "fulex", path: "/ship/v1/", text: toReference(reference), kind: "cut" });
    expect((await ship(id, body)).status).toBe(503);
    expect((await ship(id, body)).status).toBe(400);
    await query("update packages set created_at = now() - interval '25 hours' where id = $1", [reference]);
    (await ship(id, body)).reply();
    expect(await fetchShipments(reference)).toHaveLength(1);
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", has_label: true }]);
  });

  test("that the carrier does not allow yet says what to do, and leaves nothing", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    const message = "We could not authorize your credentials. Please check your permissions and try again.";
    const forbidden = { transactionId: randomUUID(), errors: [{ code: "FORBIDDEN.ERROR", message }] };
    await stubCarrier("/ship/v1/", toReference(reference), 403, forbidden);
    const answer = await ship(id, { packages: [parcel(reference)], create: true });
    expect([answer.status, ...answer.problems]).toEqual([
      400,
      "packages.0: Fulex refused the shipment: Making labels is not enabled for the shop's API key. The carrier must validate sample labels first. (FORBIDDEN.ERROR)",
    ]);
    expect(await query("select 1 from packages where order_id = $1", [id])).toEqual([]);
  });

  test("whose worker died is found by our reference at the carrier, or released", async () => {
    const { id } = await createPaidOrder();
    const [madeReference, lostReference] = [randomUUID(), randomUUID()];
    const cutFault = { service: "fulex", path: "/ship/v1/", kind: "cut" } as const;
    await sandbox.addFault({ ...cutFault, text: toReference(madeReference), when: "after" });
    await sandbox.addFault({ ...cutFault, text: toReference(lostReference) });
    for (const reference of [madeReference, lostReference]) {
      await sandbox.addFault({
        service: "fulex",
        path: "/track/v1/ref",
        text: toReference(reference),
        kind: "status",
        value: 503,
      });
      expect((await ship(id, { packages: [parcel(reference)], create: true })).status).toBe(503);
    }
    await sandbox.runJob("clean-up");
    expect(await packagesOf(id)).toMatchObject([{ status: "asked" }, { status: "asked" }]);
    await query(
      `update packages set lease_until = now() - interval '11 minutes', created_at = now() - interval '25 hours'
       where order_id = $1`,
      [id],
    );
    await sandbox.runJob("clean-up");
    const [shipment] = await fetchShipments(madeReference);
    expect(await packagesOf(id)).toMatchObject([{ status: "made", tracking_id: shipment?.tracking_id }]);
    // The form continues this package, and the carrier makes no second shipment.
    const page = await (await admin.client.fetch(`/admin/orders/${id}`)).text();
    expect(page).toContain(`value="${madeReference}"`);
    (await ship(id, { packages: [parcel(madeReference)], create: true })).reply();
    expect([await fetchShipments(madeReference), await packagesOf(id)]).toMatchObject([[{}], [{ status: "sent" }]]);
  });

  test("that the carrier refuses is told in its words, and nothing is left of it", async () => {
    const { id, buyer } = await createPaidOrder(1, { address: { state: "Texas" } });
    const answer = await ship(id, { packages: [parcel(randomUUID())], create: true });
    expect(answer.problems).toEqual([
      "packages.0: Fulex refused the shipment: The state or province code is missing or invalid. (RECIPIENTS.STATEORPROVINCECODE.INVALID)",
    ]);
    const buyerOrder = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect([buyerOrder.status, buyerOrder.shipping_data.packages]).toEqual(["processing", []]);
    expect(await query("select 1 from packages where order_id = $1", [id])).toEqual([]);
    const foreignOrder = await createPaidOrder(1, { address: { country: "CA", state: "ON", postal_code: "K1A 0B1" } });
    const customsAnswer = await ship(foreignOrder.id, { packages: [parcel(randomUUID())], create: true });
    expect(customsAnswer.problems).toEqual([expect.stringMatching(/^create: Fulex requires customs documents for CA/)]);
    const incomplete = await ship(id, { packages: [{ freight_service: "FEDEX_GROUND" }], create: true });
    expect(incomplete.problems).toEqual(["packages.0.weight_grams: Enter the weight in grams."]);
    const serviceAnswer = await ship(id, {
      packages: [parcel(randomUUID(), { freight_service: "By foot" })],
      create: true,
    });
    expect(serviceAnswer.problems).toEqual([expect.stringMatching(/^packages.0.freight_service: Choose one of/)]);
  });

  test("stands although the store of files fails; its label is missing then (F22)", async () => {
    const { id } = await createPaidOrder();
    const reference = randomUUID();
    await sandbox.addFault({ service: "files", text: reference, kind: "status", value: 500, times: 100 });
    (await ship(id, { packages: [parcel(reference)], create: true })).reply();
    expect(await packagesOf(id)).toMatchObject([{ status: "sent", has_label: false }]);
    const label = await admin.client.call(downloadLabel, { params: { order_id: id, package_id: reference } });
    expect(label.errcode).toBe("FILE_NOT_FOUND");
  });

  test("is voided before the carrier has it: its serial numbers are free again, and never afterwards", async () => {
    const { id, line_id, device, buyer } = await createPaidOrder(2);
    const [first, second, serial] = [randomUUID(), randomUUID(), device.serial()];
    const packedParcel = parcel(first, { serials: { [line_id]: [serial] } });
    (await ship(id, { packages: [packedParcel, parcel(second, { lines: { [line_id]: 1 } })], create: true })).reply();
    (await cancel(id, first)).reply();
    (await cancel(id, first)).reply();
    expect((await fetchShipments(first)).map(({ status }) => status)).toEqual(["canceled"]);
    expect((await packagesOf(id)).map((each) => each.id)).toEqual([second]);
    const buyerOrder = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect([buyerOrder.status, buyerOrder.shipping_data.packages.length, buyerOrder.lines[0]?.serial_number]).toEqual([
      "shipped",
      1,
      [],
    ]);
    expect(await query("select 1 from devices where serial = $1 and not is_deleted", [serial])).toEqual([]);
    (await ship(id, { packages: [{ ...packedParcel, id: randomUUID() }], create: true })).reply();
    expect(await query("select 1 from devices where serial = $1 and not is_deleted", [serial])).toHaveLength(1);

    const [movingShipment] = await fetchShipments(second);
    await sandbox.post("/fulex/track", { tracking_id: movingShipment?.tracking_id, status: "in_transit" });
    expect((await cancel(id, second)).problems).toEqual([
      "package_id: Fulex did not void the label: The shipment is closed and cannot be deleted. (TRACKINGIDS.TRACKINGNUMBER.CLOSED)",
    ]);
    expect((await cancel(id, randomUUID())).errcode).toBe("REFERENCE_NOT_FOUND");
  });

  test("that is voided while the next one is made stays out of the order, which still owes its pieces", async () => {
    const { id, line_id, buyer } = await createPaidOrder(2);
    const [voided, sent] = [randomUUID(), randomUUID()];
    const lines = { [line_id]: 1 };
    await sandbox.addFault({
      service: "fulex",
      path: "/ship/v1/shipments",
      text: toReference(sent),
      kind: "delay",
      value: 5000,
    });
    const answer = ship(id, { packages: [parcel(voided, { lines }), parcel(sent, { lines })], create: true });
    const statusOf = async (packageId: string) => (await packagesOf(id)).find((each) => each.id === packageId)?.status;
    await expect.poll(() => statusOf(voided)).toBe("made");
    (await cancel(id, voided)).reply();
    (await answer).reply();
    const order = (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
    expect([order.status, order.lines[0]?.shipped_quantity]).toEqual(["processing", 1]);
    expect(order.shipping_data.packages.map(({ tracking_id }) => tracking_id)).toEqual(
      (await fetchShipments(sent)).map(({ tracking_id }) => tracking_id),
    );
  });
});

describe("a test order", () => {
  test("is made, shipped with a label and removed with it; a real order never is", async () => {
    const tester = await signedInAdmin();
    const { order_id } = (await tester.client.call(createTestOrder)).reply();
    const realOrder = await createPaidOrder(1, { org_id: tester.user.org_id, user_id: tester.user.id });
    const reference = randomUUID();
    (await ship(order_id, { packages: [parcel(reference)], create: true })).reply();
    expect((await tester.client.call(removeTestOrders)).reply().removed).toBe(1);
    expect((await fetchShipments(reference)).map(({ status }) => status)).toEqual(["canceled"]);
    expect(await query("select id from orders where org_id = $1", [tester.user.org_id])).toEqual([
      { id: realOrder.id },
    ]);
    expect((await tester.client.call(removeTestOrders)).reply().removed).toBe(0);
    await expect(query("update orders set is_test = true where id = $1", [realOrder.id])).rejects.toThrow(/is_test/);
    await expect(
      query("insert into orders (user_id, org_id, total, is_test, shipping_data) values ($1, $2, 1, true, '{}')", [
        tester.user.id,
        tester.user.org_id,
      ]),
    ).rejects.toThrow(/orders_test_is_free/);
  });

  test("ships no devices", async () => {
    const { order_id } = (await admin.client.call(createTestOrder)).reply();
    const [line] = await query<{ id: string }>("select id from order_lines where order_id = $1", [order_id]);
    const serials = { [line?.id ?? ""]: ["ANY-1"] };
    const answer = await ship(order_id, { packages: [{ tracking_id: "T1", serials }] });
    expect(answer.problems).toEqual([expect.stringContaining("ships no devices")]);
  });
});
