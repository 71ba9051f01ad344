import { type SQL, sql } from "drizzle-orm";

/**
 * Whether what was booked at that instant should stand in accounting by now: an export ended well since, or an hour has
 * passed. Until then it is on its way, and no difference.
 */
export const dueForExport = (bookedAt: SQL): SQL => sql`(
  ${bookedAt} < now() - interval '1 hour'
  or exists (
    select 1
    from task_runs t
    where t.task = 'invoices' and t.status = 'completed' and t.started_at > ${bookedAt}
  )
)`;
