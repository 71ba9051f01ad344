import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { many } from "../../sql.ts";
import type { JobCounts } from "./run-exclusively.ts";

export async function deleteOldTaskRuns(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    delete from task_runs r
    where r.finished_at < now() - interval '90 days' and not exists (select 1 from tasks t where t.run_id = r.id)
    returning r.id`,
  );
  return { found: rows.length, processed: rows.length };
}
