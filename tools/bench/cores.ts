import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";

const serverCore = "0";
const otherCore = "1";

/** Whether one core is reserved for the server. */
export const isPinning = availableParallelism() >= 2 && spawnSync("taskset", ["-c", "0", "true"]).status === 0;

export const onServerCore = (program: string, args: string[]): [string, string[]] =>
  isPinning ? ["taskset", ["-c", serverCore, program, ...args]] : [program, args];

/** Moves this process and its later children to the core that is not the server's. */
export function leaveServerCore(): void {
  if (isPinning) spawnSync("taskset", ["-a", "-p", "-c", otherCore, String(process.pid)]);
}

/** Milliseconds of processor time; undefined without Linux's /proc, and for an ended process. */
export function processorMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const usedNs = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]));
    return usedNs.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return undefined;
  }
}
