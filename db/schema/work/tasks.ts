import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { taskStatuses } from "../../enums.ts";

/**
 * One row for each scheduled job and each task: a lease with a fence, so that two runners never work at once, and how the
 * last run went. What a run of a task saw and did stands in `task_runs`.
 */
export const tasks = pgTable("tasks", {
  name: text().primaryKey(),
  status: text({ enum: taskStatuses }).notNull().default("completed"),
  lease_until: instant()
    .notNull()
    .default(sql`now()`),
  fence: integer().notNull().default(0),
  /** Where the next page of a task begins; null at the beginning. */
  cursor: jsonb().$type<unknown>(),
  found: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  error: text(),
  started_at: instant(),
  finished_at: instant(),
  last_success_at: instant(),
  /** How many runners have taken the task since a page was written last. */
  takeovers: integer().notNull().default(0),
  /** The last run of a task. */
  run_id: uuid(),
  /** The run in which the pass began whose cursor this is: after a failed run the next one goes on with it. */
  pass_id: uuid(),
});
