import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isUnavailable } from "../../../../db/errors.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../audit/audited.ts";
import type { Ctx } from "../../context.ts";
import { one } from "../../sql.ts";
import { loadHandler } from "./handlers.ts";
import { requireTaskName } from "./read-tasks.ts";
import { toStack, toReason } from "./to-reason.ts";

type FailedRecord = { name: string; id: string; record_id: string };
const countsRow = () => z.object({ processed: z.int(), failed: z.int() });
export type RetriedCounts = z.output<ReturnType<typeof countsRow>>;

/** On success, the run counts the record as processed instead of failed. Idempotent. */
export async function retryTaskRecord(ctx: Ctx, input: FailedRecord): Promise<RetriedCounts> {
  const name = requireTaskName(input.name);
  const { id, record_id } = input;
  const failure = await one(
    ctx,
    () => z.object({ is_done: z.boolean() }),
    sql`
    select f.retried_at is not null as is_done
    from task_failures f
      join task_runs r on r.id = f.run_id
    where r.id = ${id} and r.task = ${name} and f.record_id = ${record_id}`,
    () => notFound("TASK_RECORD_NOT_FOUND"),
  );
  if (!failure.is_done) await retry(ctx, { name, id, record_id });
  return one(ctx, countsRow, sql`select processed, failed from task_runs where id = ${id}`, () =>
    notFound("TASK_RECORD_NOT_FOUND"),
  );
}

async function retry(ctx: Ctx, { name, id, record_id }: FailedRecord): Promise<void> {
  const handler = await loadHandler(requireTaskName(name));
  try {
    if (!handler.retry) throw unprocessable("TASK_RETRY_FAILED");
    await handler.retry(ctx, record_id);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const reason = toReason(error);
    ctx.log({ level: "warn", event: "task", task: name, run_id: id, record_id, reason, ...toStack(error) });
    await ctx.db.execute(sql`
      update task_failures set reason = ${reason}, at = now()
      where run_id = ${id} and record_id = ${record_id} and retried_at is null`);
    throw unprocessable("TASK_RETRY_FAILED");
  }
  await ctx.db.execute(sql`
    with done as (
      update task_failures set retried_at = now()
      where run_id = ${id} and record_id = ${record_id} and retried_at is null
      returning run_id as id, null::uuid as org_id
    ),
    ${audited(ctx, "retryTaskRecord", "task_run", "done", { data: { task: name, record_id } })}
    update task_runs r set processed = processed + 1, failed = failed - 1 from done where r.id = done.id`);
}
