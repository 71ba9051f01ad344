import type { BuildInput } from "../../../sandbox/fakes/builds/state.ts";
import {
  getFlowpointVersionsTask,
  getPluginsBuildsTask,
  startFlowpointVersionsTask,
  startPluginsBuildsTask,
} from "../../../worker/contract/v1/admin/workers.ts";
import { listTaskRuns } from "../../../worker/contract/v1/admin/tasks.ts";
import { until } from "../../../sandbox/process/deadline.ts";
import type { Client } from "../client.ts";
import { patienceMs } from "../patience.ts";
import { sandboxAt } from "../sandbox.ts";

export const imports = {
  "flowpoint-versions": { get: getFlowpointVersionsTask, start: startFlowpointVersionsTask },
  "plugins-builds": { get: getPluginsBuildsTask, start: startPluginsBuildsTask },
} as const;
export type Import = keyof typeof imports;
type ReleasedBuild = { id: number; name: string; version: string; file: string; size: number; sha256: string };

export function registryAt(sandboxUrl: string, client: Client) {
  const { post, ...sandbox } = sandboxAt(sandboxUrl);
  const state = async (task: Import) => (await client.call(imports[task].get)).reply();
  /** Whether the import has ended; a busy machine answers some requests with 503. */
  const isOver = async (task: Import) => {
    const answer = await client.call(imports[task].get);
    return answer.status === 200 && answer.reply().status !== "processing";
  };
  const lastRun = async (task: Import) => {
    const runs = await client.call(listTaskRuns, { params: { name: task }, query: { limit: "1" } });
    const [run] = runs.reply().data;
    if (!run) throw new Error(`${task} never ran`);
    return run;
  };
  return {
    ...sandbox,
    async release(build: Partial<BuildInput> & Pick<BuildInput, "kind" | "name" | "version">): Promise<ReleasedBuild> {
      const answer = await post("/builds", { size: 5000, ...build });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    /** Releases, newest first. */
    released: async (): Promise<{ kind: string; name: string }[]> => (await fetch(`${sandboxUrl}/builds.json`)).json(),
    rename: (from: string, to: string) => post("/builds/rename", { from, to }),
    limitTo: (remaining: number, resets_in_s: number) => post("/builds/limit", { remaining, resets_in_s }),
    state,
    isOver,
    lastRun,
    start: async (task: Import) => (await client.call(imports[task].start)).reply(),
    async run(task: Import) {
      (await client.call(imports[task].start)).reply();
      if (!(await until(patienceMs, () => isOver(task))))
        throw new Error(`${task} has not ended: ${JSON.stringify(await state(task))}`);
      return lastRun(task);
    },
  };
}
