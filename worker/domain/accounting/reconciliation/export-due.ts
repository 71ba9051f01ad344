import { type SQL, sql } from "drizzle-orm";

/**
 * A booking must have reached accounting once an export that started after it has completed, or an hour has passed.
 * Before that, a missing record is no discrepancy.
 */
export const isDueForExport = (bookedAt: SQL): SQL => sql`(
  ${bookedAt} < now() - interval '1 hour'
  or exists (
    select 1
    from task_runs t
    where t.task = 'invoices' and t.status = 'completed' and t.started_at > ${bookedAt}
  )
)`;
