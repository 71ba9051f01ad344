import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUnavailable } from "../../../../db/errors.ts";
import { type TaskName, taskNames } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, exists, type RowOf, many, texts } from "../../sql.ts";
import {
  findHandler,
  type JsonValue,
  knownTasks,
  type TaskHandler,
  type TaskPage,
  unavailability,
} from "./handlers.ts";
import { given, held, isFree, isHeldBy, nextFencingToken } from "./lease.ts";
import { scheduleQueueMessage } from "./schedule-queue-message.ts";
import type { JobCounts } from "./run-exclusively.ts";
import { beginRun } from "./start-task.ts";
import { CannotRun, reasonMax, stackOf, toReason } from "./to-reason.ts";

/** No page begins later than this in one invocation, and a page takes at most 10 s, so that none is over 20 s. */
const sliceMs = 8000;

/** After so many runners that did not come back from the same page it is the page that ends them. */
const takeoversMax = 5;

const underWay = () => z.object({ task: z.enum(taskNames) });

/** The scheduled run of a task: made unless one is under way, and done like every other. Nothing where this shop cannot run it. */
export async function runScheduledTask(ctx: Ctx, name: TaskName): Promise<JobCounts> {
  if ((await unavailability(ctx, name)) !== null) return { found: 0, processed: 0 };
  await beginRun(ctx, name, "schedule");
  return runSlices(ctx, [name]);
}

/**
 * Goes on with every run that nobody works on: one that was just started, one whose turn was over, one whose runner was
 * killed. Each page is written together with its cursor under the runner's fence, so that whoever takes over goes on there.
 * What is left after some seconds is another invocation's, which the queue wakes (ADR-039).
 */
export async function continueTasks(ctx: Ctx): Promise<JobCounts> {
  const names = await knownTasks();
  if (names.length === 0) return { found: 0, processed: 0 };
  const waiting = await many(
    ctx,
    underWay,
    sql`
    select r.task
    from task_runs r
      join tasks t on t.name = r.task
    where r.status = 'processing' and r.task = any(${texts(names)}) and ${isFree}`,
  );
  return runSlices(
    ctx,
    waiting.map(({ task }) => task),
  );
}

async function runSlices(ctx: Ctx, names: TaskName[]): Promise<JobCounts> {
  const claims = (await Promise.all(names.map((name) => claim(ctx, name)))).filter((each) => each !== undefined);
  if (claims.length === 0) return { found: 0, processed: 0 };
  // Whoever is killed is missed when the lease ends.
  await scheduleQueueMessage(ctx);
  const outcomes = await Promise.allSettled(claims.map((each) => runSlice(ctx, each)));
  const ended = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (ended.some(({ has_more }) => has_more)) ctx.wakeWorkers();
  for (const each of outcomes) if (each.status === "rejected") throw each.reason;
  return {
    found: ended.reduce((sum, { found }) => sum + found, 0),
    processed: ended.reduce((sum, { processed }) => sum + processed, 0),
  };
}

const claimed = () =>
  z.object({
    name: z.enum(taskNames),
    fence: z.int(),
    // What a handler gave as its cursor.
    cursor: z.custom<JsonValue>(),
    run_id: z.string(),
    pass_id: z.string(),
    takeovers: z.int(),
  });
type Claim = RowOf<typeof claimed>;

/** The run of this task that is under way, if nobody works on it. */
const claim = (ctx: Ctx, name: TaskName): Promise<Claim | undefined> =>
  maybeOne(
    ctx,
    claimed,
    sql`
    update tasks as t set lease_until = ${held}, fence = ${nextFencingToken}, takeovers = t.takeovers + 1
    where name = ${name} and ${isFree}
      and exists (select 1 from task_runs r where r.id = t.run_id and r.status = 'processing')
    returning name, fence, cursor, run_id, pass_id, takeovers`,
  );

type Slice = JobCounts & { has_more: boolean };

async function runSlice(ctx: Ctx, mine: Claim): Promise<Slice> {
  const endsAt = Date.now() + sliceMs;
  const slice: Slice = { found: 0, processed: 0, has_more: false };
  let { cursor } = mine;
  for (;;) {
    const page = await nextPage(ctx, mine, cursor);
    if (!page) return { ...slice, has_more: false };
    const isOver = Date.now() >= endsAt;
    const isStillMine = await record(ctx, mine, page, isOver);
    if (!isStillMine) return { ...slice, has_more: false };
    slice.found += page.found;
    slice.processed += page.processed;
    cursor = page.cursor;
    if (cursor === null || isOver) return { ...slice, has_more: cursor !== null };
  }
}

/** Undefined when the run has failed. Throws when the database is down: then the lease ends, and another one goes on. */
async function nextPage(ctx: Ctx, mine: Claim, cursor: JsonValue): Promise<TaskPage | undefined> {
  const { name, run_id, pass_id } = mine;
  try {
    const handler: TaskHandler | undefined = await findHandler(name);
    const reason = await unavailability(ctx, name);
    if (!handler || reason !== null) throw new CannotRun(reason ?? "");
    if (mine.takeovers > takeoversMax) throw new CannotRun("One runner after another was ended by the same page.");
    return await handler.page(ctx, cursor, { run_id: pass_id });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = toReason(error);
    ctx.log({ level: "error", event: "task", task: name, run_id, reason, ...stackOf(error) });
    await fail(ctx, mine, reason);
    return undefined;
  }
}

const jsonOf = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/** Writes a page with its cursor, in one statement; false when another runner has taken over. */
function record(ctx: Ctx, { name, fence }: Claim, page: TaskPage, isOver: boolean): Promise<boolean> {
  const { cursor, found, processed, failures, expected = null } = page;
  const isDone = cursor === null;
  const reasons = failures.map(({ record_id, reason }) => ({ record_id, reason: reason.slice(0, reasonMax) }));
  return exists(
    ctx,
    sql`
    with mine as (
      update tasks
      set
        lease_until = ${isDone || isOver ? given : held},
        takeovers = 0,
        cursor = ${isDone ? sql`null` : jsonOf(cursor)},
        status = ${isDone ? "completed" : "processing"},
        finished_at = case when ${isDone} then now() end,
        last_success_at = case when ${isDone} then now() else last_success_at end
      where ${isHeldBy(name, fence)}
      returning run_id
    ),
    failures as (
      insert into task_failures (run_id, record_id, reason)
      select distinct on (f.record_id) mine.run_id, f.record_id, f.reason
      from mine cross join jsonb_to_recordset(${jsonOf(reasons)}) as f(record_id text, reason text)
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
      from mine
      where r.id = mine.run_id
    )
    select 1 from mine`,
  );
}

/** Ends a run as failed and keeps its cursor, unless another runner has taken over. */
async function fail(ctx: Ctx, { name, fence }: Claim, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    with mine as (
      update tasks set lease_until = ${given}, status = 'failed', finished_at = now(), error = ${reason}
      where ${isHeldBy(name, fence)}
      returning run_id
    )
    update task_runs r set status = 'failed', finished_at = now(), error = ${reason}
    from mine
    where r.id = mine.run_id`);
}
