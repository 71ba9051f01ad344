import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { taskStatuses } from "../../enums.ts";

/**
 * A lease with a fencing token, so that two workers never run a job at once, and the result of the last run. Details of
 * task runs are in `task_runs`.
 */
export const tasks = pgTable("tasks", {
  name: text().primaryKey(),
  status: text({ enum: taskStatuses }).notNull().default("completed"),
  lease_until: instant()
    .notNull()
    .default(sql`now()`),
  fence: integer().notNull().default(0),
  cursor: jsonb().$type<unknown>(),
  found: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  error: text(),
  started_at: instant(),
  finished_at: instant(),
  last_success_at: instant(),
  /** Takeovers by other workers since the last saved batch. */
  takeovers: integer().notNull().default(0),
  run_id: uuid(),
  /** The run that started at the first record. A run after a failed one continues at the cursor and keeps this id. */
  pass_id: uuid(),
});
