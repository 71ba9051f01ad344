import * as z from "zod/mini";
import { taskStatuses, taskTriggers } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { listedTask, taskRun } from "../../entities/task.ts";
import { describe, freeText, opaqueText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: workers" } as const;
const name = () => freeText(64, "Task name from the list of tasks");

export const listTasks = endpoint({
  ...callDefaults,
  access: "integrations:read",
  method: "GET",
  path: "/v1/admin/tasks",
  status: 200,
  reply: listReply(listedTask),
  errors: [],
  summary: "List the tasks with their last runs",
});

export const listTaskRuns = endpoint({
  ...callDefaults,
  access: "integrations:read",
  method: "GET",
  path: "/v1/admin/tasks/{name}/runs",
  params: z.object({ name: name() }),
  query: z.object({
    status: z.optional(z.enum(taskStatuses)),
    trigger: z.optional(z.enum(taskTriggers)),
    ...listQuery(["started_at", "found", "failed"]),
  }),
  status: 200,
  reply: listReply(taskRun),
  errors: ["TASK_NOT_FOUND"],
  summary: "List the runs of a task",
});

export const retryTaskRecord = endpoint({
  ...callDefaults,
  access: "integrations:act",
  method: "POST",
  path: "/v1/admin/tasks/{name}/runs/{id}/retry",
  params: z.object({ name: name(), id: uuid() }),
  body: z.object({
    record_id: opaqueText(256, "Record ID from the run's failures"),
  }),
  status: 200,
  reply: reply({
    processed: describe(z.int(), "Processed records of the run"),
    failed: describe(z.int(), "Failed records of the run"),
  }),
  errors: ["TASK_NOT_FOUND", "TASK_RECORD_NOT_FOUND", "TASK_RETRY_FAILED"],
  summary: "Retry a failed record of a run",
  description: "422 TASK_RETRY_FAILED if it fails again; the run's failures then contain the reason and time.",
});
