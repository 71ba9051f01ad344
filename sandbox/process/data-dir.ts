import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "./settings.ts";

/** Makes the data directory and what leads to it. Throws a `Refusal` when it cannot. */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`DATA_DIR=${path} cannot be used (${reason}): set DATA_DIR to a folder that you may write.`);
  }
}

// mkdir's own `recursive` never returns for a folder under /proc.
function makeMissing(path: string): void {
  if (existsSync(path)) return;
  makeMissing(dirname(path));
  mkdirSync(path);
}
