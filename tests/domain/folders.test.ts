import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const filesMax = 30;

/** The folders with more than 30 source files directly in them, each with how many. */
function crowded(files: string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > filesMax).map(([folder, count]) => `${folder}: ${count} files`);
}

test("no folder holds more than 30 files of source", () => {
  const files = globSync("{db,worker,routes,islands,ops,vite,tests}/**/*.{ts,tsx,js,mjs,css}", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  expect(files.length).toBeGreaterThan(500);
  expect(crowded(files)).toEqual([]);
});

test("a crowded folder is found, one that is just full is not", () => {
  const inFolder = (folder: string, count: number) => Array.from({ length: count }, (_, n) => `${folder}/f${n}.ts`);
  expect(crowded([...inFolder("worker/ui", 31), ...inFolder("worker/ui/frame", 30)])).toEqual(["worker/ui: 31 files"]);
});
