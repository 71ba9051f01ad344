import { readdirSync, readFileSync } from "node:fs";

/** Ids of the processes that a process has started; empty where there is no /proc, as on macOS. */
export function listChildren(parent: number): number[] {
  return processes().filter((pid) => parentOf(pid) === parent);
}

function processes(): number[] {
  try {
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

/**
 * The fourth field of /proc/PID/stat; undefined if the process has ended. The second field is the program's name in
 * parentheses, which may contain spaces.
 */
function parentOf(pid: number): number | undefined {
  try {
    const [, rest = ""] = /^.*\) \S+ (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return Number.parseInt(rest, 10);
  } catch {
    return undefined;
  }
}

/** kill -9; a process that has ended meanwhile is no error. */
export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // the process has ended
  }
}
