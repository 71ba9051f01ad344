// A shop with a registry of its own takes seconds to start, so all tests of its imports share it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as software from "../../../../worker/contract/v1/admin/software.ts";
import { retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import { getDownload } from "../../../../worker/contract/v1/client/downloads.ts";
import { startWorker } from "../../../../sandbox/run/worker.ts";
import { actorsOn } from "../../../support/actors.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { imports, registryAt } from "../../../support/software/registry.ts";
import { startRegistryApp } from "./registry-app.ts";

let shop: Awaited<ReturnType<typeof startRegistryApp>>;
beforeAll(async () => {
  shop = await startRegistryApp();
});
afterEach(() => shop.registry.clearFaults());
afterAll(() => shop?.app.stop());

test("imports that never ran say so", async () => {
  const { client } = await shop.actors.signedInAdmin();
  const fetchErrcode = async (task: keyof typeof imports) => (await client.call(imports[task].get)).errcode;
  expect(await fetchErrcode("flowpoint-versions")).toBe("SYNC_FLOWPOINT_VERSIONS_NOT_RUNNING");
  expect(await fetchErrcode("plugins-builds")).toBe("SYNC_PLUGINS_BUILDS_NOT_RUNNING");
});

test("a release of the app is imported, published and downloaded, and a second run changes nothing", async () => {
  // A new version on each try, so that a retry starts clean.
  const patch = Date.now();
  const builtRelease = await shop.registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `6.0.${patch}`,
    size: 300_000,
  });
  const preRelease = await shop.registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `6.1.${patch}-rc.1`,
    prerelease: true,
  });
  const undigestedRelease = await shop.registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `5.9.${patch}`,
    digest: "none",
  });
  const run = await shop.registry.run("flowpoint-versions");
  const found = await shop.releasedOfApp();
  expect(run).toMatchObject({ status: "completed", found, processed: found, failed: 0, error: null, failures: [] });
  const { id, is_published } = await shop.onlyVersion("software", "flowpoint", builtRelease.version);
  expect(is_published).toBe(false);
  for (const each of [builtRelease, preRelease, undigestedRelease])
    expect(await shop.onlyVersion("software", "flowpoint", each.version)).toMatchObject({
      sha256: each.sha256,
      bytes: String(each.size),
      is_published: false,
    });
  const { client } = await shop.actors.signedIn();
  expect((await client.call(getDownload, { params: { object_id: id } })).errcode).toBe("FILE_NOT_FOUND");
  (await shop.admin.client.call(software.publishVersion, { params: { id } })).reply();
  expect(await shop.download(id)).toBe(builtRelease.sha256);

  const stateBefore = await shop.everything();
  const requests = (await shop.registry.callsTo("builds")).length;
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", found, processed: found });
  expect(await shop.everything()).toEqual(stateBefore);
  const newCalls = (await shop.registry.callsTo("builds")).slice(0, -requests);
  expect(newCalls.map(({ status }) => status)).toEqual([304]);
});

test("a plugin that the shop does not know is added without a product, with what it needs", async () => {
  const [plugin, kernel] = [unique("plugin"), unique("kernel")];
  await shop.registry.release({
    kind: "dependency",
    name: kernel,
    version: "2.0.0",
    dependencies: [{ name: `${kernel}-units`, version: "1.0.0" }],
  });
  const builtRelease = await shop.registry.release({
    kind: "plugin",
    name: plugin,
    version: "1.2.0",
    compatible_app_version: ">=5.0.0 <7",
    dependencies: [
      { name: kernel, version: "2.0.0" },
      { name: `${kernel}-units`, version: "1.0.0" },
    ],
  });
  const run = await shop.registry.run("plugins-builds");
  expect(run).toMatchObject({ status: "completed", failed: 0, found: run.processed });
  const pluginVersion = await shop.onlyVersion("plugin", plugin, "1.2.0");
  expect(pluginVersion).toMatchObject({ sha256: builtRelease.sha256, is_published: false, product_id: null });
  const needs = await shop.admin.client.call(software.listVersionDependencies, { params: { id: pluginVersion.id } });
  expect(
    needs
      .reply()
      .data.map(({ name, version }) => `${name} ${version}`)
      .toSorted(),
  ).toEqual([`${kernel} 2.0.0`, `${kernel}-units 1.0.0`]);
  const publish = (id: string) => shop.admin.client.call(software.publishVersion, { params: { id } });
  expect((await publish(pluginVersion.id)).errcode).toBe("SOFTWARE_AVAILABILITY_REQUIRED");
  const [{ id } = { id: "" }] = (
    await shop.admin.client.call(software.listPlugins, { query: { search: plugin } })
  ).reply().data;
  const linkInput = { params: { id }, body: { product_id: null } };
  (await shop.admin.client.call(software.linkPlugin, linkInput)).reply();
  expect((await publish(pluginVersion.id)).errcode).toBe("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED");
  for (const [kind, name, version] of [
    ["dependency", `${kernel}-units`, "1.0.0"],
    ["dependency", kernel, "2.0.0"],
    ["plugin", plugin, "1.2.0"],
  ] as const)
    (await publish((await shop.onlyVersion(kind, name, version)).id)).reply();
  expect(await shop.download(pluginVersion.id)).toBe(builtRelease.sha256);
  const stateBefore = await shop.everything();
  const plugins = (await shop.registry.released()).filter(({ kind }) => kind === "plugin").length;
  expect(await shop.registry.run("plugins-builds")).toMatchObject({ found: plugins, processed: plugins });
  expect(await shop.everything()).toEqual(stateBefore);
});

test("a plugin that names a dependency by its tag is imported with it", async () => {
  const [plugin, kernel] = [unique("plugin"), unique("kernel")];
  await shop.registry.release({ kind: "dependency", name: kernel, version: "2.0.0" });
  const manifest = {
    file: `${plugin}-1.0.0.fpx`,
    compatible_app_version: "*",
    dependencies: [{ name: kernel, version: "v2.0.0" }],
  };
  await shop.registry.release({ kind: "plugin", name: plugin, version: "1.0.0", manifest });
  const { status, failures } = await shop.registry.run("plugins-builds");
  expect([status, failures.filter(({ record_id }) => record_id.includes(plugin))]).toEqual(["completed", []]);
  const { id } = await shop.onlyVersion("plugin", plugin, "1.0.0");
  const needs = (await shop.admin.client.call(software.listVersionDependencies, { params: { id } })).reply().data;
  expect(needs.map(({ name, version }) => [name, version])).toEqual([[kernel, "2.0.0"]]);
});

test("a plugin that needs a new version of a deleted dependency is refused, and the run ends", async () => {
  const [plugin, kernel] = [unique("plugin"), unique("kernel")];
  const releasePlugin = (version: string, kernelVersion: string) =>
    shop.registry.release({
      kind: "plugin",
      name: plugin,
      version,
      dependencies: [{ name: kernel, version: kernelVersion }],
    });
  await releasePlugin("1.0.0", "1.0.0");
  expect(await shop.registry.run("plugins-builds")).toMatchObject({ status: "completed" });
  await shop.onlyVersion("plugin", plugin, "1.0.0");
  await shop.database("update software set is_deleted = true where kind = 'dependency' and name = $1", [kernel]);
  await releasePlugin("1.1.0", "2.0.0");
  const { status, failures } = await shop.registry.run("plugins-builds");
  expect(status).toBe("completed");
  expect(failures.filter(({ record_id }) => record_id.includes(plugin))).toMatchObject([
    { record_id: `plugin/${plugin}/v1.1.0`, reason: `It needs ${kernel} 2.0.0, which was deleted in the shop.` },
  ]);
});

/** Placeholder for the name of the release's own file. */
const ownFile = "own.fpx";

test("a release beside an upload that failed is imported", async () => {
  const version = `7.0.${Date.now()}`;
  const fields = { kind: "flowpoint", name: "flowpoint", version, has_failed_upload: true } as const;
  const { sha256 } = await shop.registry.release(fields);
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  expect(await shop.onlyVersion("software", "flowpoint", version)).toMatchObject({ sha256 });
});

test("two releases of a plugin within an hour are both imported, and no pre-release is", async () => {
  const plugin = unique("plugin");
  for (const version of ["1.0.0", "1.1.0"]) await shop.registry.release({ kind: "plugin", name: plugin, version });
  await shop.registry.release({ kind: "plugin", name: plugin, version: "2.0.0-rc.1", prerelease: true });
  expect(await shop.registry.run("plugins-builds")).toMatchObject({ status: "completed" });
  await shop.onlyVersion("plugin", plugin, "1.0.0");
  await shop.onlyVersion("plugin", plugin, "1.1.0");
  expect(await shop.versionsOf("plugin", plugin, "2.0.0-rc.1")).toEqual([]);
  // More releases than fit on one page of the registry.
  const manyVersions = Array.from({ length: 35 }, (_, n) => `1.2.${n}`);
  for (const version of manyVersions) await shop.registry.release({ kind: "plugin", name: plugin, version, size: 10 });
  const run = await shop.registry.run("plugins-builds");
  expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed });
  for (const version of manyVersions) await shop.onlyVersion("plugin", plugin, version);
});

describe("a build that cannot be taken", () => {
  test("because its repository was renamed says so, and the others are imported", async () => {
    const [plugin, kernel, good] = [unique("plugin"), unique("kernel"), unique("good")];
    await shop.registry.release({
      kind: "plugin",
      name: plugin,
      version: "1.0.0",
      dependencies: [{ name: kernel, version: "2.0.0" }],
    });
    await shop.registry.release({ kind: "plugin", name: good, version: "1.0.0" });
    await shop.registry.rename(kernel, `${kernel}-new`);
    const run = await shop.registry.run("plugins-builds");
    expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed });
    const reasons = Object.fromEntries(run.failures.map(({ record_id, reason }) => [record_id, reason]));
    expect(reasons[`dependency/${kernel}/2.0.0`]).toBe(
      `The releases of cgx/${kernel} could not be listed: it was renamed or moved: correct its name.`,
    );
    await shop.onlyVersion("plugin", good, "1.0.0");
  });

  test("is told with its reason, the others are imported, and once mended it is retried", async () => {
    const [wrong, good, silent] = [unique("wrong"), unique("good"), unique("silent")];
    await shop.registry.release({ kind: "plugin", name: wrong, version: "1.0.0", digest: "wrong" });
    await shop.registry.release({ kind: "plugin", name: good, version: "1.0.0" });
    await shop.registry.release({ kind: "plugin", name: silent, version: "1.0.0", digest: "missing" });
    const run = await shop.registry.run("plugins-builds");
    expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed });
    const reasons = Object.fromEntries(run.failures.map(({ record_id, reason }) => [record_id, reason]));
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining([`plugin/${silent}/v1.0.0`, `plugin/${wrong}/v1.0.0`]));
    expect(Object.keys(reasons)).not.toContain(`plugin/${good}/v1.0.0`);
    const record_id = `plugin/${wrong}/v1.0.0`;
    expect(reasons[record_id]).toMatch(
      /^The SHA-256 of .*\.fpx is [0-9a-f]{64} and should be 0{64}: the file was not imported\.$/,
    );
    expect(reasons[`plugin/${silent}/v1.0.0`]).toContain("SHA256SUMS");
    expect(await shop.versionsOf("plugin", wrong, "1.0.0")).toEqual([]);
    expect(await shop.versionsOf("plugin", silent, "1.0.0")).toEqual([]);
    await shop.onlyVersion("plugin", good, "1.0.0");
    expect(shop.app.lines.some((line) => line.includes('"build-refused"') && line.includes(record_id))).toBe(true);

    const retry = () =>
      shop.admin.client.call(retryTaskRecord, { params: { name: "plugins-builds", id: run.id }, body: { record_id } });
    expect((await retry()).errcode).toBe("TASK_RETRY_FAILED");
    const correctedRelease = await shop.registry.release({ kind: "plugin", name: wrong, version: "1.0.0" });
    expect((await retry()).reply()).toMatchObject({ processed: run.processed + 1, failed: run.failed - 1 });
    expect((await shop.onlyVersion("plugin", wrong, "1.0.0")).sha256).toBe(correctedRelease.sha256);
    // The version is released again with another file: the import stays, and the change is reported.
    await shop.registry.release({ kind: "plugin", name: wrong, version: "1.0.0", size: 7000 });
    const again = await shop.registry.run("plugins-builds");
    expect(again.failures.find((each) => each.record_id === record_id)?.reason).toContain("Release a new version");
    expect((await shop.onlyVersion("plugin", wrong, "1.0.0")).sha256).toBe(correctedRelease.sha256);
  });

  test.each([
    ["without a valid manifest", { manifest: { file: 7 } }, "manifest.json is not valid: file"],
    ["whose manifest names no file of it", { manifest: { file: "other.fpx" } }, "no file other.fpx"],
    ["of no version", { version: "spring" }, "is not a version"],
    ["whose number is too long to compare", { version: "1.0.99999999999999999999" }, "is not a version"],
    [
      "that needs what is not there",
      { manifest: { file: "x", dependencies: [{ name: "nothing", version: "9.9.9" }] } },
      "It needs nothing 9.9.9",
    ],
    ...["title", "author", "description", "public_description"].map(
      (field) =>
        [
          `whose ${field} has a NUL`,
          { manifest: { file: ownFile, compatible_app_version: "*", [field]: "a\u0000b" } },
          `manifest.json is not valid: ${field}`,
        ] as const,
    ),
    [
      "that needs a version with a lone surrogate",
      { manifest: { file: "x.fpx", dependencies: [{ name: "kernel", version: "1\ud800" }] } },
      "manifest.json is not valid: dependencies.0.version",
    ],
  ] as const)("is one %s, and the plugins behind it are imported", async (_, fields, reason) => {
    const bad = unique("a-bad");
    const good = bad.replace("a-bad", "b-good");
    const manifest = "manifest" in fields && {
      manifest: { ...fields.manifest, ...(fields.manifest.file === ownFile && { file: `${bad}-1.0.0.fpx` }) },
    };
    await shop.registry.release({ kind: "plugin", name: bad, version: "1.0.0", ...fields, ...manifest });
    await shop.registry.release({ kind: "plugin", name: good, version: "1.0.0" });
    const { status, failures } = await shop.registry.run("plugins-builds");
    expect(status).toBe("completed");
    expect(failures.find(({ record_id }) => record_id.startsWith(`plugin/${bad}/`))?.reason).toContain(reason);
    await shop.onlyVersion("plugin", good, "1.0.0");
  });

  test("is one that the database refuses, and the plugins behind it are imported", async () => {
    const bad = unique("a-bad");
    const good = bad.replace("a-bad", "b-good");
    for (const name of [bad, good]) await shop.registry.release({ kind: "plugin", name, version: "1.0.0" });
    await shop.database(`alter table software add constraint refused check (name <> '${bad}') not valid`);
    try {
      const { status, failures } = await shop.registry.run("plugins-builds");
      expect(status).toBe("completed");
      expect(failures.find(({ record_id }) => record_id.startsWith(`plugin/${bad}/`))?.reason).toContain(
        "could not be saved",
      );
      await shop.onlyVersion("plugin", good, "1.0.0");
    } finally {
      await shop.database("alter table software drop constraint refused");
    }
  });

  test("is one whose file lies at another host than the setting names: nothing is asked there", async () => {
    const name = unique("elsewhere");
    await shop.registry.release({ kind: "plugin", name, version: "1.0.0" });
    const worker = await startWorker({
      vars: { ...shop.app.sandbox.vars, BUILDS_FILES_ORIGIN: "https://files.example.com" },
      port: 0,
      renderer: "preact",
      onLog: () => {},
    });
    try {
      const other = actorsOn({ query: shop.database, factories: factoriesOn(shop.database), url: worker.url });
      const { failures } = await registryAt(shop.app.sandbox.url, (await other.signedInAdmin()).client).run(
        "plugins-builds",
      );
      const reason = failures.find(({ record_id }) => record_id.startsWith(`plugin/${name}/`))?.reason;
      expect(reason).toContain("another host than BUILDS_FILES_ORIGIN");
    } finally {
      await worker.stop();
    }
  });
});
