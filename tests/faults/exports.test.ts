import { afterAll, beforeAll, expect, test } from "vitest";
import { getInvoiceExportTask, startInvoiceExportTask } from "../../worker/contract/v1/admin/net-suite-exports.ts";
import { listTaskRuns } from "../../worker/contract/v1/admin/tasks.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { actorsOn } from "../support/actors.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";

const count = 1000;
let app: FaultApp;
let accounting: ReturnType<typeof accountingOn>;
beforeAll(async () => {
  app = await startFaultApp();
  accounting = accountingOn(app.shop);
});
afterAll(() => app?.stop());

type PaidInvoice = { id: string; reference_id: string; reference_type: string; amount: number };

/**
 * Creates paid invoices of an organization and a product in accounting; every other invoice belongs to an order.
 */
async function createPaidInvoices(): Promise<PaidInvoice[]> {
  const { id: orgId } = await app.shop.factories.createOrganization();
  const product = await app.shop.createProduct();
  await accounting.knowOrganization(orgId);
  await accounting.knowProduct(product.id);
  return app.shop.query<PaidInvoice>(
    `with n as (select n, uuidv7() as order_id from generate_series(1, ${count}) n),
     o as (
       insert into orders (id, user_id, org_id, total, status, payment_status, shipping_data)
       select order_id, gen_random_uuid(), $1, 1000 + n, 'processing', 'paid',
         '{"personal_data": {"first_name": "A", "last_name": "B", "phone": null, "email": "a@b.test"}, "address": null, "packages": [], "method": null}'
       from n where n % 2 = 0
     ),
     i as (
       insert into invoices (reference_id, reference_type, org_id, amount, shipping, tax, products, payment_status, is_net_suite_sync_needed)
       select order_id, case n % 2 when 0 then 'order' else 'subscription' end, $1, 1000 + n, 300, 200 + n,
         jsonb_build_array(jsonb_build_object('id', $2::text, 'name', 'Probe', 'price', 250, 'quantity', 2, 'tax_amount', 200 + n)),
         'paid', true
       from n returning id, reference_id, reference_type, amount::int, org_id
     ),
     l as (
       insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
       select id, org_id, 'ch_' || id, 'charge', amount from i
     )
     select id, reference_id, reference_type, amount from i`,
    [orgId, product.id],
  );
}

/** Adds a fault to one invoice in ten, of each kind in turn. */
async function addFaults(invoices: PaidInvoice[]): Promise<void> {
  const kinds = [
    { kind: "status", value: 503 },
    { kind: "lost-answer" },
    { kind: "cut" },
    { kind: "limit" },
    { kind: "limit", value: 400 },
    { kind: "status", value: 500, when: "after" },
  ] as const;
  const faultyInvoices = invoices.filter((_, index) => index % 10 === 0);
  for (const [index, { id, reference_id, reference_type }] of faultyInvoices.entries()) {
    const path = reference_type === "order" && index % 2 === 0 ? `order-${reference_id}` : `invoice-${id}`;
    await app.shop.sandbox.addFault({ service: "net-suite", path, ...(kinds[index % kinds.length] ?? kinds[0]) });
  }
}

test(
  "1,000 invoices are exported once each through faults and a kill -9, with at most four calls in flight",
  { timeout: 900_000 },
  async () => {
    const invoices = await createPaidInvoices();
    await addFaults(invoices);
    const { client: admin } = await actorsOn({ ...app.shop, url: app.worker.url }).signedInAdmin();
    await fetch(`${app.sandbox.url}/net-suite/stats`, { method: "DELETE" });
    const startedAt = performance.now();
    (await admin.call(startInvoiceExportTask)).reply();
    const fetchProcessed = async () => (await admin.call(getInvoiceExportTask)).reply().processed;
    await expect.poll(fetchProcessed, { timeout: 400_000, interval: 50 }).toBeGreaterThanOrEqual(count / 2);
    await app.killWorker();
    await app.startWorker();
    await app.passAMinute();
    await app.shop.query("update call_slots set lease_until = now()");
    await app.shop.sandbox.runJob("continue-tasks");
    const fetchStatus = async () => (await admin.call(getInvoiceExportTask)).reply().status;
    await expect.poll(fetchStatus, { timeout: 400_000 }).not.toBe("processing");
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;

    const runs = (await admin.call(listTaskRuns, { params: { name: "invoices" } })).reply().data;
    expect(runs).toMatchObject([{ status: "completed", found: count, processed: count, failures: [] }]);
    const [orders, bills] = [await accounting.records("sales_order"), await accounting.records("invoice")];
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    expect(Object.fromEntries(bills.map(({ external_id, fields }) => [external_id, fields.total]))).toEqual(
      Object.fromEntries(invoices.map(({ id, amount }) => [`invoice-${id}`, dollars(amount)])),
    );
    expect([orders.length, bills.length]).toEqual([count / 2, count]);
    expect(orders.every(({ fields }) => fields.item?.items.length === 3)).toBe(true);
    const invoiceRows = await app.shop.query<{ id: string; net_suite_id: string; is_needed: boolean }>(
      "select id, net_suite_id::text, is_net_suite_sync_needed as is_needed from invoices where org_id = (select org_id from invoices where id = $1)",
      [invoices[0]?.id],
    );
    const idByExternalId = new Map(bills.map(({ external_id, id }) => [external_id, id]));
    expect(
      invoiceRows.filter(
        ({ id, net_suite_id, is_needed }) => is_needed || idByExternalId.get(`invoice-${id}`) !== net_suite_id,
      ),
    ).toEqual([]);
    const stats: { max_in_flight: number } = await (await fetch(`${app.sandbox.url}/net-suite/stats.json`)).json();
    expect(stats.max_in_flight).toBeLessThanOrEqual(4);
    console.log(`1,000 invoices in ${seconds} s, a kill among them`);
  },
);
