import type { Faults } from "../../faults.ts";

const repeated = 3;

export type Asked = { page: number; perPage: number };
export type Found<T> = { rows: T[]; last: number };

/**
 * Paging faults: `short` returns fewer rows than requested although more follow (`value` rows or half), `repeat` the
 * last rows of the previous page again, `shift` rows inserted and deleted between pages.
 */
export class Mishaps {
  #faults: Faults;
  /** Row offsets of the pages that follow short ones. */
  #behind = new Map<string, number>();
  #before = new Map<string, unknown[]>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  page<T>(path: string, all: T[], { page, perPage }: Asked, passing: () => T): Found<T> {
    const fault = this.#faults.takePage("builds", path);
    const behind = page === 1 ? 0 : (this.#behind.get(path) ?? 0);
    const isShifted = fault?.kind === "shift";
    const there = isShifted ? (page === 1 ? [passing(), ...all] : all.slice(1)) : all;
    const start = (page - 1) * perPage - behind;
    const rows = there.slice(start, start + perPage);
    const given = fault?.kind === "short" ? shortOf(rows.length, fault.value) : rows.length;
    const missing = fault?.kind === "short" ? perPage - given : 0;
    this.#behind.set(path, behind + missing);
    const before = page === 1 ? rows : ((this.#before.get(path) as T[] | undefined) ?? rows);
    const answered = rows.slice(0, given);
    const again = fault?.kind === "repeat" ? before.slice(-repeated) : [];
    this.#before.set(path, answered);
    return {
      rows: [...again, ...answered],
      last: Math.max(1, page, Math.ceil((all.length + behind + missing) / perPage)),
    };
  }
}

const shortOf = (rows: number, asked: unknown): number =>
  typeof asked === "number" ? Math.min(rows, asked) : Math.ceil(rows / 2);
