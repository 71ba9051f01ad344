import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listTaskRuns, listTasks, retryTaskRecord } from "../../../worker/contract/v1/admin/tasks.ts";
import { getSubscriptionStatusTask, startSubscriptionStatusTask } from "../../../worker/contract/v1/admin/workers.ts";
import { readWords } from "../../http/pages/words.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { sendAtOnce } from "../../support/at-once.ts";
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
  // The payment provider of this app does not have the subscriptions of the demo data.
  await query("update subscriptions set stripe_id = null where stripe_id like 'sub_seed_%'");
});
afterEach(() => sandbox.clearFaults());
afterAll(() => app?.stop());

const signInAdministrator = () => actorsOn({ query, factories, url: app.worker.url }).signedInAdmin();
type Admin = Awaited<ReturnType<typeof signInAdministrator>>["client"];
const name = "subscription-status";
const taskPath = `/admin/integrations/tasks/${name}`;
const unknownId = "00000000-0000-4000-8000-000000000000";
const listRuns = async (admin: Admin) => (await admin.call(listTaskRuns, { params: { name } })).reply().data;
const waitForEnd = async (admin: Admin) => {
  const read = async () => (await admin.call(getSubscriptionStatusTask)).reply();
  await expect.poll(async () => (await read()).status).not.toBe("processing");
  return read();
};

/** Creates an unpaid invoice, whose payment every run reads from the provider. */
async function createOpenInvoice(payment: string): Promise<string> {
  const { id: orgId } = await factories.createOrganization();
  const [row] = await query<{ id: string }>(
    `insert into invoices (reference_id, reference_type, org_id, amount, stripe_payment_id)
     values (gen_random_uuid(), 'order', $1, 100, $2) returning id`,
    [orgId, payment],
  );
  return row?.id ?? "";
}

test("a task that never ran says so, and has no state in the list", async () => {
  const { client: admin } = await signInAdministrator();
  expect((await admin.call(getSubscriptionStatusTask)).errcode).toBe("SYNC_SUBSCRIPTION_STATUS_NOT_RUNNING");
  const { data, meta } = (await admin.call(listTasks)).reply();
  expect(data.find((each) => each.name === name)).toMatchObject({ status: null, started_at: null, unavailable: null });
  expect([data.length, new Set(data.map((each) => each.name)).size]).toEqual([meta.count, meta.count]);
  expect((await admin.call(listTaskRuns, { params: { name: "no-such" } })).errcode).toBe("TASK_NOT_FOUND");
});

test("twenty administrators who start a task at once start one run, and all are answered that one", async () => {
  const { client: admin, user } = await signInAdministrator();
  await sandbox.addFault({ service: "stripe", path: "/v1/events", kind: "delay", value: 12_000 });
  const answers = await sendAtOnce(20, () => admin.call(startSubscriptionStatusTask));
  await sandbox.clearFaults();
  const startReplies = answers.map((answer) => answer.reply());
  expect(new Set(startReplies.map(({ status }) => status))).toEqual(new Set(["processing"]));
  expect(new Set(startReplies.map(({ started_at }) => started_at)).size).toBe(1);
  const done = await waitForEnd(admin);
  expect(done).toMatchObject({ status: "completed", error: null, last_success_at: done.finished_at });
  expect(await listRuns(admin)).toMatchObject([
    { trigger: "manual", started_by: { id: user.id }, status: "completed" },
  ]);
  const eventCalls = (await sandbox.callsTo("stripe")).filter(({ path }) => path.startsWith("/v1/events"));
  expect(eventCalls).toHaveLength(1);
  const audit = await query("select actor_id from audit_log where action = 'startTask' and subject_id = $1", [name]);
  expect(audit).toEqual([{ actor_id: user.id }]);
});

test("a record that fails is told with its reason while the rest goes on; mended, it is done again", async () => {
  const { client: admin } = await signInAdministrator();
  await sandbox.runJob(name);
  const { found: usual } = await waitForEnd(admin);
  const found = usual + 25;
  const failingPayment = unique("pi_bad");
  const id = await createOpenInvoice(failingPayment);
  await Promise.all(Array.from({ length: 24 }, () => createOpenInvoice(unique("pi"))));
  const fault = { service: "stripe", path: failingPayment, kind: "status", value: 500, times: 1000 } as const;
  await sandbox.addFault(fault);
  await sandbox.runJob(name);
  const task = await waitForEnd(admin);
  expect(task).toMatchObject({ status: "completed", found, processed: found - 1, error: null });
  const [run] = await listRuns(admin);
  expect(run).toMatchObject({ trigger: "schedule", started_by: null, found, processed: found - 1, failed: 1 });
  expect(run?.failures).toEqual([
    { record_id: id, record_name: null, reason: "payments: getPayment failed (500)", at: expect.any(String) },
  ]);

  const retry = (record_id: string, params: { name: string; id: string } = { name, id: run?.id ?? "" }) =>
    admin.call(retryTaskRecord, { params, body: { record_id } });
  expect((await retry(id)).errcode).toBe("TASK_RETRY_FAILED");
  const submitRetry = () =>
    admin.fetch(`${taskPath}/runs/${run?.id}/retry`, {
      method: "POST",
      body: new URLSearchParams({ record_id: id, record_name: id }),
    });
  expect((await submitRetry()).headers.get("location")).toBe(taskPath);
  const failedPage = await readWords(admin, taskPath);
  expect(failedPage).toContain("The record failed again");
  // The page may break the line within a long name, and `readWords` reads the break as a space.
  expect(failedPage).toContain(`${id} payments: get Payment failed (500)`);
  const [latestRun] = await listRuns(admin);
  expect(Date.parse(latestRun?.failures[0]?.at ?? "")).toBeGreaterThan(Date.parse(run?.failures[0]?.at ?? ""));
  expect((await retry("another")).errcode).toBe("TASK_RECORD_NOT_FOUND");
  expect((await retry(id, { name, id: unknownId })).errcode).toBe("TASK_RECORD_NOT_FOUND");
  expect((await retry(id, { name: "products", id: run?.id ?? "" })).errcode).toBe("TASK_RECORD_NOT_FOUND");
  await sandbox.clearFaults();
  expect((await submitRetry()).headers.get("location")).toBe(taskPath);
  const donePage = await readWords(admin, taskPath);
  expect(donePage).toContain(`${id} is done.`);
  expect(donePage).not.toContain("Failed records");
  expect((await retry(id)).reply()).toMatchObject({ processed: found, failed: 0 });
  expect((await listRuns(admin))[0]).toMatchObject({ found, processed: found, failed: 0, failures: [] });
});

test("a run that fails as a whole says why, and the next one succeeds", async () => {
  const { client: admin } = await signInAdministrator();
  await sandbox.addFault({ service: "stripe", path: "/v1/events", kind: "status", value: 500, times: 1000 });
  (await admin.call(startSubscriptionStatusTask)).reply();
  const failedRun = await waitForEnd(admin);
  expect(failedRun).toMatchObject({ status: "failed", error: "payments: listUndelivered failed (500)" });
  // The result of the task's own call decides whether the integration counts as reachable.
  const readOverview = async () => (await admin.fetch("/admin/integrations")).text();
  await expect.poll(readOverview).toContain("Not reachable");
  expect(await readOverview()).toContain("payments: listUndelivered failed");
  const previousSuccess = failedRun.last_success_at ?? "";
  expect(Date.parse(previousSuccess)).toBeLessThan(Date.parse(failedRun.finished_at ?? ""));
  await sandbox.clearFaults();
  expect((await admin.fetch(`${taskPath}/start`, { method: "POST" })).headers.get("location")).toBe(taskPath);
  expect(await readWords(admin, taskPath)).toContain("The task was started.");
  const done = await waitForEnd(admin);
  expect(done).toMatchObject({ status: "completed", error: null });
  expect(Date.parse(done.last_success_at ?? "")).toBeGreaterThan(Date.parse(previousSuccess));
  await expect.poll(readOverview).not.toContain("Not reachable");
});
