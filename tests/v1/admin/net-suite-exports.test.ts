// A shop with an accounting system of its own takes seconds to start, so all tests of this file share it.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getInvoiceExportTask, startInvoiceExportTask } from "../../../worker/contract/v1/admin/net-suite-exports.ts";
import { cancelOrder, getAdminOrder, refundOrder } from "../../../worker/contract/v1/admin/orders.ts";
import { shipOrder } from "../../../worker/contract/v1/admin/shipping.ts";
import { retryTaskRecord } from "../../../worker/contract/v1/admin/tasks.ts";
import { updateOrder } from "../../../worker/contract/v1/client/orders.ts";
import { setCartProduct } from "../../../worker/contract/v1/store/cart.ts";
import { seedAccounting } from "../../../sandbox/seed/accounting.ts";
import { exportHelpers, type ExportShop, startExportShop } from "./net-suite/export-helpers.ts";
import { isWhole } from "../../support/by-night.ts";

let app: ExportShop["app"];
let query: ExportShop["query"];
let admin: ExportShop["admin"];
let sandbox: ExportShop["sandbox"];
let shop: ExportShop["shop"];
let accounting: ExportShop["accounting"];
beforeAll(async () => {
  ({ app, query, admin, sandbox, shop, accounting } = await startExportShop());
});
// Prevents exports of invoices that an earlier test created.
afterEach(async () => {
  await sandbox.clearFaults();
  await accounting.setPreferences({ has_numeric_values: false, tax: "none", closed_until: null });
  await query("update invoices set is_net_suite_sync_needed = false");
});
afterAll(() => app?.stop());

const { listBills, runExport, sell } = exportHelpers(() => ({ admin, query, shop, accounting }));
const dollars = (cents: number) => (cents / 100).toFixed(2);

async function refundAmount(order_id: string, amount: number): Promise<void> {
  (await admin.call(refundOrder, { params: { order_id }, body: { amount } })).reply();
  await shop.settled();
}

test("the demonstration data is known to the accounting system, once", async () => {
  const countRecords = async () => [
    (await accounting.records("customer")).map(({ fields }) => fields["companyName"]).toSorted(),
    (await accounting.records("item")).length,
  ];
  await seedAccounting(app.sandbox.databaseUrl, app.sandbox.url);
  const [row] = await query<{ items: number }>(
    "select count(*)::int as items from products where net_suite_id is not null",
  );
  const first = await countRecords();
  expect(first).toEqual([
    ["Acme Robotics", "Cascade Coatings", "Globex", "Northwind Institute"],
    (row?.items ?? 0) + 2,
  ]);
  expect(row?.items).toBeGreaterThan(0);
  await seedAccounting(app.sandbox.databaseUrl, app.sandbox.url);
  expect(await countRecords()).toEqual(first);
});

test("a paid order becomes a sales order and its invoice, a subscription its invoice, to the cent and once", async () => {
  expect((await admin.call(getInvoiceExportTask)).errcode).toBe("SYNC_INVOICES_NOT_RUNNING");
  const { bill, order_id, item, customer_id, buyer } = await sell();
  const plan = await sell(await shop.createPlan());
  const [order] = await query<{ order_number: string }>("select order_number from orders where id = $1", [order_id]);
  expect(await runExport()).toMatchObject({ status: "completed", found: 2, processed: 2, error: null, failures: [] });

  const [salesOrder, ...moreOrders] = await accounting.records("sales_order");
  const invoices = await accounting.records("invoice");
  expect(moreOrders).toEqual([]);
  expect(salesOrder).toMatchObject({
    external_id: `order-${order_id}`,
    fields: {
      orderStatus: { id: "B" },
      otherRefNum: order?.order_number,
      entity: { id: customer_id },
      total: dollars(bill.amount),
    },
  });
  expect(invoices.map(({ external_id }) => external_id).toSorted()).toEqual(
    [`invoice-${bill.id}`, `invoice-${plan.bill.id}`].toSorted(),
  );
  const invoice = invoices.find(({ external_id }) => external_id === `invoice-${bill.id}`);
  expect(invoice?.fields).toMatchObject({ createdFrom: { id: salesOrder?.id }, total: dollars(bill.amount) });
  expect(bill.tax + bill.shipping).toBeGreaterThan(0);
  const { NETSUITE_TAX_ITEM: taxItem, NETSUITE_SHIPPING_ITEM: shippingItem } = app.sandbox.vars;
  const lines = [
    [item, 1999],
    [taxItem, bill.tax],
    [shippingItem, bill.shipping],
  ].filter(([, cents]) => cents !== 0);
  expect(invoice?.fields.item?.items.map((line) => [line.item.id, Math.round(line.amount * 100)])).toEqual(lines);
  const planInvoice = invoices.find(({ external_id }) => external_id === `invoice-${plan.bill.id}`);
  expect(planInvoice?.fields.createdFrom).toBeUndefined();
  expect(planInvoice?.fields.total).toBe(dollars(plan.bill.amount));

  // Each invoice line refers to its line of the sales order, and one payment covers the whole invoice.
  expect(invoice?.fields.item?.items.map((line) => line["orderLine"])).toEqual(lines.map((_, index) => index + 1));
  for (const { id, external_id, fields } of invoices)
    expect(await accounting.records("customer_payment", external_id?.replace("invoice-", "payment-"))).toMatchObject([
      {
        fields: {
          createdFrom: { id },
          account: { id: app.sandbox.vars["NETSUITE_PAYMENT_ACCOUNT"] },
          total: fields.total,
        },
      },
    ]);
  expect(await listBills(buyer.org_id)).toMatchObject([
    { net_suite_id: Number(invoice?.id), is_net_suite_sync_needed: false },
  ]);
  await query("update invoices set is_net_suite_sync_needed = true where id = $1", [bill.id]);
  expect(await runExport()).toMatchObject({ found: 1, processed: 1 });
  expect([await accounting.records("invoice"), await accounting.records("sales_order")]).toEqual([
    invoices,
    [salesOrder],
  ]);
});

test("an answer that was lost is found by our id, in the same run or in the next, and makes nothing twice", async () => {
  const { bill, order_id } = await sell();
  await sandbox.addFault({ service: "net-suite", kind: "lost-answer", path: "/salesOrder/" });
  await sandbox.addFault({ service: "net-suite", kind: "cut", when: "after", path: "/invoice/" });
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  const listTotals = async () => {
    const [orders, invoices] = [
      await accounting.records("sales_order", `order-${order_id}`),
      await accounting.records("invoice", `invoice-${bill.id}`),
    ];
    return [...orders, ...invoices].map(({ fields }) => fields.total);
  };
  expect(await listTotals()).toEqual([dollars(bill.amount), dollars(bill.amount)]);

  // The fake accepts both records, but its responses have no Location header with the new id.
  const unlocatedSale = await sell();
  const fault = { service: "net-suite", kind: "status", value: 200, body: {}, when: "after" } as const;
  await sandbox.addFault({ ...fault, path: `/salesOrder/eid:order-${unlocatedSale.order_id}` });
  await sandbox.addFault({ ...fault, path: `/invoice/eid:invoice-${unlocatedSale.bill.id}` });
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  const [createdInvoice] = await accounting.records("invoice", `invoice-${unlocatedSale.bill.id}`);
  expect(await listBills(unlocatedSale.buyer.org_id)).toMatchObject([{ net_suite_id: Number(createdInvoice?.id) }]);

  const nextSale = await sell();
  await sandbox.addFault({ service: "net-suite", kind: "lost-answer", path: "/salesOrder/" });
  await sandbox.addFault({ service: "net-suite", kind: "status", value: 503, path: "/salesOrder/", times: 100 });
  const failedRun = await runExport();
  expect(failedRun).toMatchObject({
    status: "completed",
    found: 1,
    processed: 0,
    failures: [{ record_id: nextSale.bill.id }],
  });
  expect(await listBills(nextSale.buyer.org_id)).toMatchObject([
    { net_suite_id: null, is_net_suite_sync_needed: true },
  ]);
  await sandbox.clearFaults();
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  expect(await accounting.records("sales_order", `order-${nextSale.order_id}`)).toMatchObject([
    { fields: { total: dollars(nextSale.bill.amount) } },
  ]);
});

test("what the accounting system cannot take says why, is mended there, and done again by itself", async () => {
  const differingSale = await sell();
  const invoiceFields = {
    externalId: `invoice-${differingSale.bill.id}`,
    total: "1.23",
    entity: { id: differingSale.customer_id },
  };
  const { id: wrong } = await accounting.plant("invoice", invoiceFields);
  const orphanSale = await sell();
  await query("update organizations set net_suite_id = null where id = $1", [orphanSale.buyer.org_id]);
  const unknownItemSale = await sell();
  await query("update products set net_suite_id = null where net_suite_id = $1", [unknownItemSale.item]);
  const inactiveItemSale = await sell();
  await accounting.plant("item", { isInactive: true }, inactiveItemSale.item);

  const run = await runExport();
  expect(run).toMatchObject({ status: "completed", found: 4, processed: 0 });
  const reasonOf = (id: string) => run.failures.find(({ record_id }) => record_id === id)?.reason;
  expect(reasonOf(differingSale.bill.id)).toContain("$1.23");
  expect(reasonOf(differingSale.bill.id)).toContain(`$${dollars(differingSale.bill.amount)}`);
  expect(reasonOf(orphanSale.bill.id)).toMatch(/The organization ".*" has no customer in NetSuite yet\./);
  expect(reasonOf(unknownItemSale.bill.id)).toMatch(/The product ".*" has no item in NetSuite yet\./);
  expect(reasonOf(inactiveItemSale.bill.id)).toContain("Invalid Field Value");
  expect(await listBills(differingSale.buyer.org_id)).toMatchObject([
    { net_suite_id: null, is_net_suite_sync_needed: true },
  ]);

  const retryInput = { params: { name: "invoices", id: run.id }, body: { record_id: differingSale.bill.id } };
  expect((await admin.call(retryTaskRecord, retryInput)).errcode).toBe("TASK_RETRY_FAILED");
  await accounting.plant("invoice", { total: dollars(differingSale.bill.amount) }, wrong);
  (await admin.call(retryTaskRecord, retryInput)).reply();
  expect(await listBills(differingSale.buyer.org_id)).toMatchObject([
    { net_suite_id: Number(wrong), is_net_suite_sync_needed: false },
  ]);
});

test("a refund after the export becomes a credit memo, and what was refunded wholly before is not exported", async () => {
  const { bill, order_id, buyer } = await sell();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  await refundAmount(order_id, 701);
  expect((await listBills(buyer.org_id))[0]?.is_net_suite_sync_needed).toBe(true);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  await refundAmount(order_id, bill.amount - 701);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const ids = await query<{ id: string; amount: number }>(
    "select stripe_object_id as id, -amount_cents::int as amount from payment_ledger where invoice_id = $1 and kind = 'refund'",
    [bill.id],
  );
  expect(ids.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
    [701, bill.amount - 701].toSorted((a, b) => a - b),
  );
  const [invoice] = await accounting.records("invoice", `invoice-${bill.id}`);
  for (const { id, amount } of ids) {
    const memos = await accounting.records("credit_memo", `refund-${id}`);
    expect(memos).toMatchObject([{ fields: { total: dollars(amount), createdFrom: { id: invoice?.id } } }]);
    // The memo settles no open invoice: its whole amount is refunded.
    expect(memos[0]?.fields["applied"]).toBe("0.00");
    expect(await accounting.records("customer_refund", `repayment-${id}`)).toMatchObject([
      { fields: { total: dollars(amount), createdFrom: { id: memos[0]?.id } } },
    ]);
  }
  expect(await accounting.records("credit_memo")).toHaveLength(2);
  expect((await listBills(buyer.org_id))[0]).toMatchObject({ is_net_suite_sync_needed: false });

  const refundedSale = await sell();
  await refundAmount(refundedSale.order_id, refundedSale.bill.amount);
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  expect(await accounting.records("invoice", `invoice-${refundedSale.bill.id}`)).toEqual([]);
  expect(await listBills(refundedSale.buyer.org_id)).toMatchObject([
    { net_suite_id: null, is_net_suite_sync_needed: false },
  ]);
});

test.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
  "a sale is booked on the shop's day of its payment, in %s",
  async (time_zone) => {
    await query("update shop_settings set time_zone = $1", [time_zone]);
    const { bill, order_id } = await sell();
    await query("update invoices set created_at = created_at - interval '40 days' where id = $1", [bill.id]);
    expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
    await query("update shop_settings set time_zone = 'UTC'");
    const [booking] = await query<{ day: string }>(
      `select to_char(booked_at at time zone $2, 'YYYY-MM-DD') as day
       from payment_ledger where invoice_id = $1 and kind = 'charge'`,
      [bill.id, time_zone],
    );
    const records = [
      ...(await accounting.records("sales_order", `order-${order_id}`)),
      ...(await accounting.records("invoice", `invoice-${bill.id}`)),
      ...(await accounting.records("customer_payment", `payment-${bill.id}`)),
    ];
    expect(records.map(({ fields }) => fields["tranDate"])).toEqual([booking?.day, booking?.day, booking?.day]);
  },
);

test("a refund of a sale whose month is closed is booked on the day of the refund", async () => {
  const { bill, order_id } = await sell();
  await query("update payment_ledger set booked_at = booked_at - interval '40 days' where invoice_id = $1", [bill.id]);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  await accounting.closeBooks();
  await refundAmount(order_id, 100);
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  const [booking] = await query<{ id: string; day: string }>(
    `select stripe_object_id as id, to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day
     from payment_ledger where invoice_id = $1 and kind = 'refund'`,
    [bill.id],
  );
  const { id, day } = booking ?? {};
  expect([
    ...(await accounting.records("credit_memo", `refund-${id}`)),
    ...(await accounting.records("customer_refund", `repayment-${id}`)),
  ]).toMatchObject([{ fields: { tranDate: day } }, { fields: { tranDate: day } }]);
});

test("a refund that fails at the bank after its export names what to void, and is content once that is voided", async () => {
  const { bill, order_id, buyer } = await sell();
  await refundAmount(order_id, 100);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const [charge] = await shop.charges(buyer.customer);
  const [refund] = await shop.objects("refund", { charge: charge?.id ?? "" });
  await shop.control("/refunds", { refund: refund?.id, outcome: "failed" });
  await shop.settled();
  const [memo] = await accounting.records("credit_memo", `refund-${refund?.id}`);
  const [repayment] = await accounting.records("customer_refund", `repayment-${refund?.id}`);
  const listReasons = async () =>
    (await runExport()).failures.filter(({ record_id }) => record_id === bill.id).map(({ reason }) => reason);
  const failure = `Refund ${refund?.id} failed at the bank. Void or delete in NetSuite`;
  expect(await listReasons()).toEqual([`${failure} customer refund ${repayment?.id}, then credit memo ${memo?.id}.`]);
  await accounting.plant("customer_refund", { total: "0.00" }, repayment?.id);
  expect(await listReasons()).toEqual([`${failure} credit memo ${memo?.id}.`]);
  await accounting.plant("credit_memo", { total: "0.00" }, memo?.id);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
});

test("a canceled order is closed in accounting, where nobody can fulfill it any more", async () => {
  const { bill, order_id } = await sell();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  (await admin.call(cancelOrder, { params: { order_id } })).reply();
  await shop.settled();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const listOrders = () => accounting.records("sales_order", `order-${order_id}`);
  const [order] = await listOrders();
  expect(order?.fields.item?.items.map((line) => line["isClosed"])).toEqual(order?.fields.item?.items.map(() => true));
  expect(order?.fields.total).toBe(dollars(bill.amount));
  await expect(accounting.plant("fulfillment", { createdFrom: { id: order?.id } })).rejects.toThrow("closed");
  await query("update invoices set is_net_suite_sync_needed = true where id = $1", [bill.id]);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  expect(await listOrders()).toEqual([order]);
});

test("a canceled line is closed in accounting, paid or free, and the others can be fulfilled", async () => {
  const products = [
    await shop.createProduct(),
    await shop.createProduct({ price_levels: { "Base Price": 0 } }),
    await shop.createProduct(),
  ];
  const items: string[] = [];
  for (const { id } of products) items.push(await accounting.knowProduct(id));
  const buyer = await shop.purchase(products);
  await accounting.knowOrganization(buyer.org_id);
  const params = { order_id: buyer.bought.order_id ?? "" };
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const { lines } = (await admin.call(getAdminOrder, { params })).reply();
  const [paidItem = "", freeItem = "", keptItem = ""] = items;
  const readSalesOrder = async () => (await accounting.records("sales_order", `order-${params.order_id}`))[0];
  for (const [index, closedItems] of [[paidItem], [paidItem, freeItem]].entries()) {
    const line_id = lines.find(({ product_id }) => product_id === products[index]?.id)?.id ?? "";
    (await admin.call(cancelOrder, { params, body: { lines: [{ line_id, quantity: 1 }] } })).reply();
    await shop.settled();
    expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
    const closedLines = (await readSalesOrder())?.fields.item?.items.filter((line) => line["isClosed"] === true);
    expect(closedLines?.map(({ item }) => item.id).toSorted()).toEqual(closedItems.toSorted());
  }
  const id = (await readSalesOrder())?.id;
  const fulfil = (item: string) =>
    accounting.plant("fulfillment", { createdFrom: { id }, item: { items: [{ item: { id: item }, quantity: 1 }] } });
  await expect(fulfil(paidItem)).rejects.toThrow("closed");
  await fulfil(keptItem);
});

test.each(["canceled", "refunded"])(
  "a line with a %s piece is closed in accounting once its other pieces have shipped",
  async (fate) => {
    const product = await shop.createProduct();
    const item = await accounting.knowProduct(product.id);
    const buyer = await shop.buyer();
    await accounting.knowOrganization(buyer.org_id);
    await shop.fillCart(buyer, [product]);
    (await buyer.client.call(setCartProduct, { params: { id: product.id }, body: { quantity: 3 } })).reply();
    const params = { order_id: (await shop.checkout(buyer)).reply().order_id ?? "" };
    expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
    const listClosedItems = async () => {
      const [order] = await accounting.records("sales_order", `order-${params.order_id}`);
      const closedLines = order?.fields.item?.items.filter((line) => line["isClosed"] === true);
      return closedLines?.map((line) => line.item.id);
    };

    const [line] = (await admin.call(getAdminOrder, { params })).reply().lines;
    const body = { lines: [{ line_id: line?.id ?? "", quantity: 1 }] };
    if (fate === "canceled") (await admin.call(cancelOrder, { params, body })).reply();
    else (await admin.call(refundOrder, { params, body })).reply();
    await shop.settled();
    expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
    expect(await listClosedItems()).toEqual([]);

    const packages = [{ tracking_id: `LINE-${fate}` }];
    (await admin.call(shipOrder, { params, body: { packages } })).reply();
    expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
    expect(await listClosedItems()).toEqual([item]);
  },
);

test("lines behind a kit keep their numbers, and a payment that somebody recorded is not recorded again", async () => {
  const kitSale = await sell();
  await accounting.plant("item", { itemType: "Kit" }, kitSale.item);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const [invoice] = await accounting.records("invoice", `invoice-${kitSale.bill.id}`);
  const numbers = invoice?.fields.item?.items.map((line) => line["orderLine"]);
  // The kit is line 1, and its two members have numbers, too.
  expect(numbers).toEqual([1, 4, 5].slice(0, numbers?.length));
  expect(numbers?.length).toBeGreaterThan(1);

  const [payment] = await accounting.records("customer_payment", `payment-${kitSale.bill.id}`);
  await accounting.plant("customer_payment", { externalId: "by-hand" }, payment?.id);
  (await admin.call(refundOrder, { params: { order_id: kitSale.order_id }, body: { amount: 100 } })).reply();
  await shop.settled();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const payments = await accounting.records("customer_payment");
  expect(payments.filter(({ fields }) => fields.createdFrom?.id === invoice?.id)).toHaveLength(1);
});

test("a tax that NetSuite computes itself is told before anything is posted", async () => {
  await accounting.setPreferences({ tax: "legacy" });
  const { bill, order_id, customer_id } = await sell();
  const run = await runExport();
  const reason = run.failures.find(({ record_id }) => record_id === bill.id)?.reason;
  expect(reason).toMatch(/NetSuite must compute no tax of its own/);
  expect(await accounting.records("invoice", `invoice-${bill.id}`)).toEqual([]);
  // The accountant makes the customer not taxable and corrects the total of the sales order.
  await accounting.plant("customer", { taxable: false }, customer_id);
  const [order] = await accounting.records("sales_order", `order-${order_id}`);
  await accounting.plant("sales_order", { total: dollars(bill.amount) }, order?.id);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
});

test("a PO number that changes during the export is corrected by the next run, and then fixed", async () => {
  const { bill, buyer, order_id } = await sell();
  const setPoNumber = (po_number: string) =>
    buyer.client.call(updateOrder, { params: { order_id }, body: { po_number } });
  (await setPoNumber("4711")).reply();
  // Stops the run once NetSuite has the records and before the invoice is linked with them.
  const { arrived, release } = await sandbox.holdBack("coalesce(l.net_suite_id");
  const firstRun = runExport();
  await arrived();
  (await setPoNumber("4712")).reply();
  await release();
  await firstRun;
  await runExport();
  const memoOf = async (type: "sales_order" | "invoice", externalId: string) =>
    (await accounting.records(type, externalId)).map(({ fields }) => fields["memo"]);
  expect(await memoOf("sales_order", `order-${order_id}`)).toEqual(["PO 4712"]);
  expect(await memoOf("invoice", `invoice-${bill.id}`)).toEqual(["PO 4712"]);
  expect(await listBills(buyer.org_id)).toMatchObject([{ is_net_suite_sync_needed: false }]);
  expect((await setPoNumber("4713")).errcode).toBe("ORDER_REFERENCE_FIXED");
});

test.runIf(isWhole)("answers that take eight seconds are waited for, and nothing is sent twice", async () => {
  const { bill, order_id } = await sell();
  const slow = { service: "net-suite", kind: "delay", value: 8000 } as const;
  await sandbox.addFault({ ...slow, path: `/salesOrder/eid:order-${order_id}` });
  await sandbox.addFault({ ...slow, path: "/!transform/invoice", text: `invoice-${bill.id}` });
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  const saveCalls = (await sandbox.callsTo("net-suite")).filter(
    ({ method, path, body }) =>
      (method === "PUT" && path.endsWith(`/salesOrder/eid:order-${order_id}`)) ||
      (path.endsWith("/!transform/invoice") && JSON.stringify(body).includes(`invoice-${bill.id}`)),
  );
  expect(saveCalls.map(({ method, status }) => [method, status])).toEqual([
    ["POST", 204],
    ["PUT", 204],
  ]);
});

/** The longest save: 30 s with 6 s for its token, and both again after a refused token. */
const maxSaveMs = 2 * (30_000 + 6000);

test.runIf(isWhole)(
  "a save that timed out after 30 seconds holds its slot, because NetSuite may still be saving",
  async () => {
    const { bill, order_id } = await sell();
    const others = [await sell(), await sell(), await sell()];
    const listLeases = () =>
      query<{ slot: number; holder: string; ms: number }>(
        "select slot, holder, extract(epoch from lease_until)::float8 * 1000 as ms from call_slots where lease_until > now()",
      );
    expect(await listLeases()).toEqual([]);
    await query("update invoices set is_net_suite_sync_needed = (id = $1)", [bill.id]);
    await sandbox.addFault({ service: "net-suite", kind: "hang", path: `/salesOrder/eid:order-${order_id}` });
    const startedAt = Date.now();
    (await admin.call(startInvoiceExportTask)).reply();
    const readTask = async () => (await admin.call(getInvoiceExportTask)).reply();
    await expect.poll(async () => (await readTask()).status, { timeout: 60_000 }).toBe("completed");
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(30_000);
    expect(await readTask()).toMatchObject({ found: 1, processed: 0 });

    const heldLeases = await listLeases();
    expect(heldLeases).toHaveLength(1);
    expect(heldLeases[0]?.ms).toBeGreaterThanOrEqual(startedAt + maxSaveMs);

    // A second run uses the free slots and leaves the held one.
    await query("update invoices set is_net_suite_sync_needed = (id = any($1))", [others.map((each) => each.bill.id)]);
    expect(await runExport()).toMatchObject({ found: 3, processed: 3, failures: [] });
    expect(await listLeases()).toEqual(heldLeases);
    await query("update call_slots set lease_until = now()");
  },
  120_000,
);

test("a refund of a line becomes a credit memo of that line and its share of the tax", async () => {
  const { bill, order_id } = await sell();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const params = { order_id };
  const [line] = (await admin.call(getAdminOrder, { params })).reply().lines;
  (await admin.call(refundOrder, { params, body: { lines: [{ line_id: line?.id ?? "", quantity: 1 }] } })).reply();
  await shop.settled();
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const [refund] = await query<{ id: string; amount: number }>(
    "select stripe_object_id as id, -amount_cents::int as amount from payment_ledger where invoice_id = $1 and kind = 'refund'",
    [bill.id],
  );
  const [memo] = await accounting.records("credit_memo", `refund-${refund?.id}`);
  const price = line?.price ?? 0;
  const rates = Object(memo?.fields).item.items.map(
    (item: { rate: number; quantity: number }) => item.rate * item.quantity,
  );
  expect(rates).toEqual(
    [price, (refund?.amount ?? 0) - price].filter((cents) => cents > 0).map((cents) => cents / 100),
  );
});

test("an account whose ids and amounts are numbers is read as well", async () => {
  await accounting.setPreferences({ has_numeric_values: true });
  const { bill, buyer, order_id } = await sell();
  // Without a Location the export reads the id from the record.
  const path = `/salesOrder/eid:order-${order_id}`;
  await sandbox.addFault({ service: "net-suite", kind: "status", value: 200, body: {}, when: "after", path });
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
  const [invoice] = await accounting.records("invoice", `invoice-${bill.id}`);
  expect(await listBills(buyer.org_id)).toMatchObject([{ net_suite_id: Number(invoice?.id) }]);
  await query("update invoices set is_net_suite_sync_needed = true where id = $1", [bill.id]);
  expect(await runExport()).toMatchObject({ found: 1, processed: 1, failures: [] });
});

test("a runner that lost its lease neither counts nor makes anything again", async () => {
  const { bill, order_id, buyer } = await sell();
  const slow = { service: "net-suite", kind: "delay", value: 4000, when: "after", path: "/salesOrder/" } as const;
  await sandbox.addFault(slow);
  const first = sandbox.runJob("invoices");
  const salesOrders = () => accounting.records("sales_order", `order-${order_id}`);
  await expect.poll(async () => (await salesOrders()).length, { interval: 50 }).toBe(1);

  // The lease of the first worker ends while it waits for the response, so the second worker finds nothing recorded.
  await query("update tasks set lease_until = now() where name = 'invoices'");
  await sandbox.runJob("continue-tasks");
  const readTask = async () => (await admin.call(getInvoiceExportTask)).reply();
  await expect.poll(async () => (await readTask()).status).toBe("completed");
  await first;

  expect(await readTask()).toMatchObject({ status: "completed", found: 1, processed: 1 });
  const records = [...(await salesOrders()), ...(await accounting.records("invoice", `invoice-${bill.id}`))];
  expect(records.map(({ fields }) => fields.total)).toEqual([dollars(bill.amount), dollars(bill.amount)]);
  expect(await listBills(buyer.org_id)).toMatchObject([{ net_suite_id: Number(records[1]?.id) }]);
});

test("a slow answer holds up its own order, and no other", async () => {
  const device = await shop.createProduct();
  const slowSale = await sell(device);
  const others: Awaited<ReturnType<typeof sell>>[] = [];
  for (let i = 0; i < 3; i += 1) others.push(await sell(device));
  const path = `order-${slowSale.order_id}`;
  await sandbox.addFault({ service: "net-suite", kind: "delay", value: 25_000, when: "after", path });
  const run = sandbox.runJob("invoices");
  const countInvoices = async ({ bill }: typeof slowSale) =>
    (await accounting.records("invoice", `invoice-${bill.id}`)).length;
  await expect.poll(() => Promise.all(others.map(countInvoices)), { interval: 50 }).toEqual([1, 1, 1]);
  expect(await countInvoices(slowSale)).toBe(0);
  await sandbox.clearFaults();
  await run;
  await expect.poll(() => countInvoices(slowSale)).toBe(1);
});

test("a free order is exported to be fulfilled, and one that was canceled before is not", async () => {
  await query("update shipping_rates set price = 0");
  const item = await shop.createProduct({ price_levels: { "Base Price": 0 } });
  const [activeSale, canceledSale] = [await sell(item), await sell(item)];
  expect([activeSale.bill.amount, canceledSale.bill.amount]).toEqual([0, 0]);
  (await admin.call(cancelOrder, { params: { order_id: canceledSale.order_id } })).reply();
  expect(await runExport()).toMatchObject({ found: 2, processed: 2, failures: [] });
  expect(await accounting.records("sales_order", `order-${activeSale.order_id}`)).toMatchObject([
    { fields: { orderStatus: { id: "B" }, total: "0.00" } },
  ]);
  expect(await accounting.records("invoice", `invoice-${activeSale.bill.id}`)).toHaveLength(1);
  expect(await accounting.records("sales_order", `order-${canceledSale.order_id}`)).toEqual([]);
});
