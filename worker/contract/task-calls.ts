import type { TaskName } from "../../db/enums.ts";
import { endpoint, reply } from "./endpoint.ts";
import { notRunning, taskShape } from "./entities/task.ts";

type TaskCall = { path: string; tag: string; summary: string };

/** The call that reads the last run of a task; exported as `get...Task`. */
export const getTaskCall = (name: TaskName, { path, tag, summary }: TaskCall) =>
  endpoint({
    access: "manage_shop",
    method: "GET",
    status: 200,
    reply: reply(taskShape),
    errors: [notRunning[name]],
    path,
    tag,
    summary,
    description: `422 ${notRunning[name]} when it never ran.`,
  });

/** The call that starts a task or returns the running one; exported as `start...Task`. */
export const startTaskCall = (name: TaskName, { path, tag, summary }: TaskCall) =>
  endpoint({
    access: "manage_shop",
    method: "POST",
    status: 200,
    reply: reply(taskShape),
    errors: [notRunning[name]],
    path,
    tag,
    summary,
    description: `Answers at once: the work is done in the background, and a run that is under way is answered in place of a second one. 422 ${notRunning[name]} where this shop cannot run it.`,
  });
