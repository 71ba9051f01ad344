import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** One row as it is on disk; null when it was deleted. */
export type Change = [table: string, id: string, row: unknown];

const flushMs = 50;
const newline = 10;
const rowsPerWrite = 500;
const bytesBeforeRewrite = 64 * 1024 * 1024;

/**
 * Rows that outlive a restart: one JSON line for all that changed within 50 ms, so that a line cut short by a kill is
 * dropped as a whole. Rewritten without the past at the start and when it has grown by 64 MB.
 */
export class Storage {
  #path: string;
  #rows: () => Iterable<Change>;
  #dirty = new Map<string, Change>();
  #timer: NodeJS.Timeout | undefined;
  #appendedBytes = 0;

  /** `rows` names every row there is, for a rewrite. */
  constructor(path: string, rows: () => Iterable<Change>) {
    this.#path = path;
    this.#rows = rows;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** What is on disk, the newest state of each row, in the order the rows were made. */
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

  /** Replaces the file by the rows there are; a kill leaves the old or the new one. */
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

  /** `row` is written with the next flush, in the state it has then. */
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

  // The file may be longer than the longest string.
  *#lines(): Iterable<string> {
    const bytes = existsSync(this.#path) ? readFileSync(this.#path) : Buffer.alloc(0);
    let from = 0;
    for (let to = bytes.indexOf(newline); to >= 0; to = bytes.indexOf(newline, from)) {
      yield bytes.toString("utf8", from, to);
      from = to + 1;
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
