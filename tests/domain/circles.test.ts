import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findCycles, fileEdges, moduleEdges } from "../../tools/house/import-circles.ts";
import { areaOf } from "../../tools/house/import-table.ts";
import { parseImports } from "../../tools/house/imports-of.ts";

const root = join(import.meta.dirname, "../..");
const readSource = (file: string) => readFileSync(join(root, file), "utf8");
const files = globSync("{db,worker,routes,islands,ops,sandbox,tools/vite}/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !file.endsWith(".d.ts"));
const edges = fileEdges(
  files.flatMap((file) => parseImports(file, readSource(file))),
  files,
);

test("no file imports itself by a detour, types and dynamic imports counted", () => {
  expect(edges.length).toBeGreaterThan(500);
  expect(findCycles(edges)).toEqual([]);
});

test("no two modules import each other, directly or through others", () => {
  expect(findCycles(moduleEdges(edges, areaOf))).toEqual([]);
});

const findCyclesIn = (sources: Record<string, string>) => {
  const imports = Object.entries(sources).flatMap(([file, source]) => parseImports(file, source));
  return findCycles(fileEdges(imports, Object.keys(sources)));
};

test("a circle is found through types, re-exports and dynamic imports", () => {
  const sources = {
    "worker/a.ts": 'import type { B } from "./b.ts";',
    "worker/b.ts": 'export { c } from "./c.ts";',
    "worker/c.ts": 'export const load = () => import("./a.ts");',
    "worker/d.ts": 'import { a } from "./a.ts"; import z from "zod";',
  };
  expect(findCyclesIn(sources)).toEqual([["worker/a.ts", "worker/b.ts", "worker/c.ts"]]);
});

test("two ways to one file are no circle, two circles are two", () => {
  const sources = {
    "worker/a.ts": 'import "./b.ts"; import "./c.ts";',
    "worker/b.ts": 'import "./d.ts";',
    "worker/c.ts": 'import "./d.ts"; import { own } from "./c.ts";',
    "worker/d.ts": 'import type { E } from "./e.ts";',
    "worker/e.ts": 'import type { D } from "./d.ts";',
  };
  expect(findCyclesIn(sources).toSorted()).toEqual([["worker/c.ts"], ["worker/d.ts", "worker/e.ts"]]);
});
