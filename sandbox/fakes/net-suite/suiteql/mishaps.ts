import type { Faults } from "../../faults.ts";
import type { Store } from "../store/store.ts";
import type { QueryPage, Paging } from "./paging.ts";

const repeatedRowCount = 3;

/**
 * Paging faults: `short` returns fewer rows than requested although more follow, `repeat` returns the last rows of the
 * previous page again, `shift` inserts and deletes records between pages.
 */
export class PagingFaults {
  #store: Store;
  #faults: Faults;
  /** Rows of the last page, by the part of the statement before `where`. */
  #last = new Map<string, QueryPage["rows"]>();
  #passing: string[] = [];

  constructor(store: Store, faults: Faults) {
    this.#store = store;
    this.#faults = faults;
  }

  async around(statement: string, paging: Paging, run: (paging: Paging) => Promise<QueryPage>): Promise<QueryPage> {
    await this.#removePassing();
    const fault = this.#faults.takePage("net-suite", "/suiteql", statement);
    const key = statement.split(/\bwhere\b/i)[0] ?? "";
    if (fault?.kind === "shift") await this.#addPassing(statement);
    const offset = fault?.kind === "shift" && paging.offset > 0 ? paging.offset + 1 : paging.offset;
    const foundPage = await run({ ...paging, offset });
    const previousRows = this.#last.get(key) ?? foundPage.rows;
    const returnedPage = fault ? applyPagingFault(fault.kind, foundPage, previousRows) : foundPage;
    this.#last.set(key, returnedPage.rows);
    return returnedPage;
  }

  /** Inserts a record that only this page contains; the next request deletes the record. */
  async #addPassing(statement: string): Promise<void> {
    const kind = /\bfrom\s+customer\b/i.test(statement) ? "customer" : "item";
    const name = `Passing ${Date.now()}`;
    const fields = kind === "customer" ? { companyName: name } : { itemId: name, displayName: name, isInactive: true };
    const transientRecord = await this.#store.insert({ kind, external_id: null, total: null, fields });
    if (transientRecord) this.#passing.push(transientRecord.id);
  }

  async #removePassing(): Promise<void> {
    for (const id of this.#passing.splice(0)) await this.#store.rows("delete from records where id = $1::bigint", [id]);
  }
}

function applyPagingFault(kind: string, found: QueryPage, before: QueryPage["rows"]): QueryPage {
  if (kind === "repeat") return { ...found, rows: [...before.slice(-repeatedRowCount), ...found.rows] };
  if (kind !== "short" || found.rows.length < 2) return found;
  return { ...found, rows: found.rows.slice(0, Math.ceil(found.rows.length / 2)), hasMore: true };
}
