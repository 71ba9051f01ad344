// One request for the labels of many orders, with its refusals, retries, lost answers and the combined file.
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createLabels, downloadLabels } from "../../../../worker/contract/v1/admin/shipping.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import {
  carrierActions,
  carrierPaths,
  stubCarrierRefusal,
  stubCarrier,
  createPackageWithoutFiles,
  fetchShipments,
} from "../../../support/shipping/carrier.ts";
import { createPaidOrder } from "../../../support/shipping/orders.ts";

let admin: Actor;
let warehouse: Actor;
beforeAll(async () => {
  [admin, warehouse] = [await signedInAdmin(), await signedInAdmin("warehouse")];
});
afterEach(() => sandbox.clearFaults());

const { packagesOf, cancel } = carrierActions(() => admin.client);
const parcelsOf = (orders: { id: string }[], weight_grams = 800) =>
  Object.fromEntries(orders.map(({ id }) => [id, { weight_grams }]));
const requestLabels = (orders: { id: string }[], parcels = parcelsOf(orders)) =>
  warehouse.client.call(createLabels, { body: { order_ids: orders.map(({ id }) => id), parcels } });
const createOrderLabels = async (orders: { id: string }[], parcels = parcelsOf(orders)) =>
  (await requestLabels(orders, parcels)).reply().results;
const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome);
const fetchOrderShipments = async (id: string) => {
  const rows = await query<{ id: string }>("select id from packages where order_id = $1", [id]);
  return (await Promise.all(rows.map((row) => fetchShipments(row.id)))).flat();
};
const fetchLabelFile = async (orders: { id: string }[]) => {
  const path = `${downloadLabels.path}?order_ids=${orders.map(({ id }) => id).join(",")}`;
  return warehouse.client.fetch(path);
};
const fetchText = async ({ client }: Actor, path: string) =>
  (await (await client.fetch(path)).text()).replaceAll(/<!--.*?-->/g, "").replaceAll(/\s+/g, " ");
const orderIds = (orders: { id: string }[]) => ({ order_ids: orders.map(({ id }) => id).join(",") });

test("each of several orders has its own result, and their labels are one file in that order", async () => {
  const orders = [
    await createPaidOrder(),
    await createPaidOrder(1, { payment_status: "pending" }),
    await createPaidOrder(),
  ];
  const [first, unpaid, last] = orders;
  const unknownOrder = { id: crypto.randomUUID() };
  const results = await createOrderLabels([...orders, unknownOrder]);
  expect(results).toEqual([
    {
      order_id: first?.id,
      order_number: first?.order_number,
      outcome: "made",
      tracking_id: expect.any(String),
      message: null,
    },
    {
      order_id: unpaid?.id,
      order_number: unpaid?.order_number,
      outcome: "refused",
      tracking_id: null,
      message: "This order is not paid yet. Nothing ships before its payment has arrived.",
    },
    {
      order_id: last?.id,
      order_number: last?.order_number,
      outcome: "made",
      tracking_id: expect.any(String),
      message: null,
    },
    {
      order_id: unknownOrder.id,
      order_number: null,
      outcome: "refused",
      tracking_id: null,
      message: "Not found: order",
    },
  ]);
  const [sentPackage] = await packagesOf(first?.id ?? "");
  expect(sentPackage).toMatchObject({
    status: "sent",
    has_label: true,
    weight_grams: 800,
    freight_service: "FEDEX_GROUND",
    lines: [{ line_id: first?.line_id, quantity: 2 }],
  });
  const file = await fetchLabelFile(orders);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(2);
  expect((await fetchLabelFile([unknownOrder])).status).toBe(404);
});

test("a label that is lost or no readable PDF is told on its page and its order, and the others are printed", async () => {
  const orders = [
    await createPaidOrder(),
    await createPaidOrder(1, { address: { city: "Brokenville" } }),
    await createPaidOrder(),
  ];
  const [goodOrder, brokenOrder, lostOrder] = orders;
  const documents = [{ contentType: "LABEL", docType: "PDF", encodedLabel: btoa("%PDF-1.4 and no more") }];
  await stubCarrier(carrierPaths.ship, "Brokenville", 200, {
    transactionId: crypto.randomUUID(),
    output: {
      transactionShipments: [
        {
          masterTrackingNumber: "888800000002",
          pieceResponses: [{ trackingNumber: "888800000002", packageDocuments: documents }],
        },
      ],
    },
  });
  expect(outcomes(await createOrderLabels(orders))).toEqual(["made", "made", "made"]);
  const [firstPackage] = await packagesOf(lostOrder?.id ?? "");
  const lostId = await createPackageWithoutFiles(firstPackage?.id ?? "");
  expect(await packagesOf(brokenOrder?.id ?? "")).toMatchObject([{ status: "sent", has_label: false }]);
  const file = await fetchLabelFile(orders);
  expect(file.status).toBe(200);
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(3);
  // The download is a GET and writes nothing, so the clean-up job records the lost label.
  expect((await packagesOf(lostOrder?.id ?? "")).map(({ has_label }) => has_label)).toEqual([true, true]);
  await sandbox.runJob("clean-up");
  const page = await fetchText(warehouse, hrefOf(pages.shipOrders, {}, orderIds(orders)));
  expect(page).toContain("2 labels as PDF");
  expect(page.match(/Label \w+ was lost: print it in the carrier’s own program/g)).toHaveLength(2);
  expect((await packagesOf(lostOrder?.id ?? "")).map(({ id, has_label }) => [id, has_label])).toEqual([
    [firstPackage?.id, true],
    [lostId, false],
  ]);
  expect(await packagesOf(goodOrder?.id ?? "")).toMatchObject([{ has_label: true }]);
  expect(await fetchText(admin, `/admin/orders/${brokenOrder?.id}`)).toContain("Its label was lost");
});

test("a second click, a click at the same time and a later one buy no second label", async () => {
  const orders = [await createPaidOrder(), await createPaidOrder()];
  const answers = await Promise.all([createOrderLabels(orders), createOrderLabels(orders)]);
  for (const results of answers) expect(outcomes(results)).not.toContain("refused");
  expect(outcomes(await createOrderLabels(orders))).toEqual(["had", "had"]);
  for (const { id } of orders) {
    expect(await fetchOrderShipments(id)).toHaveLength(1);
    expect(await packagesOf(id)).toHaveLength(1);
  }
});

test.each(["lost-answer", "cut"] as const)("after an answer that was %s no order has two labels", async (kind) => {
  const city = unique("Lost");
  const orders = [await createPaidOrder(2, { address: { city } }), await createPaidOrder()];
  await sandbox.addFault({ service: "fulex", path: carrierPaths.ship, text: city, kind, times: 1 });
  await requestLabels(orders);
  await sandbox.clearFaults();
  await requestLabels(orders);
  const results = await createOrderLabels(orders);
  expect(outcomes(results)).toEqual([kind === "cut" ? "refused" : "had", "had"]);
  // A label that may exist is not requested again.
  for (const { message } of results) if (message) expect(message).toContain("and may have made it");
  for (const [at, { id }] of orders.entries()) {
    expect(await fetchOrderShipments(id)).toHaveLength(results[at]?.outcome === "had" ? 1 : 0);
    expect(await packagesOf(id)).toHaveLength(1);
  }
});

test("the carrier's refusal of one is told in its words and keeps the others; another try can ship it", async () => {
  const [good, bad] = [await createPaidOrder(), await createPaidOrder(1, { address: { city: "Nowhere at all" } })];
  await stubCarrierRefusal(carrierPaths.ship, "Nowhere at all", "POSTAL.INVALID", "The city is not served.");
  const results = await createOrderLabels([good, bad]);
  expect(outcomes(results)).toEqual(["made", "refused"]);
  expect(results[1]?.message).toContain("The city is not served.");
  await sandbox.clearFaults();
  expect(outcomes(await createOrderLabels([good, bad]))).toEqual(["had", "made"]);
});

test("what is missing is asked for, and a voided label is made anew", async () => {
  const order = await createPaidOrder();
  const [noWeightResult] = await createOrderLabels([order], {});
  expect(noWeightResult).toMatchObject({ outcome: "refused", message: "Enter the weight in grams." });
  expect(await fetchOrderShipments(order.id)).toEqual([]);
  expect(outcomes(await createOrderLabels([order]))).toEqual(["made"]);
  const [first] = await packagesOf(order.id);
  (await cancel(order.id, first?.id ?? "")).reply();
  expect(outcomes(await createOrderLabels([order]))).toEqual(["made"]);
  const [second] = await packagesOf(order.id);
  expect(second?.id).not.toBe(first?.id);
  const entries = await query(
    `select payload ->> 'tracking_number' as number from notifications
     where user_id = $1 and type = 'orderShipped' order by created_at`,
    [order.buyer.user.id],
  );
  expect(entries).toEqual([{ number: first?.tracking_id }, { number: second?.tracking_id }]);
  const mails = await query("select 1 from outbox where user_id = $1 and type = 'orderShipped'", [order.buyer.user.id]);
  expect(mails).toHaveLength(2);
});

test("the page ships what it can, says at each other one why, and has the labels; it survives a reload", async () => {
  const orders = [await createPaidOrder(), await createPaidOrder()];
  const [first, second] = orders;
  const path = hrefOf(pages.shipOrders, {}, orderIds(orders));
  const body = new URLSearchParams(orders.map(({ id }) => ["order_ids", id]));
  for (const { id } of orders) body.set(`parcels.${id}.freight_service`, "FEDEX_GROUND");
  body.set(`parcels.${first?.id}.weight_grams`, "800");
  body.set(`parcels.${first?.id}.serials.${first?.line_id}`, "");
  expect(await fetchText(warehouse, path)).toContain("Make 2 labels and ship");
  const send = async () => {
    const answer = await warehouse.client.fetch(path, { method: "POST", body });
    return (await answer.text()).replaceAll(/<!--.*?-->/g, "").replaceAll(/\s+/g, " ");
  };
  const noticeOf = (html: string) => /class="notice[^>]*>.{0,200}/.exec(html)?.[0];
  body.set(`parcels.${second?.id}.weight_grams`, "heavy");
  expect(noticeOf(await send()), "no label is made from a form with a wrong field").not.toContain("made");
  expect(await fetchOrderShipments(first?.id ?? "")).toEqual([]);
  body.delete(`parcels.${second?.id}.weight_grams`);
  const page = await send();
  expect(noticeOf(page)).toContain("1 label is made. 1 order was refused, with the reason below.");
  expect(page).toContain("Enter the weight in grams.");
  expect(page).toContain("Make 1 label and ship");
  body.set(`parcels.${second?.id}.weight_grams`, "900");
  body.delete("order_ids");
  body.append("order_ids", second?.id ?? "");
  const doneAnswer = await warehouse.client.fetch(path, { method: "POST", body });
  expect([doneAnswer.status, doneAnswer.headers.get("location")]).toEqual([303, path]);
  const pageAfter = await fetchText(warehouse, path);
  expect(pageAfter).toContain("1 label is made.");
  expect(pageAfter).toContain("2 labels as PDF");
  expect(pageAfter).not.toContain("and ship</button>");
  await warehouse.client.fetch(path, { method: "POST", body });
  expect(await fetchText(warehouse, path)).toContain("Nothing was left to ship: the labels were made before.");
});

test("the pick list adds up what is owed, and leaves out what cannot ship", async () => {
  const [first, second] = [await createPaidOrder(2), await createPaidOrder(3)];
  await query("update order_lines set name = $2, product_id = $3 where order_id = $1", [
    second.id,
    first.device.name,
    first.device.id,
  ]);
  const unpaid = await createPaidOrder(1, { payment_status: "declined" });
  const page = await fetchText(warehouse, hrefOf(pages.pickList, {}, orderIds([first, second, unpaid])));
  const [all = "", ...each] = page.split("<h2>").slice(1);
  expect(all).toMatch(/>5<\/td>/);
  expect(each.map((part) => /class="number">(\d+)<\/td>/.exec(part)?.[1])).toEqual(["2", "3"]);
  expect(page).toContain(`Left out, because nothing of them can ship: ${unpaid.order_number}`);
});

test("several are marked as received at once; those that did not ship are named and stay", async () => {
  const [shippedOrder, waitingOrder] = [await createPaidOrder(), await createPaidOrder()];
  await createOrderLabels([shippedOrder]);
  const body = new URLSearchParams([
    ["id", shippedOrder.id],
    ["id", waitingOrder.id],
    [`name.${shippedOrder.id}`, shippedOrder.order_number],
    [`name.${waitingOrder.id}`, waitingOrder.order_number],
  ]);
  const answer = await warehouse.client.fetch(pages.receiveOrders, { method: "POST", body });
  expect(answer.status).toBe(303);
  const resultPage = await fetchText(warehouse, answer.headers.get("location") ?? "");
  expect(resultPage).toContain(
    `${shippedOrder.order_number} is received. ${waitingOrder.order_number} was not shipped`,
  );
  const rows = await query("select id, status from orders where id = any($1) order by status", [
    [shippedOrder.id, waitingOrder.id],
  ]);
  expect(rows).toEqual([
    { id: waitingOrder.id, status: "processing" },
    { id: shippedOrder.id, status: "received" },
  ]);
});

describe("marking as received is undone", () => {
  const readState = async (order_id: string) => {
    const [row] = await query(
      `select o.status, o.shipping_data -> 'packages' as parcels,
         (select json_agg(json_build_array(p.status, p.delivered_at is null) order by p.id)
          from packages p where p.order_id = o.id) as packages,
         (select count(*)::int from outbox where event = 'orderReceived:' || o.id) as mails,
         (select count(*)::int from notifications where event = 'orderReceived:' || o.id) as entries
       from orders o where o.id = $1`,
      [order_id],
    );
    return row;
  };
  const receive = async (orders: { id: string }[]) => {
    const body = new URLSearchParams(orders.map(({ id }): [string, string] => ["id", id]));
    const answer = await warehouse.client.fetch(`${pages.receiveOrders}?status=shipped`, { method: "POST", body });
    const page = await fetchText(warehouse, answer.headers.get("location") ?? "");
    const [, action = "", request_id = ""] =
      /action="([^"]*received\/undo[^"]*)".*?name="request_id" value="([^"]*)"/s.exec(page) ?? [];
    expect(action).toBe(`${pages.receiveOrders}/undo?status=shipped`);
    return { action, body: new URLSearchParams({ request_id }) };
  };
  const undo = async (form: Awaited<ReturnType<typeof receive>>, client = warehouse.client): Promise<Response> =>
    client.fetch(form.action, { method: "POST", body: form.body });

  test("completely: states of packages, mails and entries in the inbox; then it can be done again", async () => {
    const orders = [await createPaidOrder(), await createPaidOrder()];
    const [, second] = await createOrderLabels(orders);
    // The carrier reports the exception, too, in case the tracking job runs meanwhile.
    const { tracking_id } = second ?? {};
    expect((await sandbox.post("/fulex/track", { tracking_id, status: "exception" })).ok).toBe(true);
    await query("update packages set status = 'exception' where order_id = $1", [orders[1]?.id]);
    const before = await Promise.all(orders.map(({ id }) => readState(id)));
    const form = await receive(orders);
    for (const { id } of orders)
      expect(await readState(id)).toMatchObject({ status: "received", mails: 1, entries: 1 });
    const answer = await undo(form);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${pages.adminOrders}?status=shipped`]);
    expect(await fetchText(warehouse, answer.headers.get("location") ?? "")).toContain("The change was undone.");
    expect(await Promise.all(orders.map(({ id }) => readState(id)))).toEqual(before);
    const audits = await query("select action from audit_log where subject_id = $1 order by created_at desc limit 2", [
      orders[0]?.id,
    ]);
    expect(audits.map(({ action }) => action)).toEqual(["undoReceiveOrders", "receiveOrder"]);
    await receive(orders);
    for (const { id } of orders)
      expect(await readState(id)).toMatchObject({ status: "received", mails: 1, entries: 1 });
  });

  const tooLate = "can no longer be undone";
  test.each([
    ["a mail was sent", "update outbox set sent_at = now() where event = 'orderReceived:' || $1"],
    ["an order changed since", "update orders set status = 'shipped' where id = $1::uuid"],
    ["a package changed since", "update packages set status = 'canceled' where order_id = $1::uuid"],
    [
      "the seconds are over",
      `update audit_log set created_at = now() - interval '16 seconds'
       where request_id = (select request_id from audit_log where subject_id = $1 and action = 'receiveOrder')`,
    ],
  ])("not once %s; none of them changes", async (_why, change) => {
    const orders = [await createPaidOrder(), await createPaidOrder()];
    await createOrderLabels(orders);
    const form = await receive(orders);
    await query(change, [orders[0]?.id]);
    const before = await Promise.all(orders.map(({ id }) => readState(id)));
    const answer = await undo(form);
    expect(await fetchText(warehouse, answer.headers.get("location") ?? "")).toContain(tooLate);
    expect(await Promise.all(orders.map(({ id }) => readState(id)))).toEqual(before);
  });

  test("not by another administrator, nor twice", async () => {
    const order = await createPaidOrder();
    await createOrderLabels([order]);
    const form = await receive([order]);
    const other = await signedInAdmin("warehouse");
    await undo(form, other.client);
    expect(await readState(order.id)).toMatchObject({ status: "received", mails: 1 });
    await undo(form);
    expect(await readState(order.id)).toMatchObject({ status: "shipped", mails: 0 });
    const second = await undo(form);
    expect(await fetchText(warehouse, second.headers.get("location") ?? "")).toContain(tooLate);
  });
});
