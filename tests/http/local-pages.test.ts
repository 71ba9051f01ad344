import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workerUrl } from "../support/app.ts";

const root = join(import.meta.dirname, "../..");
const sign = "every component in every state";

test("the page of all components is there on one's own machine", async () => {
  const answer = await fetch(`${workerUrl}/design`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(sign);
  for (const show of ["rows", "results", "none", "empty"])
    expect((await fetch(`${workerUrl}/design/list?show=${show}`)).status, show).toBe(200);
});

test("a build for a deployment does not contain it", () => {
  const folder = mkdtempSync(join(tmpdir(), "crunchbox-build-"));
  try {
    const { LOCAL_PAGES: _left, ...env } = process.env;
    execFileSync(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "error"], {
      cwd: root,
      env: { ...env, DIST: folder },
    });
    const texts = globSync("**/*.{js,html}", { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
    expect(texts.some((text) => text.includes("Skip to content"))).toBe(true);
    expect(texts.filter((text) => text.includes(sign) || text.includes("/design"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
