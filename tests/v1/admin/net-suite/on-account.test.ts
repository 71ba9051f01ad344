// Orders on account: exported and shipped before they are paid; payments, credits and refunds follow.
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { until } from "../../../../sandbox/process/deadline.ts";
import {
  getTrackingImportTask,
  startTrackingImportTask,
} from "../../../../worker/contract/v1/admin/net-suite-exports.ts";
import { cancelOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { getOrder } from "../../../../worker/contract/v1/client/orders.ts";
import { hold } from "../../../support/database.ts";
import { createAccountHelpers, type OpenInvoice } from "../../store/account/account.ts";
import { exportHelpers, type ExportShop, startExportShop } from "./export-helpers.ts";
import { patienceMs } from "../../../support/patience.ts";

const dollars = (cents: number) => (cents / 100).toFixed(2);
/** Ids of two of the accounting system's built-in payment terms, by days. `NETSUITE_TERMS` names none for 60 days. */
const terms = { 30: "32", 45: "33" };
const unknownTerms = "999";

let place: ExportShop;
let account: ReturnType<typeof createAccountHelpers>;
beforeAll(async () => {
  place = await startExportShop({ NETSUITE_TERMS: `30:${terms[30]},45:${terms[45]},90:${unknownTerms}` });
  account = createAccountHelpers(place.shop);
});
// Prevents exports of invoices that an earlier test created.
afterEach(async () => {
  await place.query("update invoices set is_net_suite_sync_needed = false");
  await place.accounting.setPreferences({ closed_until: null });
});
afterAll(() => place?.app.stop());

const { listBills, runExport } = exportHelpers(() => place);

/** Places an order on account for a device of $400.00; accounting knows the device and the customer. */
async function placeOrder(payment_terms_days = 30, fields: object = {}) {
  const buyer = await account.accountBuyer({ payment_terms_days });
  const product = await place.shop.createProduct({ price_levels: { "Base Price": 400_00 }, ...fields });
  const item = await place.accounting.knowProduct(product.id);
  await place.accounting.knowOrganization(buyer.org_id);
  const order_id = (await account.buyOnAccount(buyer, [product])).order_id ?? "";
  return { buyer, order_id, product, item, invoice: await account.invoiceOf(order_id) };
}

const findAccountingInvoice = async ({ id }: OpenInvoice) =>
  (await place.accounting.records("invoice", `invoice-${id}`))[0];
const needsExport = async (orgId: string) => (await listBills(orgId))[0]?.is_net_suite_sync_needed;
const listEntries = ({ id }: OpenInvoice, kind: string) =>
  place.query<{ id: string; object: string; amount: number }>(
    `select id, stripe_object_id as object, amount_cents::int as amount from payment_ledger
     where invoice_id = $1 and kind = $2 order by booked_at, id`,
    [id, kind],
  );
/** Totals of an invoice's customer payments, in the order of its ledger entries. */
async function listPaymentTotals(invoice: OpenInvoice): Promise<(string | undefined)[]> {
  const allPayments = await place.accounting.records("customer_payment");
  const entries = await listEntries(invoice, "charge");
  return entries.map(({ id }) => allPayments.find(({ external_id }) => external_id === `payment-${id}`)?.fields.total);
}
/** Unpaid cents of an invoice, calculated from the records in accounting alone. */
async function sumOpenCents(invoice: OpenInvoice): Promise<number> {
  const record = await findAccountingInvoice(invoice);
  const payments = await place.accounting.records("customer_payment");
  const memos = await place.accounting.records("credit_memo");
  const applied = [...payments, ...memos]
    .filter(({ fields }) => fields.createdFrom?.id === record?.id)
    .reduce((sum, { fields }) => sum + Math.round(Number(fields["applied"]) * 100), 0);
  return Math.round(Number(record?.fields.total) * 100) - applied;
}

test("an order on account is exported when it is placed, with its terms and due date, and its payments one by one", async () => {
  const { buyer, order_id, invoice } = await placeOrder();
  expect(await runExport()).toMatchObject({ status: "completed", found: 1, processed: 1, failures: [] });
  const [order] = await place.accounting.records("sales_order", `order-${order_id}`);
  expect(order?.fields).toMatchObject({ terms: { id: terms[30] }, total: dollars(invoice.amount) });
  const record = await findAccountingInvoice(invoice);
  expect(record?.fields).toMatchObject({
    createdFrom: { id: order?.id },
    terms: { id: terms[30] },
    dueDate: invoice.due_on,
    total: dollars(invoice.amount),
  });
  expect(await sumOpenCents(invoice)).toBe(invoice.amount);
  expect(await listBills(buyer.org_id)).toMatchObject([
    { net_suite_id: Number(record?.id), is_net_suite_sync_needed: false },
  ]);

  await account.transfer(invoice, 100_00);
  expect(await needsExport(buyer.org_id)).toBe(true);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  expect(await listPaymentTotals(invoice)).toEqual(["100.00"]);
  expect(await sumOpenCents(invoice)).toBe(invoice.amount - 100_00);

  await account.transfer(invoice, invoice.amount - 100_00);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  expect(await listPaymentTotals(invoice)).toEqual(["100.00", dollars(invoice.amount - 100_00)]);
  expect(await sumOpenCents(invoice)).toBe(0);
  await place.query("update invoices set is_net_suite_sync_needed = true where id = $1", [invoice.id]);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const allPayments = await place.accounting.records("customer_payment");
  expect(allPayments.filter(({ fields }) => fields.createdFrom?.id === record?.id)).toHaveLength(2);
});

test("a fulfilment ships an order that is not paid yet, registers its device, and is mailed once", async () => {
  const serial = `A${randomBytes(5).toString("hex").toUpperCase()}-00001`;
  const { buyer, order_id, product, item } = await placeOrder(30, { patterns: [serial] });
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  const [salesOrder] = await place.accounting.records("sales_order", `order-${order_id}`);
  await place.accounting.plant("fulfillment", {
    createdFrom: { id: salesOrder?.id },
    package: { items: [{ packageTrackingNumber: "1Z999AA10123456784" }] },
    item: { items: [{ item: { id: item }, quantity: 1, serialNumbers: serial }] },
  });
  const runImport = async () => {
    (await place.admin.call(startTrackingImportTask)).reply();
    const readTask = async () => (await place.admin.call(getTrackingImportTask)).reply();
    await expect.poll(async () => (await readTask()).status).not.toBe("processing");
    return readTask();
  };
  expect(await runImport()).toMatchObject({ status: "completed", found: 1, processed: 1 });
  const shippedOrder = (await buyer.client.call(getOrder, { params: { order_id } })).reply();
  expect(shippedOrder).toMatchObject({ status: "shipped", payment_status: "pending" });
  expect(shippedOrder.shipping_data.packages.map(({ tracking_id }) => tracking_id)).toEqual(["1Z999AA10123456784"]);
  const devices = await place.query("select org_id, serial from devices where product_id = $1", [product.id]);
  expect(devices).toEqual([{ org_id: buyer.org_id, serial }]);
  const countShippedMails = async () =>
    (await place.sandbox.mailsTo(buyer.user.email)).filter(({ subject }) => /shipped|on its way/i.test(subject)).length;
  await expect.poll(countShippedMails).toBe(1);
  expect(await runImport()).toMatchObject({ status: "completed", found: 1, processed: 1 });
  await place.sandbox.runJob("deliver-outbox");
  expect(await countShippedMails()).toBe(1);
});

test("a payment that is booked while the export ends is exported by the next one", async () => {
  const { buyer, invoice } = await placeOrder();
  const lock = await hold(
    `with booked as (
       insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
       select id, org_id, 'py_' || id, 'charge', 5000 from invoices where id = $1 returning invoice_id
     )
     update invoices set is_net_suite_sync_needed = true from booked where id = booked.invoice_id`,
    [invoice.id],
    place.app.sandbox.databaseUrl,
  );
  const exportRun = runExport();
  const listWaiting = () =>
    place.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'");
  await expect.poll(listWaiting, { interval: 20 }).toHaveLength(1);
  await lock.commit();
  expect(await exportRun).toMatchObject({ failures: [] });
  expect(await needsExport(buyer.org_id)).toBe(true);
  await runExport();
  expect(await listPaymentTotals(invoice)).toEqual(["50.00"]);
  expect(await needsExport(buyer.org_id)).toBe(false);
});

test("an order whose days have no terms in accounting is refused with the reason, and nothing is made", async () => {
  const unmappedOrder = await placeOrder(60);
  const unknownTermsOrder = await placeOrder(90);
  const run = await runExport();
  expect(run).toMatchObject({ status: "completed", found: 2, processed: 0 });
  const reasonOf = ({ id }: OpenInvoice) => run.failures.find(({ record_id }) => record_id === id)?.reason;
  expect(reasonOf(unmappedOrder.invoice)).toBe(
    "The setting NETSUITE_TERMS names no terms in NetSuite for 60 days: add 60:<internal id>.",
  );
  expect(reasonOf(unknownTermsOrder.invoice)).toContain(
    `Invalid Field Value ${unknownTerms} for the following field: terms`,
  );
  for (const { order_id } of [unmappedOrder, unknownTermsOrder])
    expect(await place.accounting.records("sales_order", `order-${order_id}`)).toEqual([]);
  expect(await needsExport(unmappedOrder.buyer.org_id)).toBe(true);
});

test("a refund waits until the order is paid, and is then a credit memo that is paid back", async () => {
  const { order_id, invoice, buyer } = await placeOrder(45);
  await account.transfer(invoice, 100_00);
  (await place.admin.call(refundOrder, { params: { order_id }, body: { amount: 40_00 } })).reply();
  await endRefunds(invoice);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  expect((await findAccountingInvoice(invoice))?.fields["terms"]).toEqual({ id: terms[45] });
  expect(await sumOpenCents(invoice)).toBe(invoice.amount - 100_00);
  const [refund] = await listEntries(invoice, "refund");
  expect(await place.accounting.records("credit_memo", `refund-${refund?.object}`)).toEqual([]);

  await account.transfer(invoice, invoice.amount - 100_00);
  expect(await runExport()).toMatchObject({ processed: 1, failures: [] });
  expect(await place.accounting.records("credit_memo", `refund-${refund?.object}`)).toMatchObject([
    { fields: { total: "40.00", applied: "0.00" } },
  ]);
  expect(await place.accounting.records("customer_refund", `repayment-${refund?.object}`)).toMatchObject([
    { fields: { total: "40.00" } },
  ]);
  expect(await sumOpenCents(invoice)).toBe(0);
  expect(await needsExport(buyer.org_id)).toBe(false);
});

test("a canceled one is credited: what was not paid without a refund, what was paid with one", async () => {
  const { order_id, invoice } = await placeOrder();
  const unpaidOrder = await placeOrder();
  const unexportedOrder = await placeOrder();
  await place.query("update invoices set is_net_suite_sync_needed = false where id = $1", [unexportedOrder.invoice.id]);
  expect(await runExport()).toMatchObject({ processed: 2, failures: [] });
  await account.transfer(invoice, 150_00);
  for (const each of [order_id, unpaidOrder.order_id, unexportedOrder.order_id])
    (await place.admin.call(cancelOrder, { params: { order_id: each } })).reply();
  await endRefunds(invoice);
  expect(await runExport()).toMatchObject({ failures: [] });

  const listCredits = async ({ id }: OpenInvoice) =>
    (await place.accounting.records("credit_memo", `credit-${id}`)).map(({ fields }) => fields.total);
  expect(await listCredits(invoice)).toEqual([dollars(invoice.amount - 150_00)]);
  expect(await listPaymentTotals(invoice)).toEqual(["150.00"]);
  expect(await sumOpenCents(invoice)).toBe(0);
  const [refund] = await listEntries(invoice, "refund");
  expect(await place.accounting.records("customer_refund", `repayment-${refund?.object}`)).toMatchObject([
    { fields: { total: "150.00" } },
  ]);
  expect(await listCredits(unpaidOrder.invoice)).toEqual([dollars(unpaidOrder.invoice.amount)]);
  expect(await sumOpenCents(unpaidOrder.invoice)).toBe(0);
  expect(await findAccountingInvoice(unexportedOrder.invoice)).toBeUndefined();
  expect(await needsExport(unexportedOrder.buyer.org_id)).toBe(false);
});

test("what is credited or refunded after its month was closed is booked on a day of an open one", async () => {
  const [refundedOrder, canceledOrder] = [await placeOrder(), await placeOrder()];
  expect(await runExport()).toMatchObject({ processed: 2, failures: [] });
  for (const { invoice } of [refundedOrder, canceledOrder]) await account.transfer(invoice, 100_00);
  const params = { order_id: refundedOrder.order_id };
  (await place.admin.call(refundOrder, { params, body: { amount: 40_00 } })).reply();
  await endRefunds(refundedOrder.invoice);
  expect(await runExport()).toMatchObject({ processed: 2, failures: [] });
  // Moves the invoices and their bookings 40 days back, into a month that is then closed.
  const ids = [refundedOrder.invoice.id, canceledOrder.invoice.id];
  await place.query("update invoices set created_at = created_at - interval '40 days' where id = any($1)", [ids]);
  await place.query("update payment_ledger set booked_at = booked_at - interval '40 days' where invoice_id = any($1)", [
    ids,
  ]);
  await place.accounting.closeBooks();

  await account.transfer(refundedOrder.invoice, refundedOrder.invoice.amount - 100_00);
  (await place.admin.call(cancelOrder, { params: { order_id: canceledOrder.order_id } })).reply();
  await endRefunds(canceledOrder.invoice);
  expect(await runExport()).toMatchObject({ processed: 2, failures: [] });
  for (const { invoice } of [refundedOrder, canceledOrder]) expect(await sumOpenCents(invoice)).toBe(0);
});

/** Ends the pending refunds of an invoice, as the bank does after some days. */
async function endRefunds({ id }: OpenInvoice): Promise<void> {
  const [row] = await place.query<{ refunds: { id: string; is_pending: boolean }[] }>(
    "select refunds from invoices where id = $1",
    [id],
  );
  for (const refund of (row?.refunds ?? []).filter(({ is_pending }) => is_pending))
    await place.shop.control("/refunds", { refund: refund.id, outcome: "succeeded" });
  const isTaken = await until(patienceMs, async () => {
    const pendingRows = await place.query(
      "select 1 from invoices where id = $1 and jsonb_path_exists(refunds, '$[*] ? (@.is_pending == true)')",
      [id],
    );
    return pendingRows.length === 0;
  });
  if (!isTaken) throw new Error(`the refunds of ${id} were not taken in time`);
}
