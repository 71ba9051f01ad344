import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A change of a row; `row` is null if it was deleted. */
export type Change = [table: string, id: string, row: unknown];

const flushMs = 50;
const newline = 10;
const rowsPerWrite = 500;
const bytesBeforeRewrite = 64 * 1024 * 1024;

/**
 * Writes the changes of every 50 ms as one JSON line, so that a line that a kill truncates is dropped as a whole.
 * Compacts the file at the start, and when the changes appended since the last compaction exceed 64 MB and half of the
 * file.
 */
export class Storage {
  #path: string;
  #rows: () => Iterable<Change>;
  #dirty = new Map<string, Change>();
  #timer: NodeJS.Timeout | undefined;
  #appendedBytes = 0;

  /** `rows` lists all rows for compaction. */
  constructor(path: string, rows: () => Iterable<Change>) {
    this.#path = path;
    this.#rows = rows;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** The latest state of each row, in order of creation. */
  read(): Change[] {
    const rows = new Map<string, Change>();
    for (const line of this.#lines()) {
      for (const change of parseLine(line)) {
        const key = `${change[0]} ${change[1]}`;
        if (change[2] === null) rows.delete(key);
        else rows.set(key, change);
      }
    }
    return [...rows.values()];
  }

  /** Compacts the file; a kill leaves the old file or the new one. */
  rewrite(): void {
    const draft = `${this.#path}.draft`;
    writeFileSync(draft, "");
    let lines: string[] = [];
    for (const row of this.#rows()) {
      lines.push(`${JSON.stringify([row])}\n`);
      if (lines.length < rowsPerWrite) continue;
      appendFileSync(draft, lines.join(""));
      lines = [];
    }
    appendFileSync(draft, lines.join(""));
    renameSync(draft, this.#path);
    this.#appendedBytes = 0;
  }

  /** The row is serialized at the next flush. */
  note(...change: Change): void {
    this.#dirty.set(`${change[0]} ${change[1]}`, change);
    this.#timer ??= setTimeout(() => this.flush(), flushMs);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#dirty.size === 0) return;
    const line = `${JSON.stringify([...this.#dirty.values()])}\n`;
    this.#dirty.clear();
    appendFileSync(this.#path, line);
    this.#appendedBytes += line.length;
    if (this.#appendedBytes > Math.max(bytesBeforeRewrite, statSync(this.#path).size / 2)) this.rewrite();
  }

  // Reads line by line, because the file may exceed the maximum string length.
  *#lines(): Iterable<string> {
    const bytes = existsSync(this.#path) ? readFileSync(this.#path) : Buffer.alloc(0);
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      yield bytes.toString("utf8", from, end);
      from = end + 1;
    }
  }
}

function parseLine(line: string): Change[] {
  try {
    const changes: Change[] = JSON.parse(line);
    return changes;
  } catch {
    return [];
  }
}
