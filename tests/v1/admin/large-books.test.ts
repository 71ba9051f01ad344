import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getBookRun, startBookRun } from "../../../worker/contract/v1/admin/books.ts";
import { openDatabase } from "../../support/database.ts";
import { type LargeShop, startLargeShop } from "../../support/large-shop.ts";
import { sandboxAt } from "../../support/sandbox.ts";

const batchSize = 1000;
/** A reconciliation takes one minute alone, and 90 seconds beside another nightly test file on two cores. */
const maxSeconds = 180;

let shop: LargeShop;
let sandbox: ReturnType<typeof sandboxAt>;
beforeAll(async () => {
  shop = await startLargeShop();
  sandbox = sandboxAt(shop.sandbox_url);
  await deleteOnAccount();
  await seedProvider();
  await seedAccounting();
}, 900_000);
afterAll(() => shop?.stop());

/**
 * Bank transfers pay orders on account, but this test creates only card payments at the provider, so these orders
 * become unpaid.
 */
async function deleteOnAccount(): Promise<void> {
  await shop.query("delete from payment_ledger where invoice_id in (select id from invoices where due_on is not null)");
  await shop.query(
    "update invoices set payment_status = 'pending', stripe_invoice_id = null, stripe_payment_id = null where due_on is not null",
  );
}

/** Creates one customer per organization of the ledger at the provider, and all payments, refunds and disputes. */
async function seedProvider(): Promise<void> {
  const organizations = await shop.query<{ id: string; name: string; email: string }>(
    "select id, name, billing_email as email from organizations where id in (select org_id from payment_ledger)",
  );
  for (const { id, name, email } of organizations) {
    const response = await sandbox.post("/stripe/known-customers", { name, email, metadata: {}, plans: [] });
    const customer: { id: string } = await response.json();
    await shop.query("update organizations set stripe_customer_id = $1 where id = $2", [customer.id, id]);
  }
  for (let cursor = "", isMore = true; isMore;) {
    const payments = await shop.query<{ charge: string }>(paymentsSql, [cursor, batchSize]);
    const response = await sandbox.post("/stripe/known-payments", payments);
    if (!response.ok) throw new Error(await response.text());
    cursor = payments.at(-1)?.charge ?? "";
    isMore = payments.length === batchSize;
  }
}

/**
 * Writes to accounting each invoice that took money, and a credit memo and a customer refund for each refund that
 * arrived: 140,000 records, one batch per statement.
 */
async function seedAccounting(): Promise<void> {
  await fetch(`${sandbox.url}/net-suite/records.json?type=customer`);
  const accounting = openDatabase(shop.database_url.replace(/[^/]+$/, "net_suite"));
  for (let cursor = "00000000-0000-0000-0000-000000000000", isMore = true; isMore;) {
    const records = await shop.query<{ id: string }>(accountingRecordsSql, [cursor, batchSize]);
    await accounting(
      `insert into records (kind, external_id, fields, total)
       select r.kind, r.external_id, '{}', r.total
       from jsonb_to_recordset($1) as one(records jsonb),
         jsonb_to_recordset(one.records) as r(kind text, external_id text, total numeric)`,
      [JSON.stringify(records)],
    );
    cursor = records.at(-1)?.id ?? cursor;
    isMore = records.length === batchSize;
  }
}

const accountingRecordsSql = `
select i.id, json_build_array(json_build_object(
  'kind', 'invoice', 'external_id', 'invoice-' || i.id, 'total', i.amount / 100.0
))::jsonb || coalesce((
  select jsonb_agg(jsonb_build_object(
    'kind', recorded.kind, 'external_id', recorded.prefix || l.stripe_object_id, 'total', -l.amount_cents / 100.0
  ))
  from payment_ledger l, (values ('credit_memo', 'refund-'), ('customer_refund', 'repayment-')) recorded(kind, prefix)
  where l.invoice_id = i.id and l.kind = 'refund' and not exists (
    select 1 from payment_ledger f where f.stripe_object_id = l.stripe_object_id and f.kind = 'refund_failed'
  )
), '[]') as records
from invoices i
where i.id > $1 and i.payment_status not in ('pending', 'declined')
order by i.id
limit $2`;

const paymentsSql = `
select o.stripe_customer_id as customer, i.stripe_payment_id as payment_intent, charge.stripe_object_id as charge,
  charge.amount_cents::int as amount, floor(extract(epoch from charge.created_at))::int as created,
  coalesce((
    select json_agg(json_build_object('id', l.stripe_object_id, 'amount', -l.amount_cents, 'status', case when exists (
      select 1 from payment_ledger f where f.stripe_object_id = l.stripe_object_id and f.kind = 'refund_failed'
    ) then 'failed' else 'succeeded' end))
    from payment_ledger l where l.invoice_id = i.id and l.kind = 'refund'
  ), '[]') as refunds,
  coalesce((
    select json_agg(json_build_object('id', l.stripe_object_id, 'amount', -l.amount_cents, 'is_won', exists (
      select 1 from payment_ledger b where b.stripe_object_id = l.stripe_object_id and b.kind = 'dispute_reinstated'
    )))
    from payment_ledger l where l.invoice_id = i.id and l.kind = 'dispute_withdrawn'
  ), '[]') as disputes
from payment_ledger charge
  join invoices i on i.id = charge.invoice_id
  join organizations o on o.id = i.org_id
where charge.kind = 'charge' and charge.stripe_object_id > $1
order by charge.stripe_object_id
limit $2`;

/** Resident memory in MiB. */
const readMemory = (pids: number[]): number =>
  pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }, 0);

const findWorkerds = (parent: number): number[] =>
  globSync("/proc/[0-9]*/stat").flatMap((file) => {
    try {
      const [, pid = "", name = "", owner = ""] = /^(\d+) \((.*)\) \S (\d+)/.exec(readFileSync(file, "utf8")) ?? [];
      return name.startsWith("workerd") && Number(owner) === parent ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });

test("100,000 invoices are compared within 64 MiB, and one that was planted among them is found", async () => {
  const [count] = await shop.query<{ n: number }>("select count(*)::int as n from invoices");
  expect(count?.n).toBeGreaterThanOrEqual(100_000);
  const compare = async () => {
    const { id } = (await shop.admin.call(startBookRun)).reply();
    const readRun = async () => (await shop.admin.call(getBookRun, { params: { id } })).reply();
    await expect.poll(async () => (await readRun()).status, { timeout: 240_000, interval: 500 }).not.toBe("processing");
    return readRun();
  };
  const workers = findWorkerds(process.pid);
  expect(workers.length).toBeGreaterThan(0);
  // The first run is not measured: each worker loads code and caches only once.
  const first = await compare();
  expect([first.error, first.open_differences]).toEqual([null, 0]);

  const [changedEntry] = await shop.query<{ id: string }>(
    `update payment_ledger set amount_cents = amount_cents + 1
     where id = (select id from payment_ledger where kind = 'charge' order by id offset 77777 limit 1)
     returning stripe_object_id as id`,
  );
  const memoryBefore = readMemory(workers);
  let peak = memoryBefore;
  const timer = setInterval(() => (peak = Math.max(peak, readMemory(workers))), 50);
  const run = await compare().finally(() => clearInterval(timer));
  const seconds = (Date.parse(run.finished_at ?? "") - Date.parse(run.started_at)) / 1000;
  console.log(
    `${run.found} entries in ${seconds.toFixed(1)} s, ${(peak - memoryBefore).toFixed(1)} MiB more than before`,
  );
  expect([run.error, run.open_differences]).toEqual([null, 2]);
  const rows = await shop.query<{ reference_id: string }>(
    "select reference_id from book_differences where closed_at is null and reference_type = 'charge'",
  );
  expect(rows).toEqual([{ reference_id: changedEntry?.id }]);
  expect(seconds).toBeLessThanOrEqual(maxSeconds);
  expect(peak - memoryBefore).toBeLessThanOrEqual(64);
}, 600_000);
