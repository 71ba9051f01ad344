import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";
import { taskStatuses, taskTriggers } from "../../enums.ts";

export const taskRuns = pgTable(
  "task_runs",
  {
    id: id(),
    task: text().notNull(),
    trigger: text({ enum: taskTriggers }).notNull(),
    started_by: uuid(),
    status: text({ enum: taskStatuses }).notNull().default("processing"),
    started_at: createdAt(),
    finished_at: instant(),
    found: integer().notNull().default(0),
    processed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Expected number of records: the task's own count, or until then the count of the last complete run. */
    expected: integer(),
    error: text(),
  },
  (table) => [
    uniqueIndex("task_runs_under_way")
      .on(table.task)
      .where(sql`${table.status} = 'processing'`),
    index("task_runs_of_task").on(table.task, table.started_at, table.id),
  ],
);

export const taskFailures = pgTable(
  "task_failures",
  {
    run_id: uuid()
      .notNull()
      .references(() => taskRuns.id, { onDelete: "cascade" }),
    record_id: text().notNull(),
    reason: text().notNull(),
    at: createdAt(),
    retried_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.record_id] })],
);
