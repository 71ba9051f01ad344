import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listTaskRuns, listTasks, retryTaskRecord } from "../../../worker/contract/v1/admin/tasks.ts";
import { getSubscriptionStatusTask, startSubscriptionStatusTask } from "../../../worker/contract/v1/admin/workers.ts";
import { readWords } from "../../http/pages/words.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { type Factories, factoriesOn, unique } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let query: Query;
let factories: Factories;
let sandbox: ReturnType<typeof sandboxAt>;
beforeAll(async () => {
  app = await startOwnApp();
  query = openDatabase(app.sandbox.databaseUrl);
  factories = factoriesOn(query);
  sandbox = sandboxAt(app.sandbox.url);
  // the plans of the demonstration data are not at this provider
  await query("update subscriptions set stripe_id = null where stripe_id like 'sub_seed_%'");
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

const administrator = () => actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
type Admin = Awaited<ReturnType<typeof administrator>>["client"];
const name = "subscription-status";
const page = `/admin/integrations/tasks/${name}`;
const unknown = "00000000-0000-4000-8000-000000000000";
const runsOf = async (admin: Admin) => (await admin.call(listTaskRuns, { params: { name } })).reply().data;
const ended = async (admin: Admin) => {
  const read = async () => (await admin.call(getSubscriptionStatusTask)).reply();
  await expect.poll(async () => (await read()).status).not.toBe("processing");
  return read();
};

/** An invoice whose payment is read from the provider by every run until it is paid. */
async function openInvoice(payment: string): Promise<string> {
  const { id: orgId } = await factories.createOrganization();
  const [row] = await query<{ id: string }>(
    `insert into invoices (reference_id, reference_type, org_id, amount, stripe_payment_id)
     values (gen_random_uuid(), 'order', $1, 100, $2) returning id`,
    [orgId, payment],
  );
  return row?.id ?? "";
}

test("a task that never ran says so, and has no state in the list", async () => {
  const { client: admin } = await administrator();
  expect((await admin.call(getSubscriptionStatusTask)).errcode).toBe("SYNC_SUBSCRIPTION_STATUS_NOT_RUNNING");
  const { data, meta } = (await admin.call(listTasks)).reply();
  expect(data.find((each) => each.name === name)).toMatchObject({ status: null, started_at: null, unavailable: null });
  expect([data.length, new Set(data.map((each) => each.name)).size]).toEqual([meta.count, meta.count]);
  expect((await admin.call(listTaskRuns, { params: { name: "no-such" } })).errcode).toBe("TASK_NOT_FOUND");
});

test("twenty administrators who start a task at once start one run, and all are answered that one", async () => {
  const { client: admin, user } = await administrator();
  await sandbox.addFault({ service: "stripe", path: "/v1/events", kind: "delay", value: 1500 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => admin.call(startSubscriptionStatusTask)));
  const started = answers.map((answer) => answer.reply());
  expect(new Set(started.map(({ status }) => status))).toEqual(new Set(["processing"]));
  expect(new Set(started.map(({ started_at }) => started_at)).size).toBe(1);
  const done = await ended(admin);
  expect(done).toMatchObject({ status: "completed", error: null, last_success_at: done.finished_at });
  expect(await runsOf(admin)).toMatchObject([{ trigger: "manual", started_by: { id: user.id }, status: "completed" }]);
  const asked = (await sandbox.callsTo("stripe")).filter(({ path }) => path.startsWith("/v1/events"));
  expect(asked).toHaveLength(1);
  const audit = await query("select actor_id from audit_log where action = 'startTask' and subject_id = $1", [name]);
  expect(audit).toEqual([{ actor_id: user.id }]);
});

test("a record that fails is told with its reason while the rest goes on; mended, it is done again", async () => {
  const { client: admin } = await administrator();
  await sandbox.runJob(name);
  const { found: usual } = await ended(admin);
  const found = usual + 25;
  const bad = unique("pi_bad");
  const id = await openInvoice(bad);
  await Promise.all(Array.from({ length: 24 }, () => openInvoice(unique("pi"))));
  const fault = { service: "stripe", path: bad, kind: "status", value: 500, times: 1000 } as const;
  await sandbox.addFault(fault);
  await sandbox.runJob(name);
  const task = await ended(admin);
  expect(task).toMatchObject({ status: "completed", found, processed: found - 1, error: null });
  const [run] = await runsOf(admin);
  expect(run).toMatchObject({ trigger: "schedule", started_by: null, found, processed: found - 1, failed: 1 });
  expect(run?.failures).toEqual([
    { record_id: id, record_name: null, reason: "payments: getPayment failed (500)", at: expect.any(String) },
  ]);

  const retry = (record_id: string, params: { name: string; id: string } = { name, id: run?.id ?? "" }) =>
    admin.call(retryTaskRecord, { params, body: { record_id } });
  expect((await retry(id)).errcode).toBe("TASK_RETRY_FAILED");
  const press = () =>
    admin.fetch(`${page}/runs/${run?.id}/retry`, {
      method: "POST",
      body: new URLSearchParams({ record_id: id, record_name: id }),
    });
  expect((await press()).headers.get("location")).toBe(page);
  const failed = await readWords(admin, page);
  expect(failed).toContain("The record failed again");
  // a long name may break
  expect(failed).toContain(`${id} payments: get Payment failed (500)`);
  const [again] = await runsOf(admin);
  expect(Date.parse(again?.failures[0]?.at ?? "")).toBeGreaterThan(Date.parse(run?.failures[0]?.at ?? ""));
  expect((await retry("another")).errcode).toBe("TASK_RECORD_NOT_FOUND");
  expect((await retry(id, { name, id: unknown })).errcode).toBe("TASK_RECORD_NOT_FOUND");
  expect((await retry(id, { name: "products", id: run?.id ?? "" })).errcode).toBe("TASK_RECORD_NOT_FOUND");
  await sandbox.clearFaults();
  expect((await press()).headers.get("location")).toBe(page);
  const done = await readWords(admin, page);
  expect(done).toContain(`${id} is done.`);
  expect(done).not.toContain("Failed records");
  expect((await retry(id)).reply()).toMatchObject({ processed: found, failed: 0 });
  expect((await runsOf(admin))[0]).toMatchObject({ found, processed: found, failed: 0, failures: [] });
});

test("a run that fails as a whole says why, and the next one succeeds", async () => {
  const { client: admin } = await administrator();
  await sandbox.addFault({ service: "stripe", path: "/v1/events", kind: "status", value: 500, times: 1000 });
  (await admin.call(startSubscriptionStatusTask)).reply();
  const failed = await ended(admin);
  expect(failed).toMatchObject({ status: "failed", error: "payments: listUndelivered failed (500)" });
  // Our own call's result tells whether the integration is up.
  const overview = async () => (await admin.fetch("/admin/integrations")).text();
  await expect.poll(overview).toContain("Not reachable");
  expect(await overview()).toContain("payments: listUndelivered failed");
  const before = failed.last_success_at ?? "";
  expect(Date.parse(before)).toBeLessThan(Date.parse(failed.finished_at ?? ""));
  await sandbox.clearFaults();
  expect((await admin.fetch(`${page}/start`, { method: "POST" })).headers.get("location")).toBe(page);
  expect(await readWords(admin, page)).toContain("The task was started.");
  const done = await ended(admin);
  expect(done).toMatchObject({ status: "completed", error: null });
  expect(Date.parse(done.last_success_at ?? "")).toBeGreaterThan(Date.parse(before));
  await expect.poll(overview).not.toContain("Not reachable");
});
