import { endpoint, reply } from "./endpoint.ts";
import { taskShape } from "./entities/task.ts";
import { type TaskName, tasks } from "./tasks.ts";

type TaskCall = { path: string; tag: string; summary: string };

export const getTaskCall = (name: TaskName, { path, tag, summary }: TaskCall) =>
  endpoint({
    access: "integrations:read",
    method: "GET",
    status: 200,
    reply: reply(taskShape),
    errors: [tasks[name].not_running],
    path,
    tag,
    summary,
    description: `422 ${tasks[name].not_running} if it never ran.`,
  });

export const startTaskCall = (name: TaskName, { path, tag, summary }: TaskCall) =>
  endpoint({
    access: "integrations:act",
    method: "POST",
    status: 200,
    reply: reply(taskShape),
    errors: [tasks[name].not_running],
    path,
    tag,
    summary,
    description: `Replies at once and runs in the background. Returns the current run if there is one. 422 ${tasks[name].not_running} if this shop cannot run it.`,
  });
