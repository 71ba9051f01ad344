import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";

const componentsText = "every component in every state";

test("a build for a deployment does not contain the page of all components", () => {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-build-"));
  try {
    const { LOCAL_PAGES: _left, ...env } = process.env;
    execFileSync(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "error"], {
      cwd: root,
      env: { ...env, DIST: folder },
    });
    const texts = globSync("**/*.{js,html}", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
    expect(texts.some((text) => text.includes("Skip to content"))).toBe(true);
    expect(texts.filter((text) => text.includes(componentsText) || text.includes("/design"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
