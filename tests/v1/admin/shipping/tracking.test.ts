// One file, because every test runs the one task that looks up all packages of the shared shop.
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { getAdminOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import {
  cancelPackage,
  listOrderPackages,
  shipOrder,
  startShippingTask,
} from "../../../../worker/contract/v1/admin/shipping.ts";
import { listTaskRuns, retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import { listInvoices } from "../../../../worker/contract/v1/client/invoices.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { setCartProduct } from "../../../../worker/contract/v1/store/cart.ts";
import { type Actor, signedIn, signedInAdmin } from "../../../support/actors.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";
import { shop } from "../../../support/store.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { readWords } from "../../../http/pages/words.ts";

let admin: Actor;
beforeAll(async () => {
  admin = await signedInAdmin();
});
afterEach(() => sandbox.clearFaults());

const ship = (order_id: string, body: unknown) => admin.client.call(shipOrder, { params: { order_id }, body });
const reportStatus = async (tracking_id: string, status: string) => {
  const response = await sandbox.post("/fulex/track", { tracking_id, status });
  if (!response.ok) throw new Error(await response.text());
};
const listRuns = async () => (await admin.client.call(listTaskRuns, { params: { name: "shipping" } })).reply().data;

/** Waits until no worker runs the task; the task of a lost worker is free when its lease of 60 s ends. */
const waitForEnd = () =>
  expect.poll(async () => (await listRuns())[0]?.status, { timeout: 90_000 }).not.toBe("processing");

/**
 * Runs the task from start to end. A run that is already under way does not count, because it may have passed the
 * package.
 */
async function sync() {
  const startRun = async () => (await admin.client.call(startShippingTask)).reply().started_at;
  const earlierStart = await startRun();
  await waitForEnd();
  const started_at = await startRun();
  expect(started_at >= earlierStart).toBe(true);
  await waitForEnd();
  return (await listRuns())[0];
}
const readOrder = async ({ buyer, id }: Awaited<ReturnType<typeof createPaidOrder>>) =>
  (await buyer.client.call(getOrder, { params: { order_id: id } })).reply();
const listMails = async (userId: string) =>
  (await query<{ type: string }>("select type from outbox where user_id = $1 order by id", [userId])).map(
    ({ type }) => type,
  );

test("a shipped order is received when its last package was delivered, and its buyer hears of it once", async () => {
  const order = await createPaidOrder();
  const [packageId, postedNumber] = [randomUUID(), unique("FX").toUpperCase()];
  const parcel = { id: packageId, freight_service: "FEDEX_GROUND", weight_grams: 500 };
  (await ship(order.id, { packages: [parcel], create: true })).reply();
  (await ship(order.id, { packages: [{ tracking_id: postedNumber }] })).reply();
  const [first] = (await admin.client.call(listOrderPackages, { params: { order_id: order.id } })).reply().data;
  await reportStatus(first?.tracking_id ?? "", "delivered");
  await reportStatus(postedNumber, "in_transit");
  const run = await sync();
  expect([run?.status, (run?.found ?? 0) - (run?.processed ?? 0)]).toEqual(["completed", run?.failed]);
  const orderHalfway = await readOrder(order);
  expect(orderHalfway.status).toBe("shipped");
  expect(orderHalfway.shipping_data.packages.map(({ delivered_at }) => typeof delivered_at)).toEqual([
    "string",
    "object",
  ]);
  const listed = (await admin.client.call(listOrderPackages, { params: { order_id: order.id } })).reply().data;
  expect(listed.map(({ status, note }) => [status, note])).toEqual([
    ["delivered", "Delivered"],
    ["sent", "In transit"],
  ]);

  await reportStatus(postedNumber, "exception");
  await sync();
  expect((await readOrder(order)).status).toBe("shipped");
  await reportStatus(postedNumber, "delivered");
  // A short outage of the carrier is retried.
  const away = {
    service: "fulex",
    path: "/track/v1/trackingnumbers",
    text: postedNumber,
    kind: "status",
    value: 503,
  } as const;
  await sandbox.addFault({ ...away, times: 2 });
  await sync();
  await sync();
  expect((await readOrder(order)).status).toBe("received");
  expect(await listMails(order.buyer.user.id)).toEqual(["orderShipped", "orderReceived"]);
  const mail = await sandbox.waitForMail(order.buyer.user.email, "was delivered");
  expect(mail.text).toContain(`Everything that we shipped of your order ${order.order_number} has arrived.`);
  const audits = await query("select actor_kind from audit_log where subject_id = $1 and action = 'receiveOrder'", [
    order.id,
  ]);
  expect(audits).toEqual([{ actor_kind: "system" }]);
});

/** Ships two pieces in two packages, voids the second one's label and has the first one delivered. */
async function deliverOneOfTwo(order_id: string, line_id: string) {
  const [keptNumber, voidedId] = [unique("FX").toUpperCase(), randomUUID()];
  const lines = { [line_id]: 1 };
  (await ship(order_id, { packages: [{ tracking_id: keptNumber, lines }] })).reply();
  const parcel = { id: voidedId, freight_service: "FEDEX_GROUND", weight_grams: 500, lines };
  (await ship(order_id, { packages: [parcel], create: true })).reply();
  (await admin.client.call(cancelPackage, { params: { order_id, package_id: voidedId } })).reply();
  await reportStatus(keptNumber, "delivered");
  await sync();
}

test("an order whose label was voided is received, with one mail, once its replacement was delivered", async () => {
  const order = await createPaidOrder(2);
  await deliverOneOfTwo(order.id, order.line_id);
  expect((await readOrder(order)).status).toBe("shipped");
  const listArrivals = async () => (await listMails(order.buyer.user.id)).filter((type) => type === "orderReceived");
  expect(await listArrivals()).toEqual([]);
  const listShipments = async () => (await listMails(order.buyer.user.id)).filter((type) => type === "orderShipped");
  expect(await listShipments()).toHaveLength(2);
  const replacement = unique("FX").toUpperCase();
  (await ship(order.id, { packages: [{ tracking_id: replacement }] })).reply();
  expect(await listShipments()).toHaveLength(3);
  await reportStatus(replacement, "delivered");
  await sync();
  expect((await readOrder(order)).status).toBe("received");
  expect(await listArrivals()).toEqual(["orderReceived"]);
});

test("an order whose label is voided while its other package is reported delivered stays shipped", async () => {
  const race = await raceForRow(async () => {
    const order = await createPaidOrder(2);
    const [deliveredNumber, voidedId] = [unique("FX").toUpperCase(), randomUUID()];
    const lines = { [order.line_id]: 1 };
    const delivered = { tracking_id: deliveredNumber, freight_carrier: "Fulex", lines };
    (await ship(order.id, { packages: [delivered] })).reply();
    const voided = { id: voidedId, freight_service: "FEDEX_GROUND", weight_grams: 500, lines };
    (await ship(order.id, { packages: [voided], create: true })).reply();
    // The carrier does not know the number yet, so the run lists a failure, whose retry reads the one package.
    const run = await sync();
    await reportStatus(deliveredNumber, "delivered");
    const lock = await hold("select 1 from packages where id = $1 for update", [voidedId]);
    const voidLabel = () => admin.client.call(cancelPackage, { params: { order_id: order.id, package_id: voidedId } });
    const params = { name: "shipping" as const, id: run?.id ?? "" };
    const track = () => admin.client.call(retryTaskRecord, { params, body: { record_id: deliveredNumber } });
    return { ...order, lock, requests: [voidLabel, track] };
  });
  expect(race.answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await readOrder(race)).status).toBe("shipped");
  expect(await listMails(race.buyer.user.id)).not.toContain("orderReceived");
});

async function buyTwo() {
  const buyer = await shop.buyer();
  const { id } = await shop.createProduct();
  await shop.fillCart(buyer, [{ id, name: "" }]);
  (await buyer.client.call(setCartProduct, { params: { id }, body: { quantity: 2 } })).reply();
  const params = { order_id: (await shop.checkout(buyer)).reply().order_id ?? "" };
  const read = async () => (await admin.client.call(getAdminOrder, { params })).reply();
  const refund = async (body: object) => (await admin.client.call(refundOrder, { params, body })).reply();
  const { lines, total } = await read();
  return { buyer, order_id: params.order_id, line_id: lines[0]?.id ?? "", total, read, refund };
}

test("the number of a voided label leaves the invoice and the buyer's page of the order", async () => {
  const { buyer, order_id, line_id } = await buyTwo();
  for (const id of [randomUUID(), randomUUID()]) {
    const parcel = { id, freight_service: "FEDEX_GROUND", weight_grams: 500, lines: { [line_id]: 1 } };
    (await ship(order_id, { packages: [parcel], create: true })).reply();
  }
  const packages = (await admin.client.call(listOrderPackages, { params: { order_id } })).reply().data;
  const trackings = packages.map(({ tracking_id, tracking_link }) => [tracking_id, tracking_link]);
  expect(trackings).toHaveLength(2);
  const readInvoice = async () => {
    const [invoice] = (await buyer.client.call(listInvoices)).reply().data;
    return [invoice?.tracking_number, invoice?.tracking_url];
  };
  expect(await readInvoice()).toEqual(trackings[0]);
  const expectedTrackings = [trackings[1], [null, null]];
  for (const [index, { id }] of packages.entries()) {
    (await admin.client.call(cancelPackage, { params: { order_id, package_id: id } })).reply();
    expect(await readInvoice()).toEqual(expectedTrackings[index]);
  }
  const page = await readWords(buyer.client, `/portal/orders/${order_id}`);
  for (const [number] of trackings) expect(page).not.toContain(number);
});

test("an order whose voided piece is refunded is received with the refund", async () => {
  const { order_id, line_id, read, refund } = await buyTwo();
  await deliverOneOfTwo(order_id, line_id);
  expect((await read()).status).toBe("shipped");
  await refund({ lines: [{ line_id, quantity: 1 }] });
  expect(await read()).toMatchObject({ status: "received", payment_status: "partially_refunded" });
});

test("an order of which all money went back owes nothing, and is received with its only package", async () => {
  const { order_id, line_id, total, read, refund } = await buyTwo();
  const tracking_id = unique("FX").toUpperCase();
  (await ship(order_id, { packages: [{ tracking_id, lines: { [line_id]: 1 } }] })).reply();
  await refund({ amount: total });
  expect(await read()).toMatchObject({ status: "shipped", payment_status: "refunded" });
  await reportStatus(tracking_id, "delivered");
  await sync();
  expect((await read()).status).toBe("received");
});

test("an order's page tells the way of its package in the carrier's words, and has a delivery note", async () => {
  const order = await createPaidOrder();
  const number = unique("FX").toUpperCase();
  (await ship(order.id, { packages: [{ tracking_id: number }] })).reply();
  const page = `/portal/orders/${order.id}`;
  expect(await readWords(order.buyer.client, page)).toContain("Handed to the carrier");
  await reportStatus(number, "in_transit");
  await sync();
  await reportStatus(number, "delivered");
  await sync();
  const portalPage = await readWords(order.buyer.client, page);
  expect(portalPage).toMatch(
    /Delivered [^.]*MEMPHIS, TN, US Arrived at FedEx location [^.]*MEMPHIS, TN, US Handed to the carrier/,
  );
  const html = await (await order.buyer.client.fetch(page)).text();
  const [, notePath = ""] = /href="([^"]*delivery-note[^"]*)"/.exec(html) ?? [];
  const notePage = await readWords(order.buyer.client, notePath);
  expect(notePage).toContain(`Delivery note for order ${order.order_number}`);
  expect(notePage).toContain(number);
  const stranger = await signedIn();
  await readWords(stranger.client, notePath, { status: 403 });
  await readWords(order.buyer.client, notePath.replace(/package=[^&]*/, `package=${randomUUID()}`), { status: 404 });
});

test("a package that came back to its sender is no delivery: its order stays shipped, and nobody hears of an arrival", async () => {
  const order = await createPaidOrder();
  const number = unique("FX").toUpperCase();
  (await ship(order.id, { packages: [{ tracking_id: number }] })).reply();
  await reportStatus(number, "returned");
  await sync();
  expect((await readOrder(order)).status).toBe("shipped");
  const listed = (await admin.client.call(listOrderPackages, { params: { order_id: order.id } })).reply().data;
  expect(listed).toMatchObject([
    { status: "exception", note: "Goes back to the sender: Delivered", delivered_at: null },
  ]);
  expect(await listMails(order.buyer.user.id)).toEqual(["orderShipped"]);
  // The package ends as delivered, so that runs of other tests do not look it up.
  await reportStatus(number, "delivered");
});

test("a number that the carrier does not know is a failure of the run with its reason; the rest goes on", async () => {
  const order = await createPaidOrder();
  const [unknownNumber, otherCarrierNumber] = [unique("FX").toUpperCase(), unique("1Z").toUpperCase()];
  (await ship(order.id, { packages: [{ tracking_id: unknownNumber, freight_carrier: "Fulex" }] })).reply();
  (await ship(order.id, { packages: [{ tracking_id: otherCarrierNumber, freight_carrier: "UPS" }] })).reply();
  const run = await sync();
  expect(run?.failures).toContainEqual(
    expect.objectContaining({ record_id: unknownNumber, reason: expect.stringContaining("does not know this number") }),
  );
  expect(run?.failures.map(({ record_id }) => record_id)).not.toContain(otherCarrierNumber);
  // The carrier now knows the number, so that runs of other tests do not fail because of it.
  await reportStatus(unknownNumber, "in_transit");
});

test("a carrier that wants to be left alone for some seconds is asked no sooner", async () => {
  const order = await createPaidOrder();
  const number = unique("FX").toUpperCase();
  (await ship(order.id, { packages: [{ tracking_id: number }] })).reply();
  await reportStatus(number, "delivered");
  const path = "/track/v1/trackingnumbers";
  await sandbox.addFault({ service: "fulex", path, text: number, kind: "status", value: 429, retry_after: 2 });
  await sync();
  await sync();
  expect((await readOrder(order)).status).toBe("received");
  const trackCalls = (await sandbox.callsTo("fulex"))
    .filter((call) => call.path.endsWith(path) && JSON.stringify(call.body).includes(number))
    .toReversed();
  expect(trackCalls.slice(0, 2).map(({ status }) => status)).toEqual([429, 200]);
  expect(Date.parse(trackCalls[1]?.at ?? "") - Date.parse(trackCalls[0]?.at ?? "")).toBeGreaterThanOrEqual(2000);
});
