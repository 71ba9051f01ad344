import { PDFDocument } from "@cantoo/pdf-lib";
import { afterEach, beforeAll, expect, test } from "vitest";
import { hrefOf, pages } from "../../../../worker/contract/pages.ts";
import { createLabels, downloadLabels } from "../../../../worker/contract/v1/admin/shipping.ts";
import { type Actor, signedInAdmin } from "../../../support/actors.ts";
import { query } from "../../../support/database.ts";
import { unique } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import { atCarrier, carrierPaths, carrierRefuses, shipmentsOf } from "../../../support/shipping/carrier.ts";
import { paidOrder } from "../../../support/shipping/orders.ts";

let admin: Actor;
let warehouse: Actor;
beforeAll(async () => {
  [admin, warehouse] = [await signedInAdmin(), await signedInAdmin("warehouse")];
});
afterEach(() => sandbox.clearFaults());

const { packagesOf, cancel } = atCarrier(() => admin.client);
const parcelsOf = (orders: { id: string }[], weight_grams = 800) =>
  Object.fromEntries(orders.map(({ id }) => [id, { weight_grams }]));
const label = (orders: { id: string }[], parcels = parcelsOf(orders)) =>
  warehouse.client.call(createLabels, { body: { order_ids: orders.map(({ id }) => id), parcels } });
const resultsOf = async (orders: { id: string }[], parcels = parcelsOf(orders)) =>
  (await label(orders, parcels)).reply().results;
const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome);
/** What the carrier made for the packages of an order. */
const madeFor = async (id: string) => {
  const rows = await query<{ id: string }>("select id from packages where order_id = $1", [id]);
  return (await Promise.all(rows.map((row) => shipmentsOf(row.id)))).flat();
};
const fileOf = async (orders: { id: string }[]) => {
  const path = `${downloadLabels.path}?order_ids=${orders.map(({ id }) => id).join(",")}`;
  return warehouse.client.fetch(path);
};
const text = async ({ client }: Actor, path: string) =>
  (await (await client.fetch(path)).text()).replaceAll(/<!--.*?-->/g, "").replaceAll(/\s+/g, " ");
const orderIds = (orders: { id: string }[]) => ({ order_ids: orders.map(({ id }) => id).join(",") });

test("each of several orders has its own result, and their labels are one file in that order", async () => {
  const orders = [await paidOrder(), await paidOrder(1, { payment_status: "pending" }), await paidOrder()];
  const [first, unpaid, last] = orders;
  const nobody = { id: crypto.randomUUID() };
  const results = await resultsOf([...orders, nobody]);
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
    { order_id: nobody.id, order_number: null, outcome: "refused", tracking_id: null, message: "Not found: order" },
  ]);
  const [sent] = await packagesOf(first?.id ?? "");
  expect(sent).toMatchObject({
    status: "sent",
    has_label: true,
    weight_grams: 800,
    freight_service: "FEDEX_GROUND",
    lines: [{ line_id: first?.line_id, quantity: 2 }],
  });
  const file = await fileOf(orders);
  expect(file.headers.get("content-type")).toBe("application/pdf");
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(2);
  expect((await fileOf([nobody])).status).toBe(404);
});

test("a second click, a click at the same time and a later one buy no second label", async () => {
  const orders = [await paidOrder(), await paidOrder()];
  const answers = await Promise.all([resultsOf(orders), resultsOf(orders)]);
  for (const results of answers) expect(outcomes(results)).not.toContain("refused");
  expect(outcomes(await resultsOf(orders))).toEqual(["had", "had"]);
  for (const { id } of orders) {
    expect(await madeFor(id)).toHaveLength(1);
    expect(await packagesOf(id)).toHaveLength(1);
  }
});

test.each(["lost-answer", "cut"] as const)("after an answer that was %s no order has two labels", async (kind) => {
  const city = unique("Lost");
  const orders = [await paidOrder(2, { address: { city } }), await paidOrder()];
  await sandbox.addFault({ service: "fulex", path: carrierPaths.ship, text: city, kind, times: 1 });
  await label(orders);
  await sandbox.clearFaults();
  await label(orders);
  const results = await resultsOf(orders);
  expect(outcomes(results)).toEqual([kind === "cut" ? "refused" : "had", "had"]);
  // the carrier is not asked for what it may have made
  for (const { message } of results) if (message) expect(message).toContain("and may have made it");
  for (const [at, { id }] of orders.entries()) {
    expect(await madeFor(id)).toHaveLength(results[at]?.outcome === "had" ? 1 : 0);
    expect(await packagesOf(id)).toHaveLength(1);
  }
});

test("the carrier's refusal of one is told in its words and keeps the others; another try can ship it", async () => {
  const [good, bad] = [await paidOrder(), await paidOrder(1, { address: { city: "Nowhere at all" } })];
  await carrierRefuses(carrierPaths.ship, "Nowhere at all", "POSTAL.INVALID", "The city is not served.");
  const results = await resultsOf([good, bad]);
  expect(outcomes(results)).toEqual(["made", "refused"]);
  expect(results[1]?.message).toContain("The city is not served.");
  await sandbox.clearFaults();
  expect(outcomes(await resultsOf([good, bad]))).toEqual(["had", "made"]);
});

test("what is missing is asked for, and a voided label is made anew", async () => {
  const order = await paidOrder();
  const [nothing] = await resultsOf([order], {});
  expect(nothing).toMatchObject({ outcome: "refused", message: "Enter the weight in grams." });
  expect(await madeFor(order.id)).toEqual([]);
  expect(outcomes(await resultsOf([order]))).toEqual(["made"]);
  const [first] = await packagesOf(order.id);
  (await cancel(order.id, first?.id ?? "")).reply();
  expect(outcomes(await resultsOf([order]))).toEqual(["made"]);
  const [second] = await packagesOf(order.id);
  expect(second?.id).not.toBe(first?.id);
});

test("the page ships what it can, says at each other one why, and has the labels; it survives a reload", async () => {
  const orders = [await paidOrder(), await paidOrder()];
  const [first, second] = orders;
  const path = hrefOf(pages.shipOrders, {}, orderIds(orders));
  const body = new URLSearchParams(orders.map(({ id }) => ["order_ids", id]));
  for (const { id } of orders) body.set(`parcels.${id}.freight_service`, "FEDEX_GROUND");
  body.set(`parcels.${first?.id}.weight_grams`, "800");
  body.set(`parcels.${first?.id}.serials.${first?.line_id}`, "");
  expect(await text(warehouse, path)).toContain("Make 2 labels and ship");
  const refused = await warehouse.client.fetch(path, { method: "POST", body });
  const page = (await refused.text()).replaceAll(/<!--.*?-->/g, "").replaceAll(/\s+/g, " ");
  expect(/class="notice[^>]*>.{0,200}/.exec(page)?.[0]).toContain(
    "1 label is made. 1 order was refused, with the reason below.",
  );
  expect(page).toContain("Enter the weight in grams.");
  expect(page).toContain("Make 1 label and ship");
  body.set(`parcels.${second?.id}.weight_grams`, "900");
  body.delete("order_ids");
  body.append("order_ids", second?.id ?? "");
  const done = await warehouse.client.fetch(path, { method: "POST", body });
  expect([done.status, done.headers.get("location")]).toEqual([303, path]);
  const after = await text(warehouse, path);
  expect(after).toContain("1 label is made.");
  expect(after).toContain("2 labels as PDF");
  expect(after).not.toContain("and ship</button>");
});

test("the pick list adds up what is owed, and leaves out what cannot ship", async () => {
  const [first, second] = [await paidOrder(2), await paidOrder(3)];
  await query("update order_lines set name = $2, product_id = $3 where order_id = $1", [
    second.id,
    first.device.name,
    first.device.id,
  ]);
  const unpaid = await paidOrder(1, { payment_status: "declined" });
  const page = await text(warehouse, hrefOf(pages.pickList, {}, orderIds([first, second, unpaid])));
  const [all = "", ...each] = page.split("<h2>").slice(1);
  expect(all).toMatch(/>5<\/td>/);
  expect(each.map((part) => /class="number">(\d+)<\/td>/.exec(part)?.[1])).toEqual(["2", "3"]);
  expect(page).toContain(`Left out, because nothing of them can ship: ${unpaid.order_number}`);
});

test("several are marked as received at once; those that did not ship are named and stay", async () => {
  const [shipped, waiting] = [await paidOrder(), await paidOrder()];
  await resultsOf([shipped]);
  const body = new URLSearchParams([
    ["id", shipped.id],
    ["id", waiting.id],
    [`name.${shipped.id}`, shipped.order_number],
    [`name.${waiting.id}`, waiting.order_number],
  ]);
  const answer = await warehouse.client.fetch(pages.receiveOrders, { method: "POST", body });
  expect(answer.status).toBe(303);
  const told = await text(warehouse, answer.headers.get("location") ?? "");
  expect(told).toContain(`${shipped.order_number} is received. ${waiting.order_number} was not shipped`);
  const rows = await query("select id, status from orders where id = any($1) order by status", [
    [shipped.id, waiting.id],
  ]);
  expect(rows).toEqual([
    { id: waiting.id, status: "processing" },
    { id: shipped.id, status: "received" },
  ]);
});
