import { type TaskName, taskNames } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** One page of a task: what was seen, what is done, what failed with its reason; `cursor` null when the run is complete. */
export type TaskPage = {
  cursor: JsonValue | null;
  found: number;
  processed: number;
  failures: { record_id: string; reason: string }[];
  /** How many records the whole run will see, where the task knows it. */
  expected?: number;
};

export type TaskHandler = {
  /**
   * Does the next page, in a second or so and never more than 10 s. `cursor` is null at the beginning. A killed runner's
   * page is repeated with the same cursor: it must be safe to do twice. `run_id` names the pass: the run that began at the
   * beginning, also where a later run goes on after that one failed. What it throws ends the run as failed; the next run
   * goes on at the cursor, for a day.
   */
  page: (ctx: Ctx, cursor: JsonValue | null, run: { run_id: string }) => Promise<TaskPage>;
  /** Does one failed record again; throws what was wrong. */
  retry?: (ctx: Ctx, recordId: string) => Promise<void>;
  /** Why this shop cannot run it, as a sentence; undefined where it can. */
  unavailable?: (ctx: Ctx) => string | undefined;
};
export type TaskHandlers = Partial<Record<TaskName, TaskHandler>>;

let load = async (): Promise<TaskHandlers> => ({});

/** Told once, before anything runs, because the handlers' rooms stand to the right of this one (`worker/task-handlers.ts`). */
export const provideHandlers = (loadHandlers: () => Promise<TaskHandlers>): void => {
  load = loadHandlers;
};

export const findHandler = async (name: TaskName): Promise<TaskHandler | undefined> => (await load())[name];

/** The tasks that this release can run; runs of others are left to the release that can. */
export async function knownTasks(): Promise<TaskName[]> {
  const known = await load();
  return taskNames.filter((name) => known[name] !== undefined);
}

/** Why a task cannot run here; null where it can. */
export async function unavailability(ctx: Ctx, name: TaskName): Promise<string | null> {
  const handler = await findHandler(name);
  if (!handler) return "This release does not have it.";
  return handler.unavailable?.(ctx) ?? null;
}
