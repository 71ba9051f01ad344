import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/** A file of JSON lines that only grows, oldest first. */
export class Journal<T> {
  readonly entries: T[];
  #path: string;

  constructor(path: string, schema: z.ZodType<T>) {
    this.#path = path;
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    this.entries = lines.flatMap((line) => parseLine(line, schema));
    // A kill -9 may truncate the last line; the next entry must start on a new one.
    if (lines.length > 0 && lines.at(-1) !== "") appendFileSync(path, "\n");
  }

  append(entry: T): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, `${JSON.stringify(entry)}\n`);
    this.entries.push(entry);
  }
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T[] {
  if (!line) return [];
  try {
    return [schema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
