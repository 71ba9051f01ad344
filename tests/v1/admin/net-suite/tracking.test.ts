// One file, because its tests share one app, whose import reads the fulfilments of all its orders.
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  getInvoiceExportTask,
  getTrackingImportTask,
  startInvoiceExportTask,
  startTrackingImportTask,
} from "../../../../worker/contract/v1/admin/net-suite-exports.ts";
import { listTaskRuns, retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import { listInvoices } from "../../../../worker/contract/v1/client/invoices.ts";
import { cancelOrder, getAdminOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { accountingOn } from "../../../support/accounting/records.ts";
import { actorsOn } from "../../../support/actors.ts";
import { startOwnApp } from "../../../support/app.ts";
import type { Client } from "../../../support/client.ts";
import { openDatabase, type Query } from "../../../support/database.ts";
import { factoriesOn } from "../../../support/factories.ts";
import { sandboxAt } from "../../../support/sandbox.ts";
import { shopOn } from "../../../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let admin: Client;
let sandbox: ReturnType<typeof sandboxAt>;
let shop: ReturnType<typeof shopOn>;
let accounting: ReturnType<typeof accountingOn>;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  sandbox = sandboxAt(app.sandbox.url);
  const place = { query, factories: factoriesOn(query), sandbox, url: app.worker.url };
  shop = shopOn(place);
  accounting = accountingOn(place);
  admin = (await actorsOn(place).signedInAdmin()).client;
});
afterEach(() => accounting.setPreferences({ has_numeric_values: false, has_inventory_detail: false }));
afterAll(() => app?.stop());

async function runImport() {
  (await admin.call(startTrackingImportTask)).reply();
  const readTask = async () => (await admin.call(getTrackingImportTask)).reply();
  await expect.poll(async () => (await readTask()).status).not.toBe("processing");
  const [run] = (await admin.call(listTaskRuns, { params: { name: "tracking-number" } })).reply().data;
  return { ...(await readTask()), id: run?.id ?? "", failures: run?.failures ?? [] };
}

const prefix = `N${randomBytes(5).toString("hex").toUpperCase()}`;

async function createExportedOrder() {
  const product = await shop.createProduct({ patterns: [`${prefix}-\\d{5}`] });
  const item = await accounting.knowProduct(product.id);
  const buyer = await shop.purchase([product]);
  await accounting.knowOrganization(buyer.org_id);
  (await admin.call(startInvoiceExportTask)).reply();
  const status = async () => (await admin.call(getInvoiceExportTask)).reply().status;
  await expect.poll(status).toBe("completed");
  const order_id = buyer.bought.order_id ?? "";
  const [salesOrder] = await accounting.records("sales_order", `order-${order_id}`);
  return { buyer, order_id, item, sales_order_id: salesOrder?.id ?? "", product };
}
type ExportedOrder = Awaited<ReturnType<typeof createExportedOrder>>;

const fulfil = ({ sales_order_id, item }: ExportedOrder, number: string, serials: string) =>
  accounting.plant("fulfillment", {
    createdFrom: { id: sales_order_id },
    package: { items: [{ packageTrackingNumber: number }] },
    item: { items: [{ item: { id: item }, quantity: 1, serialNumbers: serials }] },
  });

const readOrder = async ({ buyer, order_id }: ExportedOrder) =>
  (await buyer.client.call(getOrder, { params: { order_id } })).reply();
const countShippedMails = async ({ buyer }: ExportedOrder) =>
  (await sandbox.mailsTo(buyer.user.email)).filter(({ subject }) => /shipped|on its way/i.test(subject)).length;

test("a fulfilment ships its order, registers its devices, and is told once", async () => {
  expect((await admin.call(getTrackingImportTask)).errcode).toBe("SYNC_TRACKING_NUMBER_NOT_RUNNING");
  const order = await createExportedOrder();
  expect(await runImport()).toMatchObject({ status: "completed", found: 0, processed: 0 });
  expect((await readOrder(order)).status).toBe("processing");

  await fulfil(order, "1Z999AA10123456784", `${prefix}-00001`);
  expect(await runImport()).toMatchObject({ status: "completed", found: 1, processed: 1, failures: [] });
  const shipped = await readOrder(order);
  expect([shipped.status, shipped.shipping_data.packages.map(({ tracking_id }) => tracking_id)]).toEqual([
    "shipped",
    ["1Z999AA10123456784"],
  ]);
  const listDevices = () => query("select org_id, serial from devices where product_id = $1", [order.product.id]);
  expect(await listDevices()).toEqual([{ org_id: order.buyer.org_id, serial: `${prefix}-00001` }]);
  const [invoice] = (await order.buyer.client.call(listInvoices)).reply().data;
  expect(invoice?.tracking_number).toBe("1Z999AA10123456784");
  await expect.poll(() => countShippedMails(order)).toBe(1);

  await fulfil(order, "1Z999AA10123456785", "");
  expect(await runImport()).toMatchObject({ found: 2, processed: 2, failures: [] });
  expect((await readOrder(order)).shipping_data.packages).toHaveLength(2);
  expect(await listDevices()).toHaveLength(1);
  await sandbox.runJob("deliver-outbox");
  expect(await countShippedMails(order)).toBe(1);
});

test("a fulfilment that is picked or packed ships nothing until it is shipped", async () => {
  const order = await createExportedOrder();
  const { id } = await fulfil(order, "1Z999AA10123456789", `${prefix}-00041`);
  for (const status of ["A", "B"]) {
    await accounting.plant("fulfillment", { shipStatus: { id: status } }, id);
    expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
    const { status: orderStatus, shipping_data } = await readOrder(order);
    expect([orderStatus, shipping_data.packages], status).toEqual(["processing", []]);
  }
  await accounting.plant("fulfillment", { shipStatus: { id: "C" } }, id);
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  expect((await readOrder(order)).status).toBe("shipped");
});

test("a tracking number that a fulfilment gets later adds a package, and ships no piece again", async () => {
  const order = await createExportedOrder();
  await query("update order_lines set quantity = 3 where order_id = $1", [order.order_id]);
  const numbers = ["1Z999AA10123456786", "1Z999AA10123456787"];
  const fulfilment = await fulfil(order, numbers[0] ?? "", `${prefix}-00031`);
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  const packages = { items: numbers.map((number) => ({ packageTrackingNumber: number })) };
  await accounting.plant("fulfillment", { package: packages }, fulfilment.id);
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  expect(
    await query("select shipped_quantity, serial_number from order_lines where order_id = $1", [order.order_id]),
  ).toEqual([{ shipped_quantity: 1, serial_number: [`${prefix}-00031`] }]);
  expect((await readOrder(order)).shipping_data.packages.map(({ tracking_id }) => tracking_id)).toEqual(numbers);
});

test("a second fulfilment with the tracking number of the first is told, and ships once it has its own", async () => {
  const order = await createExportedOrder();
  await query("update order_lines set quantity = 2 where order_id = $1", [order.order_id]);
  const first = await fulfil(order, "PICKUP", `${prefix}-00061`);
  const second = await fulfil(order, "Pickup", `${prefix}-00062`);
  const run = await runImport();
  expect(run.failures).toMatchObject([
    {
      record_id: second.id,
      reason: `Fulfilment ${first.id} has the tracking number Pickup, too. Give this one a number of its own in NetSuite, so that its pieces ship here.`,
    },
  ]);
  expect((await readOrder(order)).status).toBe("processing");
  await accounting.plant("fulfillment", { package: { items: [{ packageTrackingNumber: "PICKUP 2" }] } }, second.id);
  const retryInput = { params: { name: "tracking-number", id: run.id }, body: { record_id: second.id } };
  (await admin.call(retryTaskRecord, retryInput)).reply();
  expect((await readOrder(order)).status).toBe("shipped");
  expect(await query("select serial_number from order_lines where order_id = $1", [order.order_id])).toEqual([
    { serial_number: [`${prefix}-00061`, `${prefix}-00062`] },
  ]);
});

test("a fulfilment of an order that is canceled here is told, and ships nothing", async () => {
  const order = await createExportedOrder();
  const { id } = await fulfil(order, "1Z999AA10123456788", `${prefix}-00032`);
  await accounting.plant("fulfillment", { shipStatus: { id: "B" } }, id);
  (await admin.call(cancelOrder, { params: { order_id: order.order_id } })).reply();
  const { failures } = await runImport();
  expect(failures.filter(({ record_id }) => record_id === id)).toMatchObject([
    { reason: "The order is canceled here, but NetSuite has fulfilled it. Stop the parcel." },
  ]);
  expect((await readOrder(order)).status).toBe("canceled");
  await query("update orders set updated_at = now() - interval '61 days' where id = $1", [order.order_id]);
  expect((await runImport()).failures).toEqual([]);
});

test("a fulfilment with a piece that is canceled here ships the others, and is told", async () => {
  const order = await createExportedOrder();
  await query("update order_lines set quantity = 3 where order_id = $1", [order.order_id]);
  const params = { order_id: order.order_id };
  const [line] = (await admin.call(getAdminOrder, { params })).reply().lines;
  const body = { lines: [{ line_id: line?.id ?? "", quantity: 1 }] };
  (await admin.call(cancelOrder, { params, body })).reply();
  await shop.settled();
  const { id } = await accounting.plant("fulfillment", {
    createdFrom: { id: order.sales_order_id },
    package: { items: [{ packageTrackingNumber: "1Z999AA10123456792" }] },
    item: { items: [{ item: { id: order.item }, quantity: 3 }] },
  });
  expect((await runImport()).failures.filter(({ record_id }) => record_id === id)).toMatchObject([
    {
      reason: `NetSuite has fulfilled 1 × ${order.product.name} more than is owed, because pieces were canceled or refunded here. Stop the parcel.`,
    },
  ]);
  expect((await readOrder(order)).status).toBe("shipped");
  const linesSql = "select shipped_quantity, canceled_quantity from order_lines where order_id = $1";
  expect(await query(linesSql, [order.order_id])).toEqual([{ shipped_quantity: 2, canceled_quantity: 1 }]);
});

test("of an item on two lines, one with a canceled piece, what is owed ships with both, and nothing is told", async () => {
  const order = await createExportedOrder();
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price)
     select order_id, product_id, position + 1, quantity, name, price from order_lines where order_id = $1`,
    [order.order_id],
  );
  await query("update order_lines set quantity = 2 where order_id = $1 and position = 0", [order.order_id]);
  const params = { order_id: order.order_id };
  const { lines } = (await admin.call(getAdminOrder, { params })).reply();
  const line_id = lines.find(({ quantity }) => quantity === 2)?.id ?? "";
  (await admin.call(cancelOrder, { params, body: { lines: [{ line_id, quantity: 1 }] } })).reply();
  await shop.settled();
  const { id } = await accounting.plant("fulfillment", {
    createdFrom: { id: order.sales_order_id },
    package: { items: [{ packageTrackingNumber: "1Z999AA10123456793" }] },
    item: { items: [{ item: { id: order.item }, quantity: 2 }] },
  });
  expect((await runImport()).failures.filter(({ record_id }) => record_id === id)).toEqual([]);
  const linesSql = "select quantity, shipped_quantity from order_lines where order_id = $1 order by position";
  expect(await query(linesSql, [order.order_id])).toEqual([
    { quantity: 2, shipped_quantity: 1 },
    { quantity: 1, shipped_quantity: 1 },
  ]);
  expect((await readOrder(order)).status).toBe("shipped");
});

test("an item on two lines of an order and of its fulfilment ships with both", async () => {
  const order = await createExportedOrder();
  await query(
    `insert into order_lines (order_id, product_id, position, quantity, name, price)
     select order_id, product_id, position + 1, quantity, name, price / 2 from order_lines where order_id = $1`,
    [order.order_id],
  );
  const line = { item: { id: order.item }, quantity: 1, serialNumbers: "" };
  await accounting.plant("fulfillment", {
    createdFrom: { id: order.sales_order_id },
    package: { items: [{ packageTrackingNumber: "1Z999AA10123456791" }] },
    item: { items: [line, line] },
  });
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  const linesSql = "select quantity, shipped_quantity from order_lines where order_id = $1";
  expect(await query(linesSql, [order.order_id])).toEqual([
    { quantity: 1, shipped_quantity: 1 },
    { quantity: 1, shipped_quantity: 1 },
  ]);
});

test("a fulfilment is found in an account whose ids are numbers", async () => {
  const order = await createExportedOrder();
  await fulfil(order, "1Z999AA10123456801", `${prefix}-00011`);
  await accounting.setPreferences({ has_numeric_values: true });
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  expect((await readOrder(order)).status).toBe("shipped");
});

test("serial numbers of the inventory detail are registered, and packages of the carriers' own lists are found", async () => {
  await accounting.setPreferences({ has_inventory_detail: true });
  const order = await createExportedOrder();
  await accounting.plant("fulfillment", {
    createdFrom: { id: order.sales_order_id },
    packageFedEx: { items: [{ packageTrackingNumberFedEx: "781234567890" }] },
    item: { items: [{ item: { id: order.item }, quantity: 1, serialNumbers: `${prefix}-00021` }] },
  });
  expect(await runImport()).toMatchObject({ status: "completed", failures: [] });
  expect((await readOrder(order)).shipping_data.packages.map(({ tracking_id }) => tracking_id)).toEqual([
    "781234567890",
  ]);
  const devices = await query("select serial from devices where product_id = $1", [order.product.id]);
  expect(devices).toEqual([{ serial: `${prefix}-00021` }]);
});

test("an accounting system that answers slowly is read in several batches, whose progress is stored", async () => {
  const orders = [await createExportedOrder(), await createExportedOrder(), await createExportedOrder()];
  for (const [index, order] of orders.entries()) {
    const { id } = await fulfil(order, `1Z999AA1012345682${index}`, `${prefix}-0005${index}`);
    await sandbox.addFault({ service: "net-suite", kind: "delay", value: 4700, path: `/itemFulfillment/${id}` });
  }
  (await admin.call(startTrackingImportTask)).reply();
  const readTask = async () => (await admin.call(getTrackingImportTask)).reply();
  const isBetweenBatches = async () => {
    const { status, processed } = await readTask();
    return status === "processing" && processed > 0;
  };
  await expect.poll(isBetweenBatches).toBe(true);
  await expect.poll(async () => (await readTask()).status).toBe("completed");
  for (const order of orders) expect((await readOrder(order)).status).toBe("shipped");
});

test("a fulfilment whose serial number nobody knows is told, mended and done again", async () => {
  const order = await createExportedOrder();
  const { id } = await fulfil(order, "1Z999AA10123456790", "UNKNOWN-1");
  const run = await runImport();
  expect(run.failures).toMatchObject([{ record_id: id }]);
  expect((await readOrder(order)).status).toBe("processing");
  const items = [{ item: { id: order.item }, quantity: 1, serialNumbers: `${prefix}-00002` }];
  await accounting.plant("fulfillment", { item: { items } }, id);
  const retryInput = { params: { name: "tracking-number", id: run.id }, body: { record_id: id } };
  (await admin.call(retryTaskRecord, retryInput)).reply();
  expect((await readOrder(order)).status).toBe("shipped");
});
