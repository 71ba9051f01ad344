import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { taskStatuses } from "../../enums.ts";

/**
 * One row per scheduled job and task: a lease with a fencing token, so that two workers never run it at once, and the
 * result of the last run. Details of task runs are in `task_runs`.
 */
export const tasks = pgTable("tasks", {
  name: text().primaryKey(),
  status: text({ enum: taskStatuses }).notNull().default("completed"),
  lease_until: instant()
    .notNull()
    .default(sql`now()`),
  fence: integer().notNull().default(0),
  /** Cursor of the next batch; null at the start. */
  cursor: jsonb().$type<unknown>(),
  found: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  error: text(),
  started_at: instant(),
  finished_at: instant(),
  last_success_at: instant(),
  /** Number of takeovers by other workers since the last saved batch. */
  takeovers: integer().notNull().default(0),
  /** Last run of the task. */
  run_id: uuid(),
  /** Run that started the pass of this cursor: after a failed run the next one continues it. */
  pass_id: uuid(),
});
