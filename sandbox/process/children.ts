import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export function listChildren(parent: number): number[] {
  if (existsSync("/proc/self/stat")) {
    const pids = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
    return pids.filter((pid) => isChild(pid, parent));
  }
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, ppid]) => (pid !== undefined && ppid === parent ? [pid] : []));
}

function isChild(pid: number, parent: number): boolean {
  try {
    const stat = readStat(pid);
    return stat.parent === parent && stat.state !== "Z";
  } catch {
    return false;
  }
}

/** Fields of /proc/PID/stat (proc(5)), counted after the name in parentheses, which may contain anything. */
export function readStat(pid: number): { state: string; parent: number; startTime: string } {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", parent: Number(fields[1]), startTime: fields[19] ?? "" };
}

export function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // the process has ended
  }
}
