import { expect } from "vitest";
import { getBookRun, startBookRun } from "../../worker/contract/v1/admin/books.ts";
import { getInvoiceExportTask, startInvoiceExportTask } from "../../worker/contract/v1/admin/net-suite-exports.ts";
import { listTaskRuns } from "../../worker/contract/v1/admin/tasks.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { actorsOn } from "../support/actors.ts";
import type { FaultApp } from "./fault-app.ts";

type PaidOrder = { id: string; reference_id: string; amount: number; refund_id: string | null };

/** Paid orders of an organization and a product known to NetSuite; one in ten has a refund of a dollar. */
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

/** One order in a hundred loses a response and two get a late one. */
async function disturb({ shop }: FaultApp, orders: PaidOrder[], lateMs: number): Promise<void> {
  for (const [index, { id, reference_id }] of orders.entries()) {
    const faultTargets = [
      { path: `order-${reference_id}` },
      { path: "!transform", text: `"invoice-${id}"` },
      { path: "!transform", text: `"payment-${id}"` },
    ];
    const where = { service: "net-suite", ...faultTargets[Math.floor(index / 100) % faultTargets.length] } as const;
    if (index % 100 === 0) await shop.sandbox.addFault({ ...where, kind: "lost-answer" });
    if (index % 100 === 33 || index % 100 === 66)
      await shop.sandbox.addFault({ ...where, kind: "delay", value: lateMs });
  }
}

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** Exports orders through lost and late responses; expects each record once, to the cent, and no discrepancy. */
export async function expectExportOf(
  app: FaultApp,
  { count, lateMs, timeoutMs }: { count: number; lateMs: number; timeoutMs: number },
): Promise<void> {
  const accounting = accountingOn(app.shop);
  const orders = await createPaidOrders(app, count);
  await disturb(app, orders, lateMs);
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

  const totalsOf = async (type: Parameters<typeof accounting.records>[0]) =>
    (await accounting.records(type)).map(({ external_id, fields }) => `${external_id} ${fields.total}`).toSorted();
  const expected = (prefix: string, key: "id" | "reference_id") =>
    orders.map((order) => `${prefix}-${order[key]} ${dollars(order.amount)}`).toSorted();
  expect(await totalsOf("sales_order")).toEqual(expected("order", "reference_id"));
  expect(await totalsOf("invoice")).toEqual(expected("invoice", "id"));
  // A payment of the whole invoice, and a refund of the whole credit memo: nothing is open.
  expect(await totalsOf("customer_payment")).toEqual(expected("payment", "id"));
  const refunds = orders.flatMap(({ refund_id }) => refund_id ?? []).toSorted();
  expect(refunds.length).toBe(count / 10);
  expect(await totalsOf("credit_memo")).toEqual(refunds.map((id) => `refund-${id} 1.00`));
  expect(await totalsOf("customer_refund")).toEqual(refunds.map((id) => `repayment-${id} 1.00`));
  const stats: { max_in_flight: number } = await (await fetch(`${app.sandbox.url}/net-suite/stats.json`)).json();
  expect(stats.max_in_flight).toBeLessThanOrEqual(4);

  const { id } = (await admin.call(startBookRun)).reply();
  const comparisonStatus = async () => (await admin.call(getBookRun, { params: { id } })).reply().status;
  await expect.poll(comparisonStatus, { timeout: timeoutMs, interval: 500 }).toBe("completed");
  // The charges are ours alone: the payment provider made none of them.
  const differing = await app.shop.query(
    `select kind, reference_type, reference_id from book_differences
     where closed_at is null and kind <> 'missing_at_provider' and org_id = (select org_id from invoices where id = $1)`,
    [orders[0]?.id],
  );
  expect(differing).toEqual([]);
  const msEach = Math.round((seconds * 1000) / count);
  console.log(`${count} orders in ${seconds} s, ${msEach} ms each, 1 % of the answers lost and 2 % late`);
}
