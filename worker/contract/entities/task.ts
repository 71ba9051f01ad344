import * as z from "zod/mini";
import { type TaskName, taskNames, taskStatuses, taskTriggers } from "../../../db/enums.ts";
import type { Errcode } from "../errors.ts";
import { described, instant } from "../fields.ts";

const counts = {
  found: described(z.int(), "Records that the run has seen"),
  processed: described(z.int(), "Those of them that are done; the others failed"),
};
const error = described(z.nullable(z.string()), "Why the run as a whole failed; null where it did not");
const lastSuccess = described(z.nullable(instant()), "When the last whole run ended");

/** The last run of a task. */
export const taskShape = {
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  last_success_at: lastSuccess,
  ...counts,
  error,
};

/** A task in the list of all: one that never ran has no state. */
export const listedTask = z.object({
  name: z.enum(taskNames),
  status: described(z.nullable(z.enum(taskStatuses)), "Null where it never ran"),
  started_at: z.nullable(instant()),
  finished_at: z.nullable(instant()),
  last_success_at: lastSuccess,
  ...counts,
  failed: described(z.int(), "Records of the last run that failed and were not done since"),
  expected: described(z.nullable(z.int()), "How many records there will be, as far as anybody knows"),
  error,
  unavailable: described(z.nullable(z.string()), "Why it cannot run in this shop; null where it can"),
});

export const taskFailure = z.object({
  record_id: described(z.string(), "The record as its own system names it"),
  reason: z.string(),
  at: instant(),
});

export const taskRun = z.object({
  id: z.string(),
  task: z.enum(taskNames),
  trigger: described(z.enum(taskTriggers), "Whether a person started it"),
  started_by: described(
    z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() })),
    "The person who did; null where the schedule started it",
  ),
  status: z.enum(taskStatuses),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  ...counts,
  failed: described(z.int(), "Records that failed and were not done since"),
  error,
  failures: described(z.array(taskFailure), "Records that failed and were not done since, at most the 1,000 newest"),
});

/** What the calls of a task answer when it never ran, or cannot run here (O-089). */
export const notRunning: Record<TaskName, Errcode<"unprocessable">> = {
  organizations: "SYNC_ORGANIZATIONS_NOT_RUNNING",
  products: "SYNC_PRODUCTS_NOT_RUNNING",
  invoices: "SYNC_INVOICES_NOT_RUNNING",
  "tracking-number": "SYNC_TRACKING_NUMBER_NOT_RUNNING",
  "flowpoint-versions": "SYNC_FLOWPOINT_VERSIONS_NOT_RUNNING",
  "plugins-builds": "SYNC_PLUGINS_BUILDS_NOT_RUNNING",
  "subscription-status": "SYNC_SUBSCRIPTION_STATUS_NOT_RUNNING",
  shipping: "SYNC_SHIPPING_NOT_RUNNING",
  books: "SYNC_BOOKS_NOT_RUNNING",
};
