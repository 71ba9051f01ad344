import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { listChildren, readStat } from "./children.ts";
import { until } from "./deadline.ts";
import { makeFolder } from "./data-dir.ts";
import { Refusal } from "./settings.ts";

const processSchema = z.object({ pid: z.int().positive(), identity: z.string() });
const runSchema = z.object({ owner: processSchema, children: z.array(processSchema), url: z.string() });
type RunRecord = z.infer<typeof runSchema>;

/** Refuses a second start on a data directory, and identifies processes that a killed start left running. */
export interface RunFile {
  /** Records the current child processes, which the next start ends if this process is killed. */
  noteChildren(): void;
  remove(): void;
}

/** Throws a Refusal if another start holds the directory, or if the directory cannot be created. */
export async function claimDataDir(dataDir: string, url: string): Promise<RunFile> {
  const path = join(dataDir, "run.json");
  makeFolder(dataDir);
  await clearLeftovers(dataDir, path);
  const run: RunRecord = { owner: { pid: process.pid, identity: readIdentity(process.pid) ?? "" }, children: [], url };
  const write = (flag: "w" | "wx") => writeFileSync(path, `${JSON.stringify(run)}\n`, { flag, mode: 0o600 });
  try {
    write("wx");
  } catch {
    throw new Refusal(`Another start is using ${dataDir} at this moment: wait for it or set another DATA_DIR.`);
  }
  return {
    noteChildren: () => {
      run.children = listChildren(process.pid).map((pid) => ({ pid, identity: readIdentity(pid) ?? "" }));
      write("w");
    },
    remove: () => rmSync(path, { force: true }),
  };
}

async function clearLeftovers(dataDir: string, path: string): Promise<void> {
  const earlierRun = readRun(path);
  if (earlierRun && isSame(earlierRun.owner)) {
    const { pid } = earlierRun.owner;
    throw new Refusal(
      `Already running at ${earlierRun.url} (process ${pid}): stop it, or set another DATA_DIR and ports.`,
    );
  }
  const leftovers = earlierRun?.children.filter(isSame) ?? [];
  if (leftovers.length > 0) console.log("The last start was killed; ending what it left behind.");
  for (const { pid } of leftovers) signal(pid, "SIGINT");
  if (!(await until(3000, () => !leftovers.some(isSame)))) {
    for (const leftover of leftovers.filter(isSame)) signal(leftover.pid, "SIGKILL");
    await until(2000, () => !leftovers.some(isSame));
  }
  rmSync(path, { force: true });
  dropStalePidFile(join(dataDir, "postgres/postmaster.pid"));
}

// PostgreSQL treats any live pid as a running server, even a zombie or an unrelated process.
function dropStalePidFile(path: string): void {
  if (!existsSync(path)) return;
  const [pid = "", folder = ""] = readFileSync(path, "utf8").split("\n");
  const command = readIdentity(Number(pid));
  if (!command?.includes(folder)) rmSync(path, { force: true });
}

function readRun(path: string): RunRecord | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return runSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function isSame(known: RunRecord["owner"]): boolean {
  return known.identity !== "" && readIdentity(known.pid) === known.identity;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already exited.
  }
}

/**
 * Start time and command line, which identify a process together with its pid; undefined if the process is not alive.
 */
function readIdentity(pid: number): string | undefined {
  try {
    if (!existsSync("/proc/self/stat")) {
      return (
        execFileSync("ps", ["-o", "lstart=,command=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined
      );
    }
    const { state, startTime } = readStat(pid);
    if (state === "Z" || state === "X") return undefined;
    return `${startTime} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()}`;
  } catch {
    return undefined;
  }
}
