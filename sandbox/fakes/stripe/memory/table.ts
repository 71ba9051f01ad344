type Id = { id: string };

/** What happened to a row, for whoever keeps it on disk. */
export type OnChange = (table: string, id: string, row: unknown) => void;

/** Objects of one kind by id, in the order they were made, with look-ups by what they refer to. */
export class Table<T extends Id, I extends string = never> {
  readonly name: string;
  #rows = new Map<string, T>();
  #indexes: { name: I; key: (row: T) => string | undefined; ids: Map<string, Set<string>> }[];
  #onChange: OnChange;

  constructor(name: string, onChange: OnChange, indexes: Record<I, (row: T) => string | undefined>) {
    this.name = name;
    this.#onChange = onChange;
    // The names of the record are I.
    const names = Object.keys(indexes) as I[];
    this.#indexes = names.map((index) => ({ name: index, key: indexes[index], ids: new Map() }));
  }

  get size(): number {
    return this.#rows.size;
  }

  find(id: string): T | undefined {
    return this.#rows.get(id);
  }

  /** Adds the object, or notes that it changed. */
  save(row: T): T {
    this.load(row);
    this.#onChange(this.name, row.id, row);
    return row;
  }

  /** Takes in what is on disk already. */
  load(row: T): void {
    this.#rows.set(row.id, row);
    for (const { key, ids } of this.#indexes) {
      const value = key(row);
      if (value === undefined) continue;
      const known = ids.get(value);
      if (known) known.add(row.id);
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

  /** Those that refer to `value`, oldest first. */
  by(index: I, value: string): T[] {
    const found = this.#indexes.find(({ name }) => name === index);
    const rows: T[] = [];
    for (const id of found?.ids.get(value) ?? []) {
      const row = this.#rows.get(id);
      // It may have changed since it was indexed.
      if (row && found?.key(row) === value) rows.push(row);
    }
    return rows;
  }
}
