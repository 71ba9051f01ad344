import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";

const reading = /^(list|retrieve|search)/;

/** Calls that the product and the commands with its key make, and whether one of them writes. */
function usedLevels(): Map<string, string> {
  const levels = new Map<string, string>();
  for (const file of globSync("{worker/gateways,ops/doctor,ops/stripe}/**/*.ts", { cwd: root })) {
    const source = readFileSync(join(root, file), "utf8");
    // the start of a chain, also where it was broken into lines
    for (const [, chain = ""] of source.matchAll(/\bstripe(?:Of\([^)]*\))?\s*\.([a-zA-Z]+(?:\s*\.[a-zA-Z]+)+)\(/g)) {
      const names = chain.split(".").map((name) => name.trim());
      const resource = names.slice(0, -1).join(".");
      const level = reading.test(names.at(-1) ?? "") ? "read" : "write";
      if (levels.get(resource) !== "write") levels.set(resource, level);
    }
  }
  return levels;
}

/** The permissions that ops/README.md promises, by the calls made. */
function promisedRows(): { level: string; resources: string[] }[] {
  const text = readFileSync(join(root, "ops/README.md"), "utf8");
  const [, table = ""] = /### The restricted key([\s\S]*?)\n## /.exec(text) ?? [];
  return [...table.matchAll(/^\| [^|]+ \| (read|write) \| (.+) \|$/gm)].map(([, level = "", calls = ""]) => ({
    level,
    resources: [...calls.matchAll(/`([a-zA-Z.]+)`/g)].map(([, name = ""]) => name),
  }));
}

test("the restricted key has the permissions that are used, each at the level that is needed, and no other", () => {
  const used = usedLevels();
  expect(used.size).toBeGreaterThan(15);
  const rows = promisedRows();
  expect(rows.flatMap(({ resources }) => resources).toSorted()).toEqual([...used.keys()].toSorted());
  for (const { level, resources } of rows) {
    const needed = resources.some((name) => used.get(name) === "write") ? "write" : "read";
    expect([resources, level]).toEqual([resources, needed]);
  }
});
