import { until } from "../../sandbox/process/deadline.ts";
import { query } from "./database.ts";
import { sandbox } from "./sandbox.ts";

/** Runs a job for tests that share a shop: a run of another test that is under way may have read before, so it is no answer. */
export async function runSharedJob(job: string): Promise<void> {
  const newest = async () => {
    const [run] = await query<{ fence: number; status: string }>("select fence, status from tasks where name = $1", [
      job,
    ]);
    return run ?? { fence: 0, status: "completed" };
  };
  const { fence } = await newest();
  const hasRun = await until(20_000, async () => {
    await sandbox.runJob(job);
    const run = await newest();
    return run.fence > fence && run.status !== "processing";
  });
  if (!hasRun) throw new Error(`another run of ${job} did not end`);
}
