import { afterAll, beforeAll, expect, test } from "vitest";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn } from "../../support/factories.ts";
import { openIsolate } from "../../support/large/isolate.ts";
import { registryAt } from "../../support/software/registry.ts";

const mebibyte = 1024 ** 2;

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let registry: ReturnType<typeof registryAt>;
beforeAll(async () => {
  app = await startOwnApp({}, { has_inspector: true });
  database = openDatabase(app.sandbox.databaseUrl);
  const actors = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
  registry = registryAt(app.sandbox.url, (await actors.signedInAdmin()).client);
});
afterAll(() => app?.stop());

test(
  "a file of a GiB is imported whole, page by page, within 30 MiB of the isolate",
  { timeout: 600_000 },
  async () => {
    await registry.release({ kind: "flowpoint", name: "flowpoint", version: "8.0.0", size: 64 * mebibyte });
    await registry.run("flowpoint-versions");
    const largeRelease = await registry.release({
      kind: "flowpoint",
      name: "flowpoint",
      version: "8.1.0",
      size: 1024 * mebibyte,
    });
    const isolate = await openIsolate(app.worker);
    const startedAt = performance.now();
    const { growth_mib, samples } = await isolate.growthOf(async () => {
      await registry.start("flowpoint-versions");
      await expect.poll(() => registry.isOver("flowpoint-versions"), { timeout: 500_000, interval: 500 }).toBe(true);
    });
    isolate.close();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`1 GiB imported in ${seconds.toFixed(1)} s, the isolate grew by ${growth_mib.toFixed(1)} MiB at most`);
    expect(samples).toBeGreaterThan(20);
    expect(growth_mib).toBeLessThan(30);
    expect(await registry.lastRun("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
    const rows = await database("select sha256, bytes from software_versions where version = '8.1.0'");
    expect(rows).toEqual([{ sha256: largeRelease.sha256, bytes: String(1024 * mebibyte) }]);
  },
);
