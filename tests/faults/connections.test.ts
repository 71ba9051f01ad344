import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TaskName } from "../../worker/contract/tasks.ts";
import { cron } from "../../worker/cron.ts";
import { accountingOn } from "../support/accounting/records.ts";
import { startOwnApp } from "../support/app.ts";
import { createConnectionGate } from "../support/connection-gate.ts";
import { openDatabase } from "../support/database.ts";
import { factoriesOn } from "../support/factories.ts";
import { sandboxAt } from "../support/sandbox.ts";
import { type Shop, shopOn } from "../support/store.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let shop: Shop;
const gate = createConnectionGate();
beforeAll(async () => {
  app = await startOwnApp({}, { outbound: gate.pass });
  const query = openDatabase(app.sandbox.databaseUrl);
  const sandbox = sandboxAt(app.sandbox.url);
  shop = shopOn({ query, factories: factoriesOn(query), sandbox, url: app.worker.url });
  // The payment provider of this app does not have the demo data's plans, so runs must not ask for them.
  await query("update subscriptions set stripe_id = null where stripe_id like 'sub_seed_%'");
});
afterEach(() => shop.sandbox.clearFaults());
afterAll(() => app?.stop());

/** Longer than a single database statement may take (2 s), shorter than the timeouts of accounting and the registry. */
const slowMs = 4000;

/** Creates paid subscription invoices that accounting does not have yet, exported in one batch. */
async function createExportable(count: number): Promise<void> {
  const { id: orgId } = await shop.factories.createOrganization();
  const product = await shop.createProduct();
  const accounting = accountingOn(shop);
  await accounting.knowOrganization(orgId);
  await accounting.knowProduct(product.id);
  await shop.query(
    `with i as (
       insert into invoices (reference_id, reference_type, org_id, amount, shipping, tax, products, payment_status, is_net_suite_sync_needed)
       select gen_random_uuid(), 'subscription', $1, 1000, 300, 200,
         jsonb_build_array(jsonb_build_object('id', $2::text, 'name', 'Probe', 'price', 250, 'quantity', 2, 'tax_amount', 200)),
         'paid', true
       from generate_series(1, $3::int) returning id, org_id, amount
     )
     insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents)
     select id, org_id, 'ch_' || id, 'charge', amount from i`,
    [orgId, product.id, count],
  );
}

/** Creates open invoices, each with a payment that a run of `subscription-status` reads at the payment provider. */
async function createOpenInvoices(count: number): Promise<void> {
  const { id } = await shop.factories.createOrganization();
  await shop.query(
    `insert into invoices (reference_id, reference_type, org_id, amount, stripe_payment_id)
     select gen_random_uuid(), 'order', $1, 100, 'pi_of_' || n from generate_series(1, $2::int) n`,
    [id, count],
  );
}

/** Starts runs without waking a worker. */
const startRuns = (names: TaskName[]) =>
  shop.query(
    `with started as (insert into task_runs (task, trigger) select unnest($1::text[]), 'manual' returning id, task, started_at)
     insert into tasks (name, status, started_at, run_id, pass_id) select task, 'processing', started_at, id, id from started
     on conflict (name) do update set
       status = 'processing', run_id = excluded.run_id, pass_id = excluded.run_id, takeovers = 0, cursor = null, lease_until = now()`,
    [names],
  );

async function addDelays(): Promise<void> {
  await shop.sandbox.addFault({ service: "net-suite", path: "invoice", kind: "delay", value: slowMs, times: 4 });
  await shop.sandbox.addFault({ service: "builds", kind: "delay", value: slowMs, times: 2 });
  await shop.sandbox.addFault({ service: "stripe", path: "pi_of_", kind: "delay", value: 500, times: 10 });
}

const listFailures = () => app.lines.filter((line) => /database|"level":"error"/.test(line));

test("four slow calls to accounting and two more do not keep the database from what else the invocation does", async () => {
  await createExportable(4);
  await createOpenInvoices(5);
  const names: TaskName[] = ["invoices", "flowpoint-versions", "plugins-builds", "subscription-status"];
  await startRuns(names);
  await addDelays();
  await shop.sandbox.runJob("continue-tasks");
  const listStatuses = async () => {
    const runs = await shop.query<{ task: string; status: string }>(
      "select distinct on (task) task, status from task_runs where task = any($1) order by task, started_at desc",
      [names],
    );
    return runs.map(({ task, status }) => [task, status]);
  };
  await expect.poll(listStatuses).toEqual(names.toSorted().map((task) => [task, "completed"]));
  expect(listFailures()).toEqual([]);
  expect(gate.queuedMax()).toBe(0);
});

test("the jobs of a minute run one after the other", async () => {
  await shop.sandbox.addFault({ service: "builds", kind: "delay", value: 500, times: 2 });
  const callCount = (await shop.sandbox.callsTo("builds")).length;
  await app.worker.scheduled(cron, new Date(Date.UTC(2026, 0, 1, 3, 30)));
  const calls = (await shop.sandbox.callsTo("builds")).toReversed().slice(callCount);
  expect(calls.length).toBeGreaterThanOrEqual(2);
  const [first = 0, second = 0] = calls.map(({ at }) => Date.parse(at));
  expect(second - first).toBeGreaterThanOrEqual(500);
});

test("a call that waits for its turn has all of its time once it is sent", async () => {
  await createExportable(4);
  await startRuns(["invoices", "flowpoint-versions"]);
  // 10 s is longer than the timeout of the registry, 5 s, plus the pauses between tries.
  await shop.sandbox.addFault({ service: "net-suite", path: "invoice", kind: "delay", value: 10_000, times: 4 });
  // The registry answers 503 until accounting has taken every connection for integrations, so that the next try waits
  // for one.
  gate.refuseUntilSent("/releases", { until: "/invoice", count: 4 });
  const lineCount = app.lines.length;
  await shop.sandbox.runJob("continue-tasks");
  const [releases] = app.lines
    .slice(lineCount)
    .filter((line) => line.includes('"integration":"builds","method":"listReleases"'))
    .map((line): { ms: number; answered: boolean } => JSON.parse(line))
    .toSorted((one, other) => other.ms - one.ms);
  expect(releases).toMatchObject({ answered: true });
  expect(releases?.ms).toBeGreaterThan(5000);
});
