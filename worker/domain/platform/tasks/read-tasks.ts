import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { listedTask, taskRun, taskShape } from "../../../contract/entities/task.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import { isTaskName, type TaskName, taskNames, tasks } from "../../../contract/tasks.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, singlePage, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { iso, one, many, texts } from "../../sql.ts";
import { unavailability } from "./handlers.ts";

const taskRow = () => z.object(taskShape);
export type Task = z.output<ReturnType<typeof taskRow>>;
export type ListedTask = z.output<typeof listedTask>;
export type TaskRun = z.output<typeof taskRun>;

export function requireTaskName(name: string): TaskName {
  if (!isTaskName(name)) throw notFound("TASK_NOT_FOUND");
  return name;
}

/** The last run of a task (O-089). @throws SYNC_<TASK>_NOT_RUNNING if it never ran */
export const getTask = (ctx: ReadCtx, name: TaskName): Promise<Task> =>
  one(
    ctx,
    taskRow,
    sql`
    select
      r.status,
      ${iso("r.started_at")} as started_at,
      ${iso("r.finished_at")} as finished_at,
      ${iso("t.last_success_at")} as last_success_at,
      r.found,
      r.processed,
      r.error
    from tasks t
      join task_runs r on r.id = t.run_id
    where t.name = ${name}`,
    () => unprocessable(tasks[name].not_running),
  );

export async function listTasks(ctx: ReadCtx): Promise<Page<ListedTask>> {
  const rows = await many(
    ctx,
    () => z.omit(listedTask, { unavailable: true }),
    sql`
    select
      n.name,
      r.status,
      ${iso("r.started_at")} as started_at,
      ${iso("r.finished_at")} as finished_at,
      ${iso("t.last_success_at")} as last_success_at,
      coalesce(r.found, 0) as found,
      coalesce(r.processed, 0) as processed,
      coalesce(r.failed, 0) as failed,
      r.expected,
      r.error
    from unnest(${texts(taskNames)}) with ordinality as n (name, place)
      left join tasks t on t.name = n.name
      left join task_runs r on r.id = t.run_id
    order by n.place`,
  );
  return singlePage(
    await Promise.all(rows.map(async (row) => ({ ...row, unavailable: await unavailability(ctx, row.name) }))),
  );
}

const failuresMax = 1000;
const failures = sql`coalesce((
  select json_agg(shown) from (
    select f.record_id, f.reason, ${iso("f.at")} as at, (
      select coalesce(i.stripe_invoice_no, o.order_number)
      from invoices i
        left join orders o on i.reference_type = 'order' and o.id = i.reference_id
      where i.id = case when f.record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then f.record_id::uuid end
    ) as record_name
    from task_failures f
    where f.run_id = r.id and f.retried_at is null
    order by f.at desc, f.record_id limit ${failuresMax}
  ) shown
), '[]')`;

const starter = sql`(
  select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
  from users u where u.id = r.started_by
)`;

const runColumns = selectFields(taskRun.shape, "r", { started_by: starter, failures });

type RunFilter = { status?: string | undefined; trigger?: string | undefined };

export async function listTaskRuns(ctx: ReadCtx, name: string, query: ListQuery & RunFilter): Promise<Page<TaskRun>> {
  const taskName = requireTaskName(name);
  return readPage(ctx, query, {
    shape: () => taskRun,
    columns: runColumns,
    from: sql`task_runs r`,
    where: [
      sql`r.task = ${taskName}`,
      query.status && sql`r.status = ${query.status}`,
      query.trigger && sql`r.trigger = ${query.trigger}`,
    ],
    text: sql`coalesce(r.error, '')`,
    alias: "r",
  });
}
