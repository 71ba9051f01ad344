import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listTaskRuns } from "../../worker/contract/v1/admin/tasks.ts";
import { getSubscriptionStatusTask, startSubscriptionStatusTask } from "../../worker/contract/v1/admin/workers.ts";
import { actorsOn } from "../support/actors.ts";
import { type FaultApp, startFaultApp } from "./fault-app.ts";
import { isWhole } from "../support/by-night.ts";

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
  // The payment provider of this app does not have the demo data's plans, so runs must not ask for them.
  await app.shop.query("update subscriptions set stripe_id = null where stripe_id like 'sub_seed_%'");
});
afterEach(() => app.shop.sandbox.clearFaults());
afterAll(() => app?.stop());

const recordCount = 40;
const name = "subscription-status";
const signInAdmin = async () => (await actorsOn({ ...app.shop, url: app.worker.url }).signedInAdmin()).client;

/** Creates invoices that a run reads one by one, each with its own payment. */
async function createInvoices(): Promise<void> {
  const { id } = await app.shop.factories.createOrganization();
  await app.shop.query(
    `insert into invoices (reference_id, reference_type, org_id, amount, stripe_payment_id)
     select gen_random_uuid(), 'order', $1, 100, 'pi_of_' || n from generate_series(1, ${recordCount}) n`,
    [id],
  );
}

async function countReads(): Promise<number[]> {
  const calls = await app.shop.sandbox.callsTo("stripe");
  const paths = calls.flatMap(({ path }) => /payment_intents\/(pi_of_\d+)$/.exec(path)?.[1] ?? []);
  return [...new Set(paths)].map((each) => paths.filter((path) => path === each).length);
}

const readProcessed = async () => {
  const [row] = await app.shop.query<{ processed: number }>("select processed from task_runs where task = $1", [name]);
  return row?.processed ?? 0;
};

test("a runner that is killed in the middle is taken over at the next tick, which goes on at the cursor", async () => {
  const client = await signInAdmin();
  await app.shop.sandbox.runJob(name);
  const [{ found: usualCount } = { found: 0 }] = await app.shop.query<{ found: number }>(
    "delete from task_runs returning found",
  );
  await createInvoices();
  const delay = { service: "stripe", path: "pi_of_", kind: "delay", value: 150, times: 1000 } as const;
  await app.shop.sandbox.addFault(delay);
  (await client.call(startSubscriptionStatusTask)).reply();
  await expect.poll(readProcessed, { interval: 50 }).toBeGreaterThanOrEqual(10);
  await app.killWorker();
  const processedBefore = await readProcessed();
  expect(processedBefore).toBeLessThan(usualCount + recordCount);
  await app.shop.sandbox.clearFaults();
  await app.startWorker();

  // The killed worker's lease is respected until it ends.
  await app.shop.sandbox.runJob("continue-tasks");
  expect(await readProcessed()).toBe(processedBefore);
  await app.passAMinute();
  await Promise.all([1, 2, 3].map(() => app.shop.sandbox.runJob("continue-tasks")));
  const newClient = await signInAdmin();
  await expect.poll(async () => (await newClient.call(getSubscriptionStatusTask)).reply().status).toBe("completed");
  const runs = (await newClient.call(listTaskRuns, { params: { name } })).reply().data;
  expect(runs).toMatchObject([
    { status: "completed", found: usualCount + recordCount, processed: usualCount + recordCount, failed: 0 },
  ]);
  const counts = await countReads();
  expect(counts).toHaveLength(recordCount);
  // At most the batch during which the worker was killed was processed twice.
  expect(counts.filter((count) => count === 1).length).toBeGreaterThanOrEqual(recordCount - 10);
});

test.runIf(isWhole)(
  "long work is done by several invocations one after the other, none of which runs longer than 20 s",
  async () => {
    await app.shop.query("delete from invoices where stripe_payment_id like 'pi_of_%'");
    const client = await signInAdmin();
    await createInvoices();
    await app.shop.sandbox.addFault({ service: "stripe", path: "pi_of_", kind: "delay", value: 400, times: 1000 });
    // Each invocation takes the task with a new fencing token.
    const takeoverTimes = new Map<number, number>();
    const [{ fence: formerFence } = { fence: 0 }] = await app.shop.query<{ fence: number }>(
      "select fence from tasks where name = $1",
      [name],
    );
    (await client.call(startSubscriptionStatusTask)).reply();
    const isDone = async () => {
      const [row] = await app.shop.query<{ status: string; fence: number }>(
        "select status, fence from tasks where name = $1",
        [name],
      );
      if (row && row.fence !== formerFence && !takeoverTimes.has(row.fence))
        takeoverTimes.set(row.fence, performance.now());
      return row?.status === "completed";
    };
    await expect.poll(isDone, { timeout: 60_000, interval: 100 }).toBe(true);
    const times = [...takeoverTimes.values(), performance.now()];
    const durations = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(durations.length).toBeGreaterThan(1);
    expect(Math.max(...durations)).toBeLessThan(20_000);
  },
);

test("a run of a task that this release does not know is left alone", async () => {
  await app.shop.query("delete from task_runs where task = 'of-the-next-release'");
  await app.shop.query("delete from tasks where name = 'of-the-next-release'");
  await app.shop.query(
    `with run as (insert into task_runs (task, trigger) values ('of-the-next-release', 'schedule') returning id)
     insert into tasks (name, status, run_id, pass_id) select 'of-the-next-release', 'processing', id, id from run`,
  );
  // Runs all jobs that are due at half past the hour.
  await app.worker.scheduled("* * * * *", new Date("2026-11-22T12:30:00Z"));
  const rows = await app.shop.query(
    `select r.status, t.fence from task_runs r join tasks t on t.run_id = r.id where r.task = 'of-the-next-release'`,
  );
  expect(rows).toEqual([{ status: "processing", fence: 0 }]);
});

test("a page that no runner comes back from ends its run and says so, in place of being tried for ever", async () => {
  await app.shop.query(
    `with run as (insert into task_runs (task, trigger) values ($1, 'schedule') returning id)
     insert into tasks (name, status, run_id, pass_id, takeovers) select $1, 'processing', id, id, 5 from run
     on conflict (name) do update set
       status = 'processing', run_id = excluded.run_id, pass_id = excluded.pass_id, takeovers = 5, lease_until = now()`,
    [name],
  );
  await app.shop.sandbox.runJob("continue-tasks");
  const taskStatus = (await (await signInAdmin()).call(getSubscriptionStatusTask)).reply();
  expect(taskStatus).toMatchObject({ status: "failed", error: "The same batch ended several workers." });
});
