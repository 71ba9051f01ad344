import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { listAdminSoftware } from "../../../../worker/contract/v1/admin/releases.ts";
import * as contract from "../../../../worker/contract/v1/admin/software.ts";
import { retryTaskRecord } from "../../../../worker/contract/v1/admin/tasks.ts";
import { getDownload, listDownloads } from "../../../../worker/contract/v1/client/downloads.ts";
import {
  createOrgProduct,
  listOrgProducts,
  listOrgProductSoftware,
} from "../../../../worker/contract/v1/client/org-products.ts";
import { factoriesOn, unique } from "../../../support/factories.ts";
import { startRegistryApp } from "./registry-app.ts";

let shop: Awaited<ReturnType<typeof startRegistryApp>>;
beforeAll(async () => {
  shop = await startRegistryApp();
});
afterEach(() => shop.registry.clearFaults());
afterAll(() => shop?.app.stop());

const createProduct = () => factoriesOn(shop.database).createProduct();

async function addSource(fields: { repository?: string | null; fits_product_ids?: string[] } = {}) {
  const name = unique("firmware");
  const body = { name, title: `Title of ${name}`, author: "CGX", category: "firmware", repository: name } as const;
  return (await shop.admin.client.call(contract.createSoftware, { body: { ...body, ...fields } })).reply();
}
test("a repository with the topic of firmware becomes firmware of nobody, until its devices are chosen", async () => {
  const product = await createProduct();
  const [name, knownName] = [unique("topic"), unique("known")];
  const source = await addSource({ repository: knownName });
  const built = await shop.registry.release({ kind: "software", name, version: "1.0.0", has_topic: true });
  await shop.registry.release({ kind: "software", name, version: "1.1.0-rc.1", has_topic: true, prerelease: true });
  await shop.registry.release({ kind: "software", name: knownName, version: "1.0.0", has_topic: true });
  expect(await shop.registry.run("plugins-builds")).toMatchObject({ status: "completed", failed: 0 });
  const { id, sha256 } = await shop.onlyVersion("software", name, "1.0.0");
  expect(sha256).toBe(built.sha256);
  const software = await shop.database(
    `select name, category, has_availability, (select count(*)::int from software_versions v where v.software_id = s.id)
     from software s where name = any($1) order by name`,
    [[name, knownName, source.name]],
  );
  // The task flowpoint-versions imports `knownName`, because software names this repository.
  expect(software).toHaveLength(2);
  expect(software).toContainEqual({ name, category: "firmware", has_availability: false, count: 1 });
  expect(software).toContainEqual({ name: source.name, category: "firmware", has_availability: true, count: 0 });
  const publish = () => shop.admin.client.call(contract.publishVersion, { params: { id } });
  const [draftRow] = await shop.database("select public_description from software_versions where id = $1", [id]);
  if (draftRow?.["public_description"] === "")
    (
      await shop.admin.client.call(contract.updateVersion, { params: { id }, body: { public_description: "News" } })
    ).reply();
  expect((await publish()).errcode).toBe("SOFTWARE_AVAILABILITY_REQUIRED");
  (await updateSource(name, { fits_product_ids: [product.id] })).reply();
  (await publish()).reply();
});

test("a release without a manifest is refused while one of its uploads is unfinished", async () => {
  const repository = unique("single");
  const source = await addSource({ repository });
  const build = { kind: "software", name: source.name, repository, version: "1.0.0", has_manifest: false } as const;
  await shop.registry.release({ ...build, has_failed_upload: true });
  const { failures } = await shop.registry.run("flowpoint-versions");
  expect(failures.map(({ reason }) => reason)).toEqual([
    "The release has no manifest.json, and one of its uploads failed or is not complete.",
  ]);
  const { sha256 } = await shop.registry.release(build);
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ failures: [] });
  expect(await shop.onlyVersion("software", source.name, "1.0.0")).toMatchObject({ sha256 });
});

const updateSource = (name: string, body: object) =>
  shop.admin.client.call(contract.updateSoftware, { params: { name }, body });

test("firmware is imported, published and offered to the organization with such a device, and to no other", async () => {
  const product = await createProduct();
  const repository = `${unique("Aquila")}.firmware`;
  const source = await addSource({ repository, fits_product_ids: [product.id, product.id] });
  expect(source).toMatchObject({ category: "firmware", repository, fits_product_ids: [product.id] });
  const built = await shop.registry.release({ kind: "software", name: source.name, repository, version: "2.4.0" });
  await shop.registry.release({ kind: "software", name: source.name, repository, version: "2.3.0" });
  const app = await shop.registry.release({ kind: "flowpoint", name: "flowpoint", version: `8.0.${Date.now()}` });
  const run = await shop.registry.run("flowpoint-versions");
  expect(run).toMatchObject({ status: "completed", failed: 0, found: run.processed });
  // The app still comes from the repository in the setting.
  await shop.onlyVersion("software", "flowpoint", app.version);
  await shop.onlyVersion("software", source.name, "2.3.0");
  const { id, sha256 } = await shop.onlyVersion("software", source.name, "2.4.0");
  expect(sha256).toBe(built.sha256);
  const title = await shop.database("select title from software where id = $1", [source.id]);
  expect(title).toEqual([{ title: source.title }]);

  const managerInput = { roles: ["org", "user"] } satisfies Parameters<typeof shop.actors.signedIn>[0];
  const [owner, other] = [await shop.actors.signedIn(managerInput), await shop.actors.signedIn(managerInput)];
  const registered = await owner.client.call(createOrgProduct, { body: { serial_number: product.serial() } });
  const device = registered.reply();
  const listNewestBuilds = async (client: typeof owner.client) =>
    (await client.call(listOrgProducts)).reply().data.map(({ newest_build }) => newest_build);
  expect(await listNewestBuilds(owner.client)).toEqual([null]);
  (await shop.admin.client.call(contract.publishVersion, { params: { id } })).reply();
  expect(await listNewestBuilds(owner.client)).toMatchObject([{ title: source.title, version: "2.4.0" }]);
  const offered = await owner.client.call(listOrgProductSoftware, { params: { id: device.id } });
  expect(offered.reply().data).toMatchObject([
    { name: source.name, allowed: true, latest_version_allowed: { version: "2.4.0", sha256: built.sha256 } },
  ]);
  expect(await listNewestBuilds(other.client)).toEqual([]);
  const strangerAnswer = await other.client.call(listOrgProductSoftware, { params: { id: device.id } });
  expect(strangerAnswer.errcode).toBe("ORG_PRODUCT_NOT_FOUND");
  const { url } = (await owner.client.call(getDownload, { params: { object_id: id } })).reply();
  expect((await fetch(url)).status).toBe(200);
  const fetchDownloads = async () => (await owner.client.call(listDownloads)).reply().data;
  await expect.poll(fetchDownloads).toMatchObject([{ software: { name: source.name }, version: { version: "2.4.0" } }]);
  expect((await other.client.call(listDownloads)).reply().data).toEqual([]);

  const before = await shop.everything();
  expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ found: run.found, processed: run.found });
  expect(await shop.everything()).toEqual(before);
});

describe("a repository", () => {
  test("that is gone or was renamed is one failure, the others are imported, and once corrected it is retried", async () => {
    const [missingSource, movedSource, validSource] = [await addSource(), await addSource(), await addSource()];
    for (const { name } of [movedSource, validSource])
      await shop.registry.release({ kind: "software", name, version: "1.0.0" });
    const path = `/repos/cgx/${movedSource.name}/releases`;
    await shop.registry.addFault({ service: "builds", kind: "status", value: 301, path, times: 5 });
    const run = await shop.registry.run("flowpoint-versions");
    expect(run).toMatchObject({ status: "completed", failed: 2, found: run.processed + 2 });
    const reasons = Object.fromEntries(run.failures.map(({ record_id, reason }) => [record_id, reason]));
    expect(reasons).toEqual({
      [`source/${missingSource.name}`]: `There is no repository cgx/${missingSource.name} that the token can access. Correct its name, or give the token access to it.`,
      [`source/${movedSource.name}`]: `The releases of cgx/${movedSource.name} could not be listed: it was renamed or moved: correct its name.`,
    });
    await shop.onlyVersion("software", validSource.name, "1.0.0");

    const retry = () =>
      shop.admin.client.call(retryTaskRecord, {
        params: { name: "flowpoint-versions", id: run.id },
        body: { record_id: `source/${missingSource.name}` },
      });
    expect((await retry()).errcode).toBe("TASK_RETRY_FAILED");
    const repository = unique("right");
    for (const version of ["1.0.0", "1.1.0"])
      await shop.registry.release({ kind: "software", name: missingSource.name, repository, version });
    (await updateSource(missingSource.name, { repository })).reply();
    (await retry()).reply();
    for (const version of ["1.0.0", "1.1.0"]) await shop.onlyVersion("software", missingSource.name, version);
    (await updateSource(missingSource.name, { repository: null })).reply();
    await shop.registry.release({ kind: "software", name: missingSource.name, repository, version: "1.2.0" });
    await shop.registry.clearFaults();
    expect(await shop.registry.run("flowpoint-versions")).toMatchObject({ status: "completed", failed: 0 });
    expect(await shop.versionsOf("software", missingSource.name, "1.2.0")).toEqual([]);
  });

  test("whose releases need several pages is read to its end, and a release that cannot be taken fails alone", async () => {
    const source = await addSource();
    for (let minor = 0; minor < 4; minor += 1)
      await shop.registry.release({ kind: "software", name: source.name, version: `1.${minor}.0`, size: 100 });
    await shop.registry.release({ kind: "software", name: source.name, version: "1.9.0", digest: "wrong" });
    const path = `/repos/cgx/${source.name}/releases`;
    await shop.registry.addFault({ service: "builds", kind: "short", value: 2, path });
    const run = await shop.registry.run("flowpoint-versions");
    expect(run.failures.map(({ record_id }) => record_id)).toEqual([`software/${source.name}/v1.9.0`]);
    for (let minor = 0; minor < 4; minor += 1) await shop.onlyVersion("software", source.name, `1.${minor}.0`);
    await shop.registry.release({ kind: "software", name: source.name, version: "1.9.0" });
    const record_id = `software/${source.name}/v1.9.0`;
    const params = { name: "flowpoint-versions", id: run.id } as const;
    (await shop.admin.client.call(retryTaskRecord, { params, body: { record_id } })).reply();
    await shop.onlyVersion("software", source.name, "1.9.0");
  });

  test("belongs to one software alone, whatever its case, and that of the setting to the app", async () => {
    const { repository } = await addSource();
    const other = await addSource({ repository: null });
    for (const takenName of [repository?.toUpperCase(), "Flowpoint"]) {
      expect((await updateSource(other.name, { repository: takenName })).errcode).toBe("SOFTWARE_REPOSITORY_EXISTS");
      const body = { name: unique("x"), title: "X", author: "CGX", category: "tool", repository: takenName } as const;
      const createAnswer = await shop.admin.client.call(contract.createSoftware, { body });
      expect(createAnswer.errcode).toBe("SOFTWARE_REPOSITORY_EXISTS");
    }
  });
});

describe("software", () => {
  test("is added once of ten times at once, listed, changed while nobody else does, and audited", async () => {
    const { client } = shop.admin;
    const body = { name: unique("tool"), title: "Bench", author: "CGX", category: "tool" } as const;
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.call(contract.createSoftware, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set([undefined, "SOFTWARE_NAME_EXISTS"]));
    const listed = await client.call(listAdminSoftware, { query: { search: body.name } });
    expect(listed.reply().data).toMatchObject([{ name: body.name, category: "tool", repository: null }]);
    const [firstAnswer] = answers.filter(({ status }) => status === 201);
    const { updated_at, id } = firstAnswer?.reply() ?? { updated_at: "", id: "" };
    const changedFields = {
      title: "Bench 2",
      category: "app",
      author_url: "https://cgx.example.com",
      description: "New.",
    };
    const updateReply = (await updateSource(body.name, { ...changedFields, updated_at })).reply();
    expect(updateReply).toMatchObject({ ...changedFields, author: "CGX", repository: null, fits_product_ids: [] });
    expect((await updateSource(body.name, { title: "Late", updated_at })).errcode).toBe("OBJECT_OUTDATED");
    const audit = await shop.database("select action from audit_log where subject_id = $1 order by id", [id]);
    expect(audit).toEqual([{ action: "createSoftware" }, { action: "updateSoftware" }]);
  });

  test.each([
    ["name", "two words", /letters, digits, underscores and hyphens/],
    ["title", " ", "Title is required."],
    ["author", "x".repeat(129), "Author must be at most 128 characters."],
    ["author_url", "javascript:alert(1)", "Author’s page is an address that begins with https://."],
    ["category", "virus", "Choose app, firmware or tool."],
    ["repository", "cgx/other", /without its owner/],
    ["repository", "..", /without its owner/],
    ["fits_product_ids", ["1"], "Invalid uuid."],
  ])("with %s = %s is refused", async (field, value, message) => {
    const body = { name: unique("x"), title: "X", author: "CGX", category: "tool", [field]: value };
    const answer = await shop.admin.client.call(contract.createSoftware, { body: body as never });
    const expectedMessage = typeof message === "string" ? message : expect.stringMatching(message);
    expect([answer.status, answer.issues.map((issue) => issue.message)]).toEqual([400, [expectedMessage]]);
  });

  test("of no kind, of a product that is not there, or a plugin is not there", async () => {
    const source = await addSource();
    expect((await updateSource(unique("nothing"), { title: "X" })).errcode).toBe("REFERENCE_NOT_FOUND");
    expect((await updateSource(source.name, { fits_product_ids: [randomUUID()] })).errcode).toBe("PRODUCT_NOT_FOUND");
    const body = { name: unique("x"), title: "X", author: "CGX", category: "tool" } as const;
    const createAnswer = await shop.admin.client.call(contract.createSoftware, {
      body: { ...body, fits_product_ids: [randomUUID()] },
    });
    expect(createAnswer.errcode).toBe("PRODUCT_NOT_FOUND");
    const [plugin] = await shop.database<{ name: string }>(
      "insert into software (kind, name, title, author) values ('plugin', $1, 'P', 'CGX') returning name",
      [unique("plugin")],
    );
    expect((await updateSource(plugin?.name ?? "", { title: "X" })).errcode).toBe("REFERENCE_NOT_FOUND");
  });
});
