import { type SQL, sql } from "drizzle-orm";
import { unprocessable } from "../../../contract/errors.ts";
import { type TaskName, tasks } from "../../../contract/tasks.ts";
import { audited } from "../audit/audited.ts";
import type { Ctx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { unavailability } from "./handlers.ts";
import { getTask, type Task } from "./read-tasks.ts";

const isResumed = sql`t.status = 'failed' and t.cursor is not null and t.finished_at > now() - interval '1 day'`;

/**
 * Starts a task or returns its current run (O-089); the queue does the work. A run after a failure within the last day
 * resumes at its cursor. @throws SYNC_<TASK>_NOT_RUNNING if this shop cannot run the task
 */
export async function startTask(ctx: Ctx, name: TaskName): Promise<Task> {
  if ((await unavailability(ctx, name)) !== null) throw unprocessable(tasks[name].not_running);
  if (await beginRun(ctx, name, "manual")) ctx.wakeWorkers();
  return getTask(ctx, name);
}

/** Returns whether this call created the run; of concurrent calls only one does. */
export function beginRun(ctx: Ctx, name: TaskName, trigger: "schedule" | "manual"): Promise<boolean> {
  const starter = ctx.actor.kind === "user" ? ctx.actor.user_id : null;
  return exists(
    ctx,
    sql`
    with started as (
      insert into task_runs (task, trigger, started_by, expected)
      values (${name}, ${trigger}, ${starter}::uuid, ${lastFoundCount(name)})
      on conflict (task) where status = 'processing' do nothing
      returning id, task, started_at, null::uuid as org_id
    ),
    state as (
      insert into tasks as t (name, status, started_at, run_id, pass_id)
      select task, 'processing', started_at, id, id from started
      on conflict (name) do update set
        status = 'processing',
        started_at = excluded.started_at,
        finished_at = null,
        error = null,
        takeovers = 0,
        run_id = excluded.run_id,
        pass_id = case when ${isResumed} then t.pass_id else excluded.pass_id end,
        cursor = case when ${isResumed} then t.cursor end
    ),
    ${audited(ctx, "startTask", "task", "started", { subject_id: sql`${name}`, where: sql`${trigger} = 'manual'` })}
    select 1 from started`,
  );
}

const lastFoundCount = (name: TaskName): SQL => sql`(
  select found from task_runs where task = ${name} and status = 'completed' order by started_at desc limit 1
)`;
