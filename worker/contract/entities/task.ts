import * as z from "zod/mini";
import { taskStatuses, taskTriggers } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { taskNames } from "../tasks.ts";

const counts = {
  found: describe(z.int(), "Records read by the run"),
  processed: describe(z.int(), "Records processed; the others failed"),
};
const error = describe(z.nullable(z.string()), "Error that stopped the run; null: none");
const lastSuccess = describe(z.nullable(instant()), "End of the last complete run");

export const taskShape = {
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  last_success_at: lastSuccess,
  ...counts,
  error,
};

export const listedTask = z.object({
  name: z.enum(taskNames),
  status: describe(z.nullable(z.enum(taskStatuses)), "Null: never ran"),
  started_at: z.nullable(instant()),
  finished_at: z.nullable(instant()),
  last_success_at: lastSuccess,
  ...counts,
  failed: describe(z.int(), "Failed records of the last run that have not succeeded since"),
  expected: describe(z.nullable(z.int()), "Expected number of records, if known"),
  error,
  unavailable: describe(z.nullable(z.string()), "Reason why it cannot run in this shop; null: it can"),
});

export const taskFailure = z.object({
  record_id: describe(z.string(), "Record ID in its own system"),
  record_name: describe(z.nullable(z.string()), "Number of the invoice or its order; null: not an invoice"),
  reason: z.string(),
  at: instant(),
});

export const taskRun = z.object({
  id: z.string(),
  task: z.enum(taskNames),
  trigger: describe(z.enum(taskTriggers), "Whether a user started it"),
  started_by: describe(
    z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
    "User who started it; null: the schedule",
  ),
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  ...counts,
  failed: describe(z.int(), "Failed records that have not succeeded since"),
  error,
  failures: describe(z.array(taskFailure), "Failed records that have not succeeded since, at most the 1,000 newest"),
});
