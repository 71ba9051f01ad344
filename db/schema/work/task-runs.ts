import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { taskStatuses, taskTriggers } from "../../enums.ts";

/** The history of the tasks. Of each at most one run is under way. */
export const taskRuns = pgTable(
  "task_runs",
  {
    id: id(),
    task: text().notNull(),
    trigger: text({ enum: taskTriggers }).notNull(),
    /** The person who started it; null where the schedule did. */
    started_by: uuid(),
    status: text({ enum: taskStatuses }).notNull().default("processing"),
    started_at: createdAt(),
    finished_at: instant(),
    found: integer().notNull().default(0),
    processed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** How many records there will be: as many as the last whole run saw, until the task knows better. */
    expected: integer(),
    /** Why the run as a whole failed. */
    error: text(),
  },
  (table) => [
    uniqueIndex("task_runs_under_way")
      .on(table.task)
      .where(sql`${table.status} = 'processing'`),
    index("task_runs_of_task").on(table.task, table.started_at, table.id),
  ],
);

/** Records that a run could not do, each with its reason. */
export const taskFailures = pgTable(
  "task_failures",
  {
    run_id: uuid()
      .notNull()
      .references(() => taskRuns.id, { onDelete: "cascade" }),
    record_id: text().notNull(),
    reason: text().notNull(),
    at: createdAt(),
    /** When it was done after all. */
    retried_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.record_id] })],
);
