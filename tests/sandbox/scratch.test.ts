import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { makeScratch } from "../../sandbox/run/scratch.ts";

// Undefined without /dev/shm or enough space in it; the tests then run on the disk.
const scratch = makeScratch();
scratch?.remove();

test.skipIf(!scratch)("what tests throw away lies in memory, in a folder of their run", () => {
  expect(dirname(tmpdir())).toBe("/dev/shm");
  expect(existsSync(tmpdir())).toBe(true);
});

test.skipIf(!scratch)("what a killed run left in memory is removed by the next, what a living one uses stays", () => {
  const { pid } = spawnSync("true");
  const [staleFolder, usedFolder] = [`/dev/shm/crunchbox-run-${pid}`, `/dev/shm/crunchbox-run-${process.ppid}`];
  const isNew = !existsSync(usedFolder);
  for (const folder of [staleFolder, usedFolder]) mkdirSync(folder, { recursive: true });
  const ownScratch = makeScratch();
  try {
    expect([staleFolder, usedFolder, ownScratch?.folder ?? ""].map((folder) => existsSync(folder))).toEqual([
      false,
      true,
      true,
    ]);
  } finally {
    ownScratch?.remove();
    if (isNew) rmdirSync(usedFolder);
  }
  expect(existsSync(ownScratch?.folder ?? "")).toBe(false);
});
