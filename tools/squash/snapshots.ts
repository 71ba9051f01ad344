import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Snapshot = { tables: Record<string, unknown>; [part: string]: unknown };

/** One table per line: about half of drizzle-kit's size, and one changed line per changed table. */
export function toSnapshotText({ tables, ...rest }: Snapshot): string {
  const lines = Object.entries(tables).map(([name, table]) => `${JSON.stringify(name)}:${JSON.stringify(table)}`);
  return `${JSON.stringify(rest).slice(0, -1)},"tables":{\n${lines.join(",\n")}\n}}\n`;
}

/** Drizzle-kit compares with the newest snapshot only. */
export function keepNewestSnapshot(migrations: string): void {
  const folder = join(migrations, "meta");
  const names = readdirSync(folder).filter((file) => file.endsWith("_snapshot.json"));
  for (const name of names.toSorted().slice(0, -1)) rmSync(join(folder, name));
  for (const name of names.toSorted().slice(-1)) {
    const path = join(folder, name);
    writeFileSync(path, toSnapshotText(JSON.parse(readFileSync(path, "utf8"))));
  }
}
