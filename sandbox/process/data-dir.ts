import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Refusal } from "./settings.ts";

/** Throws a Refusal on failure. */
export function makeFolder(path: string): void {
  try {
    makeMissing(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`DATA_DIR=${path} cannot be used (${reason}): set DATA_DIR to a folder that you may write.`);
  }
}

// mkdir's own `recursive` never returns for a folder in /proc.
function makeMissing(path: string): void {
  if (existsSync(path)) return;
  makeMissing(dirname(path));
  mkdirSync(path);
}
