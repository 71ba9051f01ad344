import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../columns.ts";
import { taskStatuses } from "../../enums.ts";

/** One row per scheduled job: a lease with a fence, so that two runners never work at once. */
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
});
