import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  getTrackingImportTask,
  startTrackingImportTask,
} from "../../../../worker/contract/v1/admin/net-suite-exports.ts";
import { getBookRun, listBookDifferences, startBookRun } from "../../../../worker/contract/v1/admin/books.ts";
import { cancelOrder, getAdminOrder, refundOrder } from "../../../../worker/contract/v1/admin/orders.ts";
import { exportHelpers, type ExportShop, startExportShop } from "./export-helpers.ts";

let place: ExportShop;
beforeAll(async () => {
  place = await startExportShop({
    NETSUITE_INVOICE_AFTER_FULFILMENT: "true",
    NETSUITE_PAYMENT_ACCOUNT: "none",
    NETSUITE_TAX_DETAILS_OVERRIDE: "true",
  });
  await place.accounting.setPreferences({ can_invoice_in_advance: false, tax: "suite_tax" });
});
// Prevents exports of invoices that an earlier test created.
afterEach(async () => {
  await place.accounting.setPreferences({ has_advanced_shipping: true });
  await place.query("update invoices set is_net_suite_sync_needed = false");
});
afterAll(() => place?.app.stop());

const { listBills, runExport, sell } = exportHelpers(() => place);
const dollars = (cents: number) => (cents / 100).toFixed(2);
type Sale = Awaited<ReturnType<typeof sell>>;

async function fulfil({ order_id, item }: Pick<Sale, "order_id" | "item">, number: string): Promise<void> {
  const [order] = await place.accounting.records("sales_order", `order-${order_id}`);
  await place.accounting.plant("fulfillment", {
    createdFrom: { id: order?.id },
    package: { items: [{ packageTrackingNumber: number }] },
    item: { items: [{ item: { id: item }, quantity: 1 }] },
  });
}

test("an order waits for its fulfilment without a failure, its tracking is imported, and then it is invoiced", async () => {
  const sale = await sell();
  expect(await runExport()).toMatchObject({ status: "completed", failures: [] });
  expect(await place.accounting.records("sales_order", `order-${sale.order_id}`)).toHaveLength(1);
  expect(await listBills(sale.buyer.org_id)).toMatchObject([{ net_suite_id: null, is_net_suite_sync_needed: true }]);

  await fulfil(sale, "1Z999AA10123456810");
  (await place.admin.call(startTrackingImportTask)).reply();
  const status = async () => (await place.admin.call(getTrackingImportTask)).reply().status;
  await expect.poll(status).toBe("completed");
  const [order] = await place.query("select status from orders where id = $1", [sale.order_id]);
  expect(order).toEqual({ status: "shipped" });

  expect(await runExport()).toMatchObject({ status: "completed", failures: [] });
  const [invoice] = await place.accounting.records("invoice", `invoice-${sale.bill.id}`);
  expect(invoice?.fields.total).toBe(dollars(sale.bill.amount));
  expect(await listBills(sale.buyer.org_id)).toMatchObject([
    { net_suite_id: Number(invoice?.id), is_net_suite_sync_needed: false },
  ]);
});

test("an order that is canceled before its fulfilment is closed, and waits for none", async () => {
  const sale = await sell();
  expect(await runExport()).toMatchObject({ failures: [] });
  (await place.admin.call(cancelOrder, { params: { order_id: sale.order_id } })).reply();
  await place.shop.settled();
  expect(await runExport()).toMatchObject({ failures: [] });
  await expect(fulfil(sale, "1Z999AA10123456813")).rejects.toThrow("closed");
  expect(await place.accounting.records("invoice", `invoice-${sale.bill.id}`)).toEqual([]);
  expect(await listBills(sale.buyer.org_id)).toMatchObject([{ net_suite_id: null, is_net_suite_sync_needed: false }]);
});

test("an order with a line that was canceled before its fulfilment is told, because it can never be invoiced whole", async () => {
  const products = [await place.shop.createProduct(), await place.shop.createProduct()];
  for (const { id } of products) await place.accounting.knowProduct(id);
  const buyer = await place.shop.purchase(products);
  await place.accounting.knowOrganization(buyer.org_id);
  const params = { order_id: buyer.bought.order_id ?? "" };
  expect(await runExport()).toMatchObject({ failures: [] });
  const [line] = (await place.admin.call(getAdminOrder, { params })).reply().lines;
  const body = { lines: [{ line_id: line?.id ?? "", quantity: 1 }] };
  (await place.admin.call(cancelOrder, { params, body })).reply();
  await place.shop.settled();
  const [order] = await place.accounting.records("sales_order", `order-${params.order_id}`);
  const [bill] = await listBills(buyer.org_id);
  expect((await runExport()).failures).toMatchObject([
    {
      record_id: bill?.id,
      reason: `Lines of sales order ${order?.id} were canceled or refunded before NetSuite invoiced them. Invoice there what was fulfilled, close these lines, and choose “Do not export it” on the page of the invoice.`,
    },
  ]);
  expect(await listBills(buyer.org_id)).toMatchObject([{ net_suite_id: null, is_net_suite_sync_needed: true }]);
});

test("an order that is shipped here and not fulfilled in accounting is a discrepancy after three days", async () => {
  const { bill, order_id } = await sell();
  expect(await runExport()).toMatchObject({ failures: [] });
  await place.query("update payment_ledger set created_at = now() - interval '9 days' where invoice_id = $1", [
    bill.id,
  ]);
  const listDiscrepancies = async (shippedAgo: string) => {
    await place.query("update orders set status = 'shipped', updated_at = now() - $2::interval where id = $1", [
      order_id,
      shippedAgo,
    ]);
    const params = { id: (await place.admin.call(startBookRun)).reply().id };
    await expect.poll(async () => (await place.admin.call(getBookRun, { params })).reply().status).toBe("completed");
    const { data } = (await place.admin.call(listBookDifferences, { query: { limit: "100" } })).reply();
    return data.filter(({ reference_id }) => reference_id === bill.id).map(({ kind }) => kind);
  };
  expect(await listDiscrepancies("2 days")).toEqual([]);
  expect(await listDiscrepancies("4 days")).toEqual(["missing_in_accounting"]);
});

test("without Advanced Shipping the invoice of the fulfilment becomes ours, and no second one is made", async () => {
  await place.accounting.setPreferences({ has_advanced_shipping: false });
  const sale = await sell();
  expect(await runExport()).toMatchObject({ failures: [] });
  await fulfil(sale, "1Z999AA10123456811");
  expect(await runExport()).toMatchObject({ status: "completed", failures: [] });
  const [order] = await place.accounting.records("sales_order", `order-${sale.order_id}`);
  const invoices = await place.accounting.records("invoice");
  expect(invoices.filter(({ fields }) => fields.createdFrom?.id === order?.id)).toMatchObject([
    { external_id: `invoice-${sale.bill.id}`, fields: { total: dollars(sale.bill.amount) } },
  ]);
  expect((await listBills(sale.buyer.org_id))[0]?.is_net_suite_sync_needed).toBe(false);

  // Finance records payments itself, so the credit memo settles the open invoice.
  (await place.admin.call(refundOrder, { params: { order_id: sale.order_id }, body: { amount: 300 } })).reply();
  await place.shop.settled();
  expect(await runExport()).toMatchObject({ status: "completed", failures: [] });
  expect((await place.accounting.records("credit_memo")).map(({ fields }) => fields["applied"])).toEqual(["3.00"]);
  expect(await place.accounting.records("customer_payment")).toEqual([]);
  expect(await place.accounting.records("customer_refund")).toEqual([]);
});

test("an order that fulfilments invoiced in parts is told, and becomes no third invoice", async () => {
  await place.accounting.setPreferences({ has_advanced_shipping: false });
  const products = [await place.shop.createProduct(), await place.shop.createProduct()];
  const items: string[] = [];
  for (const { id } of products) items.push(await place.accounting.knowProduct(id));
  const buyer = await place.shop.purchase(products);
  await place.accounting.knowOrganization(buyer.org_id);
  const order_id = buyer.bought.order_id ?? "";
  expect(await runExport()).toMatchObject({ failures: [] });
  const [order] = await place.accounting.records("sales_order", `order-${order_id}`);
  const listInvoices = async () =>
    (await place.accounting.records("invoice")).filter(({ fields }) => fields.createdFrom?.id === order?.id);

  // Only one of two parts is fulfilled, so the order waits for the other.
  await fulfil({ order_id, item: items[0] ?? "" }, "1Z999AA10123456812");
  expect(await runExport()).toMatchObject({ status: "completed", failures: [] });
  expect(await listInvoices()).toHaveLength(1);

  await fulfil({ order_id, item: items[1] ?? "" }, "1Z999AA10123456813");
  const [bill] = await listBills(buyer.org_id);
  const partIds = (await listInvoices()).map(({ id }) => id).toSorted((one, other) => Number(one) - Number(other));
  expect(partIds).toHaveLength(2);
  expect((await runExport()).failures).toMatchObject([
    {
      record_id: bill?.id,
      reason: `NetSuite invoiced the order in parts: ${partIds.join(", ")}. Make them one invoice there.`,
    },
  ]);
  expect((await listInvoices()).map(({ external_id }) => external_id)).toEqual([null, null]);
  expect(await listBills(buyer.org_id)).toMatchObject([{ net_suite_id: null, is_net_suite_sync_needed: true }]);
});
