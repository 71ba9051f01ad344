import type { TaskName } from "../../../contract/tasks.ts";
import type { Ctx, ReadCtx } from "../../context.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Result of one batch of a task; `cursor` is null when the run is complete. */
export type TaskPage = {
  cursor: JsonValue | null;
  found: number;
  processed: number;
  failures: { record_id: string; reason: string }[];
  expected?: number;
};

export type TaskHandler = {
  /**
   * Processes the next batch, in a few seconds and never more than 10 s. `cursor` is null at the start. The batch of an
   * interrupted worker is repeated with the same cursor and must be idempotent. A thrown error fails the run; the next
   * run within a day resumes at the cursor, and `run_id` stays that of the first run.
   */
  page: (ctx: Ctx, cursor: JsonValue | null, run: { run_id: string }) => Promise<TaskPage>;
  /** Retries one failed record; throws the reason of a failure. */
  retry?: (ctx: Ctx, recordId: string) => Promise<void>;
  /** Why this shop cannot run the task, as a message; undefined if it can. */
  unavailable?: (ctx: ReadCtx) => string | undefined;
};
export type TaskHandlers = Record<TaskName, TaskHandler>;

let load = async (): Promise<TaskHandlers> => {
  throw new Error("provideHandlers was not called");
};

/**
 * Set once at start-up, because the handlers belong to modules that platform may not import
 * (`worker/task-handlers.ts`).
 */
export const provideHandlers = (loadHandlers: () => Promise<TaskHandlers>): void => {
  load = loadHandlers;
};

export const loadHandler = async (name: TaskName): Promise<TaskHandler> => (await load())[name];

export const unavailability = async (ctx: ReadCtx, name: TaskName): Promise<string | null> =>
  (await loadHandler(name)).unavailable?.(ctx) ?? null;
