import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { root } from "../../sandbox/process/settings.ts";

test("the worker's script has no character for which V8 would keep all of it at two bytes for each", () => {
  const script = readFileSync(join(root, "dist", inject("renderer"), "worker/index.js"), "utf8");
  expect(script.length).toBeGreaterThan(100_000);
  expect(script.match(/[\u0100-\uffff]/g)).toBeNull();
});
