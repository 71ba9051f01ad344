import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";

const readMethodPattern = /^(list|retrieve|search)/;

/** For each Stripe resource that the worker, the doctor and `ops/stripe` call, whether a call writes. */
function findUsedLevels(): Map<string, string> {
  const levels = new Map<string, string>();
  for (const file of globSync("{worker/gateways,ops/doctor,ops/stripe}/**/*.ts", { cwd: root })) {
    const source = readFileSync(join(root, file), "utf8");
    // Matches a call chain even if it is broken into lines.
    for (const [, chain = ""] of source.matchAll(
      /\b(?:stripe|createStripe\([^)]*\))\s*\.([a-zA-Z]+(?:\s*\.[a-zA-Z]+)+)\(/g,
    )) {
      const names = chain.split(".").map((name) => name.trim());
      const resource = names.slice(0, -1).join(".");
      const level = readMethodPattern.test(names.at(-1) ?? "") ? "read" : "write";
      if (levels.get(resource) !== "write") levels.set(resource, level);
    }
  }
  return levels;
}

function readPermissions(): { level: string; resources: string[] }[] {
  const text = readFileSync(join(root, "ops/README.md"), "utf8");
  const [, table = ""] = /### The restricted key([\s\S]*?)\n## /.exec(text) ?? [];
  return [...table.matchAll(/^\| [^|]+ \| (read|write) \| (.+) \|$/gm)].map(([, level = "", calls = ""]) => ({
    level,
    resources: [...calls.matchAll(/`([a-zA-Z.]+)`/g)].map(([, name = ""]) => name),
  }));
}

test("the restricted key has the permissions that are used, each at the level that is needed, and no other", () => {
  const used = findUsedLevels();
  expect(used.size).toBeGreaterThan(15);
  const rows = readPermissions();
  expect(rows.flatMap(({ resources }) => resources).toSorted()).toEqual([...used.keys()].toSorted());
  for (const { level, resources } of rows) {
    const neededLevel = resources.some((name) => used.get(name) === "write") ? "write" : "read";
    expect([resources, level]).toEqual([resources, neededLevel]);
  }
});
