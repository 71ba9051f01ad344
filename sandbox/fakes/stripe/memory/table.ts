type Id = { id: string };

/** Called with each change, for persistence. */
export type OnChange = (table: string, id: string, row: unknown) => void;

/** Rows in order of creation, with indexes on references. */
export class Table<T extends Id, I extends string = never> {
  readonly name: string;
  #rows = new Map<string, T>();
  #indexes: { name: I; key: (row: T) => string | undefined; ids: Map<string, Set<string>> }[];
  #onChange: OnChange;

  constructor(name: string, onChange: OnChange, indexes: Record<I, (row: T) => string | undefined>) {
    this.name = name;
    this.#onChange = onChange;
    // as: the keys of `indexes` are I.
    const names = Object.keys(indexes) as I[];
    this.#indexes = names.map((index) => ({ name: index, key: indexes[index], ids: new Map() }));
  }

  get size(): number {
    return this.#rows.size;
  }

  find(id: string): T | undefined {
    return this.#rows.get(id);
  }

  save(row: T): T {
    this.load(row);
    this.#onChange(this.name, row.id, row);
    return row;
  }

  /** Adds a row that is already on disk. */
  load(row: T): void {
    this.#rows.set(row.id, row);
    for (const { key, ids } of this.#indexes) {
      const value = key(row);
      if (value === undefined) continue;
      const existingIds = ids.get(value);
      if (existingIds) existingIds.add(row.id);
      else ids.set(value, new Set([row.id]));
    }
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (!row) return;
    this.#rows.delete(id);
    for (const { key, ids } of this.#indexes) ids.get(key(row) ?? "")?.delete(id);
    this.#onChange(this.name, id, null);
  }

  /** Oldest first. */
  all(): IterableIterator<T> {
    return this.#rows.values();
  }

  /** Rows with this reference, oldest first. */
  by(index: I, value: string): T[] {
    const matchingIndex = this.#indexes.find(({ name }) => name === index);
    const rows: T[] = [];
    for (const id of matchingIndex?.ids.get(value) ?? []) {
      const row = this.#rows.get(id);
      // The object may have changed after it was indexed.
      if (row && matchingIndex?.key(row) === value) rows.push(row);
    }
    return rows;
  }
}
