import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as software from "../../../worker/contract/v1/admin/software.ts";
import { retryTaskRecord } from "../../../worker/contract/v1/admin/tasks.ts";
import { getDownload } from "../../../worker/contract/v1/client/downloads.ts";
import { startWorker } from "../../sandbox/run/worker.ts";
import { actorsOn } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { factoriesOn, unique } from "../../support/factories.ts";
import { imports, registryAt } from "../../support/software/registry.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
let actors: ReturnType<typeof actorsOn>;
let admin: Awaited<ReturnType<ReturnType<typeof actorsOn>["signedInAdmin"]>>;
let registry: ReturnType<typeof registryAt>;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
  actors = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
  admin = await actors.signedInAdmin();
  registry = registryAt(app.sandbox.url, admin.client);
});
afterEach(() => registry.clearFaults());
afterAll(() => app?.stop());

type VersionRow = { id: string; sha256: string; bytes: string; is_published: boolean; product_id: string | null };
const versionsOf = (kind: string, name: string, version: string) =>
  database<VersionRow>(
    `select v.id, v.sha256, v.bytes, v.is_published, s.product_id from software_versions v
     join software s on s.id = v.software_id where s.kind = $1 and s.name = $2 and v.version = $3`,
    [kind, name, version],
  );
const onlyVersion = async (kind: string, name: string, version: string): Promise<VersionRow> => {
  const [row, ...more] = await versionsOf(kind, name, version);
  if (!row || more.length > 0) throw new Error(`${name} ${version} is there ${more.length + (row ? 1 : 0)} times`);
  return row;
};
/** What a customer gets who may have it. */
async function download(id: string): Promise<string> {
  const { client } = await actors.signedIn();
  const { url } = (await client.call(getDownload, { params: { object_id: id } })).reply();
  const answer = await fetch(url, { headers: { connection: "close" } });
  return createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex");
}
/** Everything that an import could touch. */
const everything = () =>
  database(`select (select json_agg(s order by s.id) from software s) as software,
    (select json_agg(v order by v.id) from software_versions v) as versions,
    (select count(*) from software_version_dependencies) as needs, (select json_agg(p order by p.address) from registry_pages p) as pages,
    (select count(*) from audit_log where action = 'addVersion') as audited`);

test("imports that never ran say so", async () => {
  const { client } = await actors.signedInAdmin();
  const told = async (task: keyof typeof imports) => (await client.call(imports[task].get)).errcode;
  expect(await told("flowpoint-versions")).toBe("SYNC_FLOWPOINT_VERSIONS_NOT_RUNNING");
  expect(await told("plugins-builds")).toBe("SYNC_PLUGINS_BUILDS_NOT_RUNNING");
});

/** Of the app, as many as are released. */
const releasedOfApp = async () => (await registry.released()).filter(({ kind }) => kind === "flowpoint").length;

test("a release of the app is imported, published and downloaded, and a second run changes nothing", async () => {
  // so that one more try meets nothing of the one before
  const patch = Date.now();
  const built = await registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `6.0.${patch}`,
    size: 300_000,
  });
  const early = await registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `6.1.${patch}-rc.1`,
    prerelease: true,
  });
  const sums = await registry.release({
    kind: "flowpoint",
    name: "flowpoint",
    version: `5.9.${patch}`,
    digest: "none",
  });
  const run = await registry.run("flowpoint-versions");
  const found = await releasedOfApp();
  expect(run).toMatchObject({ status: "completed", found, processed: found, failed: 0, error: null, failures: [] });
  const { id, is_published } = await onlyVersion("software", "flowpoint", built.version);
  expect(is_published).toBe(false);
  for (const each of [built, early, sums])
    expect(await onlyVersion("software", "flowpoint", each.version)).toMatchObject({
      ...{ sha256: each.sha256, bytes: String(each.size), is_published: false },
    });
  const { client } = await actors.signedIn();
  expect((await client.call(getDownload, { params: { object_id: id } })).errcode).toBe("FILE_NOT_FOUND");
  (await admin.client.call(software.publishVersion, { params: { id } })).reply();
  expect(await download(id)).toBe(built.sha256);

  const before = await everything();
  const requests = (await registry.callsTo("builds")).length;
  expect(await registry.run("flowpoint-versions")).toMatchObject({ status: "completed", found, processed: found });
  expect(await everything()).toEqual(before);
  const asked = (await registry.callsTo("builds")).slice(0, -requests);
  expect(asked.map(({ status }) => status)).toEqual([304]);
});

test("a plugin that the shop does not know is added without a product, with what it needs", async () => {
  const [plugin, kernel] = [unique("plugin"), unique("kernel")];
  await registry.release({
    ...{
      kind: "dependency",
      name: kernel,
      version: "2.0.0",
      dependencies: [{ name: `${kernel}-units`, version: "1.0.0" }],
    },
  });
  const built = await registry.release({
    ...{ kind: "plugin", name: plugin, version: "1.2.0", compatible_app_version: ">=5.0.0 <7" },
    dependencies: [
      { name: kernel, version: "2.0.0" },
      { name: `${kernel}-units`, version: "1.0.0" },
    ],
  });
  const run = await registry.run("plugins-builds");
  expect(run).toMatchObject({ status: "completed", failed: 0, found: run.processed });
  const made = await onlyVersion("plugin", plugin, "1.2.0");
  expect(made).toMatchObject({ sha256: built.sha256, is_published: false, product_id: null });
  const needs = await admin.client.call(software.listVersionDependencies, { params: { id: made.id } });
  expect(
    needs
      .reply()
      .data.map(({ name, version }) => `${name} ${version}`)
      .toSorted(),
  ).toEqual([`${kernel} 2.0.0`, `${kernel}-units 1.0.0`]);
  const publish = (id: string) => admin.client.call(software.publishVersion, { params: { id } });
  expect((await publish(made.id)).errcode).toBe("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED");
  for (const [kind, name, version] of [
    ["dependency", `${kernel}-units`, "1.0.0"],
    ["dependency", kernel, "2.0.0"],
    ["plugin", plugin, "1.2.0"],
  ] as const)
    (await publish((await onlyVersion(kind, name, version)).id)).reply();
  expect(await download(made.id)).toBe(built.sha256);
  // an older release is not the latest build
  const before = await everything();
  const plugins = (await registry.released()).filter(({ kind }) => kind === "plugin").length;
  expect(await registry.run("plugins-builds")).toMatchObject({ found: plugins, processed: plugins });
  expect(await everything()).toEqual(before);
});

describe("a build that cannot be taken", () => {
  test("is told with its reason, the others are imported, and once mended it is retried", async () => {
    const [wrong, good, silent] = [unique("wrong"), unique("good"), unique("silent")];
    await registry.release({ kind: "plugin", name: wrong, version: "1.0.0", digest: "wrong" });
    await registry.release({ kind: "plugin", name: good, version: "1.0.0" });
    await registry.release({ kind: "plugin", name: silent, version: "1.0.0", digest: "missing" });
    const run = await registry.run("plugins-builds");
    expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed });
    const reasons = Object.fromEntries(run.failures.map(({ record_id, reason }) => [record_id, reason]));
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining([`plugin/${silent}/v1.0.0`, `plugin/${wrong}/v1.0.0`]));
    expect(Object.keys(reasons)).not.toContain(`plugin/${good}/v1.0.0`);
    const record_id = `plugin/${wrong}/v1.0.0`;
    expect(reasons[record_id]).toMatch(
      /^The SHA-256 of .*\.fpx is [0-9a-f]{64} and should be 0{64}: it was not taken\.$/,
    );
    expect(reasons[`plugin/${silent}/v1.0.0`]).toContain("SHA256SUMS");
    expect(await versionsOf("plugin", wrong, "1.0.0")).toEqual([]);
    expect(await versionsOf("plugin", silent, "1.0.0")).toEqual([]);
    await onlyVersion("plugin", good, "1.0.0");
    expect(app.lines.some((line) => line.includes('"build-refused"') && line.includes(record_id))).toBe(true);

    const retry = () =>
      admin.client.call(retryTaskRecord, { params: { name: "plugins-builds", id: run.id }, body: { record_id } });
    expect((await retry()).errcode).toBe("TASK_RETRY_FAILED");
    const mended = await registry.release({ kind: "plugin", name: wrong, version: "1.0.0" });
    expect((await retry()).reply()).toMatchObject({ processed: run.processed + 1, failed: run.failed - 1 });
    expect((await onlyVersion("plugin", wrong, "1.0.0")).sha256).toBe(mended.sha256);
    // released anew with another file: what was imported stays, and the change is told
    await registry.release({ kind: "plugin", name: wrong, version: "1.0.0", size: 7000 });
    const again = await registry.run("plugins-builds");
    expect(again.failures.find((each) => each.record_id === record_id)?.reason).toContain("release a new version");
    expect((await onlyVersion("plugin", wrong, "1.0.0")).sha256).toBe(mended.sha256);
  });

  test.each([
    ["without a valid manifest", { manifest: { file: 7 } }, "manifest.json is not valid: file"],
    ["whose manifest names no file of it", { manifest: { file: "other.fpx" } }, "no file other.fpx"],
    ["of no version", { version: "spring" }, "is no version"],
    [
      "that needs what is not there",
      { manifest: { file: "x", dependencies: [{ name: "nothing", version: "9.9.9" }] } },
      "It needs nothing 9.9.9",
    ],
  ])("is one %s", async (_, fields, reason) => {
    const name = unique("bad");
    await registry.release({ kind: "plugin", name, version: "1.0.0", ...fields });
    const { failures } = await registry.run("plugins-builds");
    expect(failures.find(({ record_id }) => record_id.startsWith(`plugin/${name}/`))?.reason).toContain(reason);
  });

  test("is one whose file lies at another host than the setting names: nothing is asked there", async () => {
    const name = unique("elsewhere");
    await registry.release({ kind: "plugin", name, version: "1.0.0" });
    const worker = await startWorker({
      ...{
        vars: { ...app.sandbox.vars, BUILDS_FILES_ORIGIN: "https://files.example.com" },
        port: 0,
        renderer: "preact",
      },
      onLog: () => {},
    });
    try {
      const other = actorsOn({ query: database, factories: factoriesOn(database), url: worker.url });
      const { failures } = await registryAt(app.sandbox.url, (await other.signedInAdmin()).client).run(
        "plugins-builds",
      );
      const reason = failures.find(({ record_id }) => record_id.startsWith(`plugin/${name}/`))?.reason;
      expect(reason).toContain("another host than BUILDS_FILES_ORIGIN");
    } finally {
      await worker.stop();
    }
  });
});

test("a registry that wants to be left alone ends the run, and the next one does all of it", async () => {
  const version = `6.2.${Date.now()}`;
  await registry.release({ kind: "flowpoint", name: "flowpoint", version });
  await registry.limitTo(0, 600);
  const run = await registry.run("flowpoint-versions");
  expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("limit of requests is used up") });
  expect(await registry.state("flowpoint-versions")).toMatchObject({ status: "failed", error: run.error });
  await registry.limitTo(5000, 600);
  expect(await registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  await onlyVersion("software", "flowpoint", version);
});

test.each([
  ["by 403", { path: "/releases/assets/", value: 403 }],
  ["by 429", { path: "/releases", value: 429 }],
] as const)(
  "a registry that has had enough of us for a minute, told %s without a header, is asked once and then left alone",
  async (_, limit) => {
    const version = `6.3.${Date.now()}`;
    await registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await registry.addFault({ service: "builds", kind: "limit", ...limit });
    const refusals = async () => (await registry.callsTo("builds")).filter(({ fault }) => fault === "limit").length;
    const before = await refusals();
    const run = await registry.run("flowpoint-versions");
    expect(run).toMatchObject({ status: "failed", error: expect.stringContaining("limit of requests is used up") });
    expect(run.failures).toEqual([]);
    expect((await refusals()) - before).toBe(1);
    expect((await registry.callsTo("builds"))[0]?.fault).toBe("limit");
    expect(await registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
    await onlyVersion("software", "flowpoint", version);
  },
);

test.each([403, 429])("a limit (%i) that says how long is waited for, and each build is there once", async (value) => {
  const version = `6.4.${Date.now()}`;
  await registry.release({ kind: "flowpoint", name: "flowpoint", version });
  await registry.addFault({ service: "builds", kind: "status", value, retry_after: 1, path: "/releases" });
  expect(await registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
  await onlyVersion("software", "flowpoint", version);
});

describe("pages that move while they are read", () => {
  const short = (value: number) => ({ kind: "short", value }) as const;
  /** Asks for the faults of the next pages of a list, in their order. */
  async function disturb(path: string, faults: readonly ({ kind: "repeat" | "shift" } | ReturnType<typeof short>)[]) {
    for (const fault of faults) await registry.addFault({ service: "builds", path, ...fault });
  }

  test.each([
    ["that are short though more follow", [short(3), short(2)]],
    ["that repeat the last rows of the one before", [short(3), { kind: "repeat" }]],
    ["before which a row has gone, so that another one is passed over", [short(3), { kind: "shift" }]],
  ] as const)("releases on pages %s are imported once and counted once", async (_, faults) => {
    const patch = Date.now();
    const versions = [1, 2, 3, 4, 5, 6].map((minor) => `7.${minor}.${patch}`);
    for (const version of versions) await registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await disturb("/repos/cgx/flowpoint/releases", faults);
    const run = await registry.run("flowpoint-versions");
    const found = await releasedOfApp();
    expect(run).toMatchObject({ status: "completed", found, processed: found, failed: 0, failures: [] });
    for (const version of versions) await onlyVersion("software", "flowpoint", version);
  });

  test("a release that was gone when it was asked for is told, and the others are imported", async () => {
    const version = `7.9.${Date.now()}`;
    await registry.release({ kind: "flowpoint", name: "flowpoint", version });
    await disturb("/repos/cgx/flowpoint/releases", [{ kind: "shift" }]);
    const run = await registry.run("flowpoint-versions");
    expect(run).toMatchObject({ status: "completed", failed: 1, found: run.processed + 1 });
    expect(run.failures).toMatchObject([{ reason: expect.stringMatching(/^The registry has no release v0\.0\.\d+ /) }]);
    await onlyVersion("software", "flowpoint", version);
  });

  test.each([
    ["repeat", "zz", [{ kind: "repeat" }]],
    ["shift", "zzzz", [{ kind: "shift" }]],
  ] as const)("plugins on pages with the fault %s are imported once, and what fails fails once", async (...asked) => {
    // behind all others, so that the last page begins with one of them
    const [, prefix, second] = asked;
    const names = ["a", "b", "c", "d"].map((each) => unique(`${prefix}-${each}`));
    for (const name of names) await registry.release({ kind: "plugin", name, version: "1.0.0" });
    const last = unique(`${prefix}-wrong`);
    await registry.release({ kind: "plugin", name: last, version: "1.0.0", digest: "wrong" });
    const repositories = new Set(
      (await registry.released()).map(({ kind, name }) => (kind === "flowpoint" ? kind : name)),
    );
    await disturb("/orgs/cgx/repos", [short(repositories.size - 3), ...second]);
    const run = await registry.run("plugins-builds");
    expect(run).toMatchObject({ status: "completed", found: run.processed + run.failed, failed: run.failures.length });
    expect(run.failures.map(({ record_id }) => record_id)).toContain(`plugin/${last}/v1.0.0`);
    for (const name of names) await onlyVersion("plugin", name, "1.0.0");
  });
});

test("a failing registry and bucket are asked again: each build is there once", async () => {
  const names = Array.from({ length: 5 }, () => unique("faulty"));
  for (const name of names) await registry.release({ kind: "plugin", name, version: "1.0.0" });
  await registry.addFault({ service: "builds", kind: "status", value: 502, times: 2 });
  await registry.addFault({ service: "builds", kind: "cut", path: "/assets", times: 2 });
  await registry.addFault({ service: "files", kind: "status", value: 500, times: 3 });
  const run = await registry.run("plugins-builds");
  expect(run.failures.filter(({ record_id }) => names.some((name) => record_id.includes(name)))).toEqual([]);
  for (const name of names) await onlyVersion("plugin", name, "1.0.0");
});

test("a runner that is killed within a large file goes on behind the parts that are there", async () => {
  const parts = 4;
  const version = `7.0.${Date.now()}`;
  const size = parts * 8 * 1024 ** 2 - 5;
  const built = await registry.release({ kind: "flowpoint", name: "flowpoint", version, size });
  const read = async () =>
    (await registry.callsTo("builds")).filter(({ path }) => path === `/builds/assets/flowpoint/${built.id}0`).length;
  await registry.addFault({ service: "builds", kind: "delay", path: "/builds/assets/", value: 2500, times: 100 });
  const isCopied = async (count: number) => {
    const [row] = await database<{ done: number }>(
      "select coalesce(jsonb_array_length(cursor #> '{upload,etags}'), 0) as done from tasks where name = 'flowpoint-versions'",
    );
    return (row?.done ?? 0) >= count;
  };
  await registry.start("flowpoint-versions");
  await expect.poll(() => isCopied(1), { timeout: 40_000 }).toBe(true);
  await app.killWorker();
  await registry.clearFaults();
  const before = await read();
  await app.startWorker();
  // the lease of who was killed has ended
  await database("update tasks set lease_until = now() - interval '1 second' where name = 'flowpoint-versions'");
  await registry.runJob("continue-tasks");
  await expect
    .poll(async () => (await registry.state("flowpoint-versions")).status, { timeout: 60_000 })
    .toBe("completed");
  expect((await registry.lastRun("flowpoint-versions")).failures).toEqual([]);
  const { id, sha256 } = await onlyVersion("software", "flowpoint", version);
  expect(sha256).toBe(built.sha256);
  // what was copied and kept is not read again
  expect((await read()) - before).toBeLessThan(parts);
  (await admin.client.call(software.publishVersion, { params: { id } })).reply();
  expect(await download(id)).toBe(built.sha256);
}, 120_000);
