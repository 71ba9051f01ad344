import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "crunchbox-run-";
/** Several times what the databases of a run take at the same time; containers often have 64 MB there. */
const bytesMin = 2 * 1024 ** 3;

/**
 * A folder in memory for what a run throws away, as a value for TMPDIR: making the thousand files of a database there
 * costs a tenth of what it does on a disk. Undefined where the machine has no room for it. What runs that were killed
 * left there is removed.
 */
export function makeScratch(): { folder: string; remove: () => void } | undefined {
  if (!existsSync(memory)) return undefined;
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) rmSync(join(memory, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < bytesMin) return undefined;
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // it lives and is somebody else's
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
