import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUnavailable } from "../../../../db/errors.ts";
import { type TaskName, taskNames } from "../../../contract/tasks.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, exists, type RowOf, many, texts } from "../../sql.ts";
import { isFree, isHeldBy, newLease, nextFencingToken, expiredLease } from "../work-queue/work-queue.ts";
import { type JsonValue, loadHandler, type TaskPage, unavailability } from "./handlers.ts";
import { scheduleQueueMessage } from "./schedule-queue-message.ts";
import { runConcurrently } from "./run-all.ts";
import { type JobCounts, sumCounts } from "./run-exclusively.ts";
import { beginRun } from "./start-task.ts";
import { CannotRunError, reasonMax, toStack, toReason } from "./to-reason.ts";

/**
 * Milliseconds of an invocation after which no batch starts; a batch takes at most 10 s, so an invocation ends within
 * 20 s.
 */
const sliceMs = 8000;

/** Workers that may die during the same batch; after that, the batch counts as the cause and its run fails. */
const takeoversMax = 5;

const unattendedRun = () => z.object({ task: z.enum(taskNames) });

export async function runScheduledTask(ctx: Ctx, name: TaskName): Promise<JobCounts> {
  if ((await unavailability(ctx, name)) !== null) return { found: 0, processed: 0 };
  await beginRun(ctx, name, "schedule");
  return runSlices(ctx, [name]);
}

/**
 * Continues every run without a worker: newly started, paused or interrupted. Tasks that only another release has are
 * left to that release. Each batch is committed together with its cursor under a fencing token, so that the next worker
 * resumes there. After `sliceMs`, the remaining batches are left to another invocation, started by a queue message
 * (ADR-039).
 */
export async function continueTasks(ctx: Ctx): Promise<JobCounts> {
  const waitingRuns = await many(
    ctx,
    unattendedRun,
    sql`
    select r.task
    from task_runs r
      join tasks t on t.name = r.task
    where r.status = 'processing' and r.task = any(${texts(taskNames)}) and ${isFree("t")}`,
  );
  return runSlices(
    ctx,
    waitingRuns.map(({ task }) => task),
  );
}

async function runSlices(ctx: Ctx, names: TaskName[]): Promise<JobCounts> {
  const claims = (await Promise.all(names.map((name) => claimTask(ctx, name)))).filter((each) => each !== undefined);
  if (claims.length === 0) return { found: 0, processed: 0 };
  // If this worker is interrupted, the message lets another one continue when the lease expires.
  await scheduleQueueMessage(ctx);
  const slices = claims.map(async (taskClaim) => {
    const { has_more, ...counts } = await runSlice(ctx, taskClaim);
    if (has_more) ctx.wakeWorkers();
    return counts;
  });
  return sumCounts(await runConcurrently(slices));
}

const claimRow = () =>
  z.object({
    name: z.enum(taskNames),
    fence: z.int(),
    cursor: z.custom<JsonValue>(),
    run_id: z.string(),
    pass_id: z.string(),
    takeovers: z.int(),
    started_by: z.nullable(z.string()),
  });
type Claim = RowOf<typeof claimRow>;

const claimTask = (ctx: Ctx, name: TaskName): Promise<Claim | undefined> =>
  maybeOne(
    ctx,
    claimRow,
    sql`
    update tasks as t set lease_until = ${newLease}, fence = ${nextFencingToken}, takeovers = t.takeovers + 1
    where name = ${name} and ${isFree("t")}
      and exists (select 1 from task_runs r where r.id = t.run_id and r.status = 'processing')
    returning name, fence, cursor, run_id, pass_id, takeovers,
      (select r.started_by from task_runs r where r.id = t.run_id) as started_by`,
  );

type Slice = JobCounts & { has_more: boolean };

async function runSlice(ctx: Ctx, taskClaim: Claim): Promise<Slice> {
  const endsAt = Date.now() + sliceMs;
  const slice: Slice = { found: 0, processed: 0, has_more: false };
  let { cursor } = taskClaim;
  for (;;) {
    const page = await runNextBatch(ctx, taskClaim, cursor);
    if (!page) return { ...slice, has_more: false };
    const isTimeUp = Date.now() >= endsAt;
    const isStillMine = await recordProgress(ctx, taskClaim, page, isTimeUp);
    if (!isStillMine) return { ...slice, has_more: false };
    slice.found += page.found;
    slice.processed += page.processed;
    cursor = page.cursor;
    if (cursor === null || isTimeUp) return { ...slice, has_more: cursor !== null };
  }
}

/**
 * Runs the next batch; undefined when the run has failed. @throws if the database is down: then the lease expires and
 * another worker continues
 */
async function runNextBatch(ctx: Ctx, taskClaim: Claim, cursor: JsonValue): Promise<TaskPage | undefined> {
  const { name, run_id, pass_id } = taskClaim;
  try {
    const handler = await loadHandler(name);
    const reason = await unavailability(ctx, name);
    if (reason !== null) throw new CannotRunError(reason);
    if (taskClaim.takeovers > takeoversMax) throw new CannotRunError("The same batch ended several workers.");
    const actor = { kind: "system", name, started_by: taskClaim.started_by ?? undefined } as const;
    return await handler.page({ ...ctx, actor }, cursor, { run_id: pass_id });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = toReason(error);
    ctx.log({ level: "error", event: "task", task: name, run_id, reason, ...toStack(error) });
    await failRun(ctx, taskClaim, reason);
    return undefined;
  }
}

const toJsonb = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/** Stores the progress of a run; false if another worker has taken it over. */
function recordProgress(ctx: Ctx, { name, fence }: Claim, page: TaskPage, isTimeUp: boolean): Promise<boolean> {
  const { cursor, found, processed, failures, expected = null } = page;
  const isDone = cursor === null;
  const reasons = failures.map(({ record_id, reason }) => ({ record_id, reason: reason.slice(0, reasonMax) }));
  return exists(
    ctx,
    sql`
    with claimed as (
      update tasks
      set
        lease_until = ${isDone || isTimeUp ? expiredLease : newLease},
        takeovers = 0,
        cursor = ${isDone ? sql`null` : toJsonb(cursor)},
        status = ${isDone ? "completed" : "processing"},
        finished_at = case when ${isDone} then now() end,
        last_success_at = case when ${isDone} then now() else last_success_at end
      where ${isHeldBy(name, fence)}
      returning run_id
    ),
    failures as (
      insert into task_failures (run_id, record_id, reason)
      select distinct on (f.record_id) claimed.run_id, f.record_id, f.reason
      from claimed cross join jsonb_to_recordset(${toJsonb(reasons)}) as f(record_id text, reason text)
      on conflict (run_id, record_id) do update set reason = excluded.reason, at = now(), retried_at = null
    ),
    run as (
      update task_runs r
      set
        found = found + ${found},
        processed = processed + ${processed},
        failed = failed + ${failures.length},
        expected = coalesce(${expected}::int, expected),
        status = ${isDone ? "completed" : "processing"},
        finished_at = case when ${isDone} then now() end
      from claimed
      where r.id = claimed.run_id
    )
    select 1 from claimed`,
  );
}

async function failRun(ctx: Ctx, { name, fence }: Claim, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    with claimed as (
      update tasks set lease_until = ${expiredLease}, status = 'failed', finished_at = now(), error = ${reason}
      where ${isHeldBy(name, fence)}
      returning run_id
    )
    update task_runs r set status = 'failed', finished_at = now(), error = ${reason}
    from claimed
    where r.id = claimed.run_id`);
}
