import { expect } from "vitest";
import { getBookRun, startBookRun } from "../../worker/contract/v1/admin/books.ts";
import { getInvoiceExportTask, startInvoiceExportTask } from "../../worker/contract/v1/admin/net-suite-exports.ts";
import { listTaskRuns } from "../../worker/contract/v1/admin/tasks.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { actorsOn } from "../support/actors.ts";
import type { FaultApp } from "./fault-app.ts";

type PaidOrder = { id: string; reference_id: string; amount: number; refund_id: string | null };

/** Creates paid orders of an organization and a product in NetSuite; one in ten has a refund of a dollar. */
async function createPaidOrders(app: FaultApp, count: number): Promise<PaidOrder[]> {
  const accounting = accountingOn(app.shop);
  const { id: orgId } = await app.shop.factories.createOrganization();
  const product = await app.shop.createProduct();
  await accounting.knowOrganization(orgId);
  await accounting.knowProduct(product.id);
  return app.shop.query<PaidOrder>(
    `with n as (select n, uuidv7() as order_id from generate_series(1, ${count}) n),
     o as (
       insert into orders (id, user_id, org_id, total, status, payment_status, shipping_data)
       select order_id, gen_random_uuid(), $1, 1000 + n, 'processing', 'paid',
         '{"personal_data": {"first_name": "A", "last_name": "B", "phone": null, "email": "a@b.test"}, "address": null, "packages": [], "method": null}'
       from n
     ),
     i as (
       insert into invoices (reference_id, reference_type, org_id, amount, shipping, tax, products, payment_status, is_net_suite_sync_needed)
       select order_id, 'order', $1, 1000 + n, 300, 200 + n,
         jsonb_build_array(jsonb_build_object('id', $2::text, 'name', 'Probe', 'price', 250, 'quantity', 2, 'tax_amount', 200 + n)),
         'paid', true
       from n returning id, reference_id, amount::int, org_id
     ),
     l as (
       insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
       select id, org_id, 'ch_' || id, 'charge', amount from i
       union all
       select id, org_id, 're_' || reference_id, 'refund', -100 from i where amount % 10 = 0
     )
     select id, reference_id, amount, case when amount % 10 = 0 then 're_' || reference_id end as refund_id from i`,
    [orgId, product.id],
  );
}

/** Adds faults: one order in a hundred loses a response and two get a late one. */
async function addFaults({ shop }: FaultApp, orders: PaidOrder[], lateMs: number): Promise<void> {
  for (const [index, { id, reference_id }] of orders.entries()) {
    const faultTargets = [
      { path: `order-${reference_id}` },
      { path: "!transform", text: `"invoice-${id}"` },
      { path: "!transform", text: `"payment-${id}"` },
    ];
    const target = { service: "net-suite", ...faultTargets[Math.floor(index / 100) % faultTargets.length] } as const;
    if (index % 100 === 0) await shop.sandbox.addFault({ ...target, kind: "lost-answer" });
    if (index % 100 === 33 || index % 100 === 66)
      await shop.sandbox.addFault({ ...target, kind: "delay", value: lateMs });
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

export async function expectExport(
  app: FaultApp,
  { count, lateMs, timeoutMs }: { count: number; lateMs: number; timeoutMs: number },
): Promise<void> {
  const accounting = accountingOn(app.shop);
  const orders = await createPaidOrders(app, count);
  await addFaults(app, orders, lateMs);
  const { client: admin } = await actorsOn({ ...app.shop, url: app.worker.url }).signedInAdmin();
  await fetch(`${app.sandbox.url}/net-suite/stats`, { method: "DELETE" });
  const startedAt = performance.now();
  (await admin.call(startInvoiceExportTask)).reply();
  const status = async () => (await admin.call(getInvoiceExportTask)).reply().status;
  await expect.poll(status, { timeout: timeoutMs, interval: 500 }).not.toBe("processing");
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  const [run] = (await admin.call(listTaskRuns, { params: { name: "invoices" } })).reply().data;
  expect(run).toMatchObject({ status: "completed", found: count, processed: count, failures: [] });
  expect(await (await fetch(`${app.sandbox.url}/faults`)).json()).toEqual([]);

  const listTotals = async (type: Parameters<typeof accounting.records>[0]) =>
    (await accounting.records(type)).map(({ external_id, fields }) => `${external_id} ${fields.total}`).toSorted();
  const expectedTotals = (prefix: string, key: "id" | "reference_id") =>
    orders.map((order) => `${prefix}-${order[key]} ${dollars(order.amount)}`).toSorted();
  expect(await listTotals("sales_order")).toEqual(expectedTotals("order", "reference_id"));
  expect(await listTotals("invoice")).toEqual(expectedTotals("invoice", "id"));
  // Each invoice is paid in full and each credit memo is refunded in full, so nothing is open.
  expect(await listTotals("customer_payment")).toEqual(expectedTotals("payment", "id"));
  const refunds = orders.flatMap(({ refund_id }) => refund_id ?? []).toSorted();
  expect(refunds.length).toBe(count / 10);
  expect(await listTotals("credit_memo")).toEqual(refunds.map((id) => `refund-${id} 1.00`));
  expect(await listTotals("customer_refund")).toEqual(refunds.map((id) => `repayment-${id} 1.00`));
  const stats: { max_in_flight: number } = await (await fetch(`${app.sandbox.url}/net-suite/stats.json`)).json();
  expect(stats.max_in_flight).toBeLessThanOrEqual(4);

  const { id } = (await admin.call(startBookRun)).reply();
  const reconciliationStatus = async () => (await admin.call(getBookRun, { params: { id } })).reply().status;
  await expect.poll(reconciliationStatus, { timeout: timeoutMs, interval: 500 }).toBe("completed");
  // The charges exist only in our ledger, not at the payment provider.
  const discrepancies = await app.shop.query(
    `select kind, reference_type, reference_id from book_differences
     where closed_at is null and kind <> 'missing_at_provider' and org_id = (select org_id from invoices where id = $1)`,
    [orders[0]?.id],
  );
  expect(discrepancies).toEqual([]);
  const msPerOrder = Math.round((seconds * 1000) / count);
  console.log(`${count} orders in ${seconds} s, ${msPerOrder} ms each, 1 % of the answers lost and 2 % late`);
}
