import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { registryAt } from "../../support/software/registry.ts";

const mebibyte = 1024 ** 2;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let registry: ReturnType<typeof registryAt>;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  const actors = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
  registry = registryAt(app.sandbox.url, (await actors.signedInAdmin()).client);
});
afterAll(() => app?.stop());

/** Memory of the workerd that this process has started, in MiB: the simulated bucket's is in it, so that it is told and not judged. */
function memoryMib(): number {
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const status = statusOf(name);
    if (/^Name:\s+workerd/m.test(status) && Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid)
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
  }
  throw new Error("no workerd was started");
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

test("a file of a GiB is imported whole, page by page", { timeout: 600_000, retry: 0 }, async () => {
  await registry.release({ kind: "flowpoint", name: "flowpoint", version: "8.0.0", size: 64 * mebibyte });
  await registry.run("flowpoint-versions");
  const large = await registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: "8.1.0",
    size: 1024 * mebibyte,
  });
  const before = memoryMib();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMib());
  }, 50);
  const startedAt = performance.now();
  await registry.start("flowpoint-versions");
  await expect.poll(() => registry.isOver("flowpoint-versions"), { timeout: 500_000, interval: 500 }).toBe(true);
  clearInterval(watch);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`1 GiB imported in ${seconds.toFixed(1)} s, memory grew by ${(most - before).toFixed(1)} MiB`);
  expect(await registry.lastRun("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  const rows = await database("select sha256, bytes from software_versions where version = '8.1.0'");
  expect(rows).toEqual([{ sha256: large.sha256, bytes: String(1024 * mebibyte) }]);
});
