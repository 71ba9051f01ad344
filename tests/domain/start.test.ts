import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseImports } from "../../tools/house/imports-of.ts";

const root = join(import.meta.dirname, "../..");
const files = new Set(
  globSync("{db,worker,routes,islands}/**/*.{ts,tsx}", { cwd: root }).map((file) => file.replaceAll("\\", "/")),
);

/** Files that importing a file evaluates; dynamic imports do not count. */
function findEvaluated(entry: string): Set<string> {
  const evaluated = new Set([entry]);
  for (const file of evaluated) {
    if (!files.has(file)) continue;
    for (const { target, isType, isDynamic } of parseImports(file, readFileSync(join(root, file), "utf8")))
      if (!isType && !isDynamic) evaluated.add(target);
  }
  return evaluated;
}

const startFiles = [...findEvaluated("worker/index.ts")];

test("an isolate that starts evaluates no area of the site map: each when it is first asked for", () => {
  expect(startFiles).toContain("worker/app.tsx");
  expect(startFiles.filter((file) => file.startsWith("routes/")).toSorted()).toEqual([
    "routes/index.ts",
    "routes/ops.ts",
  ]);
  expect(startFiles.filter((file) => file.startsWith("worker/contract/v1/"))).toEqual([]);
});

test("an isolate that starts evaluates neither its jobs, nor the driver of the database, nor what speaks to those who are seldom asked", () => {
  expect(
    startFiles.filter((file) =>
      /^(worker\/(jobs|task-handlers|mail\/.*|gateways\/(email|stripe.*|net-suite\/.*))|db\/driver|stripe|@neondatabase\/.*)(\.tsx?)?$/.test(
        file,
      ),
    ),
  ).toEqual([]);
});
