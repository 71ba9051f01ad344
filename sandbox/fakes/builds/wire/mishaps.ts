import type { Faults } from "../../faults.ts";

const repeatedRowCount = 3;

export type PageRequest = { page: number; perPage: number };
export type ResultPage<T> = { rows: T[]; last: number };

/**
 * Paging faults: `short` returns fewer rows than requested although more follow (`value` rows, or half), `repeat`
 * returns the last rows of the previous page again, `shift` inserts and deletes rows between pages.
 */
export class PagingFaults {
  #faults: Faults;
  /**
   * By list path, the number of rows that short pages have left out so far; later pages start that many rows earlier.
   */
  #behind = new Map<string, number>();
  #before = new Map<string, unknown[]>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  page<T>(path: string, all: T[], { page, perPage }: PageRequest, createTransient: () => T): ResultPage<T> {
    const fault = this.#faults.takePage("builds", path);
    const shortfall = page === 1 ? 0 : (this.#behind.get(path) ?? 0);
    const isShifted = fault?.kind === "shift";
    const visibleRows = isShifted ? (page === 1 ? [createTransient(), ...all] : all.slice(1)) : all;
    const start = (page - 1) * perPage - shortfall;
    const rows = visibleRows.slice(start, start + perPage);
    const rowCount = fault?.kind === "short" ? shortenCount(rows.length, fault.value) : rows.length;
    const missing = fault?.kind === "short" ? perPage - rowCount : 0;
    this.#behind.set(path, shortfall + missing);
    const previousRows = page === 1 ? rows : ((this.#before.get(path) as T[] | undefined) ?? rows);
    const returnedRows = rows.slice(0, rowCount);
    const repeatedRows = fault?.kind === "repeat" ? previousRows.slice(-repeatedRowCount) : [];
    this.#before.set(path, returnedRows);
    return {
      rows: [...repeatedRows, ...returnedRows],
      last: Math.max(1, page, Math.ceil((all.length + shortfall + missing) / perPage)),
    };
  }
}

const shortenCount = (rows: number, requestedCount: unknown): number =>
  typeof requestedCount === "number" ? Math.min(rows, requestedCount) : Math.ceil(rows / 2);
