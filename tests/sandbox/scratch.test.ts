import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { makeScratch } from "../../sandbox/run/scratch.ts";

// A machine that has no memory to give runs the tests on its disk.
const scratch = makeScratch();
scratch?.remove();

test.skipIf(!scratch)("what tests throw away lies in memory, in a folder of their run", () => {
  expect(dirname(tmpdir())).toBe("/dev/shm");
  expect(existsSync(tmpdir())).toBe(true);
});

test.skipIf(!scratch)("what a killed run left in memory is removed by the next, what a living one uses stays", () => {
  const { pid } = spawnSync("true");
  const [left, used] = [`/dev/shm/crunchbox-run-${pid}`, `/dev/shm/crunchbox-run-${process.ppid}`];
  const isNew = !existsSync(used);
  for (const folder of [left, used]) mkdirSync(folder, { recursive: true });
  const own = makeScratch();
  try {
    expect([left, used, own?.folder ?? ""].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  } finally {
    own?.remove();
    if (isNew) rmdirSync(used);
  }
  expect(existsSync(own?.folder ?? "")).toBe(false);
});
