import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as software from "../../../../worker/contract/v1/admin/software.ts";
import { unique } from "../../../support/factories.ts";
import { startRegistryApp } from "./registry-app.ts";
import { isWhole } from "../../../support/by-night.ts";

let shop: Awaited<ReturnType<typeof startRegistryApp>>;
beforeAll(async () => {
  shop = await startRegistryApp();
});
afterEach(() => shop.registry.clearFaults());
afterAll(() => shop?.app.stop());

test("a registry that wants to be left alone ends the run, and the next one does all of it", async () => {
  const version = `6.2.${Date.now()}`;
  await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version });
  await shop.registry.limitTo(0, 600);
  const run = await shop.registry.run("flowpoint-versions");
  expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("limit of requests is used up") });
  expect(await shop.registry.state("flowpoint-versions")).toMatchObject({ status: "failed", error: run.error });
  await shop.registry.limitTo(5000, 600);
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  await shop.onlyVersion("software", "flowpoint", version);
});

test.each([
  ["by 403", { path: "/releases/assets/", value: 403 }],
  ["by 429", { path: "/releases", value: 429 }],
] as const)(
  "a registry that has had enough of us for a minute, told %s without a header, is asked once and then left alone",
  async (_, limit) => {
    const version = `6.3.${Date.now()}`;
    await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await shop.registry.addFault({ service: "builds", kind: "limit", ...limit });
    const countRefusals = async () =>
      (await shop.registry.callsTo("builds")).filter(({ fault }) => fault === "limit").length;
    const before = await countRefusals();
    const run = await shop.registry.run("flowpoint-versions");
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("limit of requests is used up") });
    expect(run.failures).toEqual([]);
    expect((await countRefusals()) - before).toBe(1);
    expect((await shop.registry.callsTo("builds"))[0]?.fault).toBe("limit");
    expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
    await shop.onlyVersion("software", "flowpoint", version);
  },
);

test.each([403, 429])("a limit (%i) that says how long is waited for, and each build is there once", async (value) => {
  const version = `6.4.${Date.now()}`;
  await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version });
  await shop.registry.addFault({ service: "builds", kind: "status", value, retry_after: 1, path: "/releases" });
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  await shop.onlyVersion("software", "flowpoint", version);
});

describe("pages that move while they are read", () => {
  const shortPage = (value: number) => ({ kind: "short", value }) as const;
  async function addPageFaults(
    path: string,
    faults: readonly ({ kind: "repeat" | "shift" } | ReturnType<typeof shortPage>)[],
  ) {
    for (const fault of faults) await shop.registry.addFault({ service: "builds", path, ...fault });
  }

  test.each([
    ["that are short though more follow", [shortPage(3), shortPage(2)]],
    ["that repeat the last rows of the one before", [shortPage(3), { kind: "repeat" }]],
    ["before which a row has gone, so that another one is passed over", [shortPage(3), { kind: "shift" }]],
  ] as const)("releases on pages %s are imported once and counted once", async (_, faults) => {
    const patch = Date.now();
    const versions = [1, 2, 3, 4, 5, 6].map((minor) => `7.${minor}.${patch}`);
    for (const version of versions) await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await addPageFaults("/repos/cgx/flowpoint/releases", faults);
    const run = await shop.registry.run("flowpoint-versions");
    const found = await shop.releasedOfApp();
    expect(run).toMatchObject({ status: "completed", found, processed: found, failed: 0, failures: [] });
    for (const version of versions) await shop.onlyVersion("software", "flowpoint", version);
  });

  test("a release that was gone when it was asked for is told, and the others are imported", async () => {
    const version = `7.9.${Date.now()}`;
    await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await addPageFaults("/repos/cgx/flowpoint/releases", [{ kind: "shift" }]);
    const run = await shop.registry.run("flowpoint-versions");
    expect(run).toMatchObject({ status: "completed", failed: 1, found: run.processed + 1 });
    expect(run.failures).toMatchObject([{ reason: expect.stringMatching(/^The registry has no release v0\.0\.\d+ /) }]);
    await shop.onlyVersion("software", "flowpoint", version);
  });

  test.each([
    ["repeat", "zz", [{ kind: "repeat" }]],
    ["shift", "zzzz", [{ kind: "shift" }]],
  ] as const)("plugins on pages with the fault %s are imported once, and what fails fails once", async (...asked) => {
    // These names sort last, so that the last page begins with one of them.
    const [, prefix, second] = asked;
    const names = ["a", "b", "c", "d"].map((each) => unique(`${prefix}-${each}`));
    for (const name of names) await shop.registry.release({ kind: "plugin", name, version: "1.0.0" });
    const wrongName = unique(`${prefix}-wrong`);
    await shop.registry.release({ kind: "plugin", name: wrongName, version: "1.0.0", digest: "wrong" });
    const repositories = new Set(
      (await shop.registry.released()).map(({ kind, name }) => (kind === "flowpoint" ? kind : name)),
    );
    await addPageFaults("/orgs/cgx/repos", [shortPage(repositories.size - 3), ...second]);
    const run = await shop.registry.run("plugins-builds");
    expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed, failed: run.failures.length });
    expect(run.failures.map(({ record_id }) => record_id)).toContain(`plugin/${wrongName}/v1.0.0`);
    for (const name of names) await shop.onlyVersion("plugin", name, "1.0.0");
  });
});

test("a failing registry and bucket are asked again: each build is there once", async () => {
  const names = Array.from({ length: 5 }, () => unique("faulty"));
  for (const name of names) await shop.registry.release({ kind: "plugin", name, version: "1.0.0" });
  await shop.registry.addFault({ service: "builds", kind: "status", value: 502, times: 2 });
  await shop.registry.addFault({ service: "builds", kind: "cut", path: "/assets", times: 2 });
  await shop.registry.addFault({ service: "files", kind: "status", value: 500, times: 3 });
  const run = await shop.registry.run("plugins-builds");
  expect(run.failures.filter(({ record_id }) => names.some((name) => record_id.includes(name)))).toEqual([]);
  for (const name of names) await shop.onlyVersion("plugin", name, "1.0.0");
});

test.runIf(isWhole)("a runner that is killed within a large file goes on behind the parts that are there", async () => {
  const parts = 4;
  const version = `7.0.${Date.now()}`;
  const size = parts * 8 * 1024 ** 2 - 5;
  const builtRelease = await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version, size });
  const countDownloads = async () =>
    (await shop.registry.callsTo("builds")).filter(
      ({ path }) => path === `/builds/assets/flowpoint/${builtRelease.id}0`,
    ).length;
  await shop.registry.addFault({
    service: "builds",
    kind: "delay",
    path: "/builds/assets/",
    value: 2500,
    times: 100,
  });
  const isCopied = async (count: number) => {
    const [row] = await shop.database<{ done: number }>(
      "select coalesce(jsonb_array_length(cursor #> '{upload,etags}'), 0) as done from tasks where name = 'flowpoint-versions'",
    );
    return (row?.done ?? 0) >= count;
  };
  await shop.registry.start("flowpoint-versions");
  await expect.poll(() => isCopied(1)).toBe(true);
  await shop.app.killWorker();
  await shop.registry.clearFaults();
  const before = await countDownloads();
  await shop.app.startWorker();
  // Lets the lease of the killed worker expire.
  await shop.database("update tasks set lease_until = now() - interval '1 second' where name = 'flowpoint-versions'");
  await shop.registry.runJob("continue-tasks");
  await expect
    .poll(async () => (await shop.registry.state("flowpoint-versions")).status, { timeout: 60_000 })
    .toBe("completed");
  expect((await shop.registry.lastRun("flowpoint-versions")).failures).toEqual([]);
  const { id, sha256 } = await shop.onlyVersion("software", "flowpoint", version);
  expect(sha256).toBe(builtRelease.sha256);
  // The second worker does not download again the parts that the first one copied.
  expect((await countDownloads()) - before).toBeLessThan(parts);
  (await shop.admin.client.call(software.publishVersion, { params: { id } })).reply();
  expect(await shop.download(id)).toBe(builtRelease.sha256);
});

test.runIf(isWhole)("a slow runner that another one overtook leaves the file of the version alone", async () => {
  await shop.registry.run("flowpoint-versions");
  const version = `7.1.${Date.now()}`;
  const size = 8 * 1024 ** 2 + 5000;
  const builtRelease = await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version, size });
  // The first part takes longer than the three seconds of a batch, so the cursor has the upload after it.
  await shop.registry.addFault({ service: "builds", kind: "delay", path: "/builds/assets/", value: 3500 });
  await shop.registry.addFault({ service: "files", kind: "hang", path: "/complete-upload" });
  await shop.registry.start("flowpoint-versions");
  await expect.poll(() => shop.registry.faults()).toEqual([]);
  const countLookUps = async () =>
    (await shop.registry.callsTo("files")).filter(({ path }) => path.endsWith("/head")).length;
  const lookUps = await countLookUps();
  await shop.database("update tasks set lease_until = now() - interval '1 second' where name = 'flowpoint-versions'");
  await shop.registry.runJob("continue-tasks");
  const { id } = await shop.onlyVersion("software", "flowpoint", version);
  // The slow runner finds its upload completed, and then looks for the file.
  await shop.registry.clearFaults();
  await expect.poll(countLookUps).toBeGreaterThan(lookUps);
  (await shop.admin.client.call(software.publishVersion, { params: { id } })).reply();
  expect(await shop.download(id)).toBe(builtRelease.sha256);
});
