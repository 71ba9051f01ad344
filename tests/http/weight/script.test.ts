import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { root } from "../../../sandbox/process/settings.ts";

const script = readFileSync(join(root, "dist", inject("renderer"), "worker/index.js"), "utf8");

test("the worker's script has no character for which V8 would keep all of it at two bytes for each", () => {
  expect(script.length).toBeGreaterThan(100_000);
  expect(script.match(/[\u0100-\uffff]/g)).toBeNull();
});

test("the database's driver does not ask for Node's process, with which a dozen modules of Node would be evaluated", () => {
  expect(script.match(/.{0,40}globalThis\.process\b/g)).toBeNull();
});
