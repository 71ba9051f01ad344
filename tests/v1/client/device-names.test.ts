import { expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import { signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createProduct, unique } from "../../support/factories.ts";
import { createSoftware, createVersion } from "../../support/software/rows.ts";

async function createFleet(count = 1) {
  const [manager, product] = [await signedIn({ roles: ["org", "user"] }), await createProduct()];
  const devices = await query<{ id: string; serial: string }>(
    `insert into devices (org_id, product_id, serial) select $1, $2, unnest($3::text[]) returning id, serial`,
    [manager.user.org_id, product.id, Array.from({ length: count }, () => unique("FLEET"))],
  );
  return { ...manager, product, devices, id: devices[0]?.id ?? "" };
}

const fetchDevices = async ({ client }: Awaited<ReturnType<typeof signedIn>>, filters: Record<string, string> = {}) =>
  (await client.call(contract.listOrgProducts, { query: filters })).reply().data;

test("a device keeps a name, a site and tags, omitted ones stay, and empty ones are cleared", async () => {
  const { client, id, user } = await createFleet();
  const change = async (body: object) =>
    (await client.call(contract.updateOrgProduct, { params: { id }, body })).reply();
  const namedDevice = await change({ name: " Line  2, left ", site: "Chicago", tags: ["spare", "Line 2", "SPARE"] });
  expect(namedDevice).toMatchObject({ name: "Line 2, left", site: "Chicago", tags: ["Line 2", "spare"] });
  expect(await change({ site: "Boston" })).toMatchObject({
    name: "Line 2, left",
    site: "Boston",
    tags: ["Line 2", "spare"],
  });
  expect(await change({ name: "", site: null, tags: [] })).toMatchObject({ name: null, site: null, tags: [] });
  const entries = await query(
    `select actor_id, data -> 'changes' -> 'site' as site from audit_log
     where subject_id = $1 and action = 'updateDevices' order by created_at, id`,
    [id],
  );
  expect(entries).toEqual([
    { actor_id: user.id, site: [null, "Chicago"] },
    { actor_id: user.id, site: ["Chicago", "Boston"] },
    { actor_id: user.id, site: ["Boston", null] },
  ]);
});

test("a change of what another changed meanwhile is refused, and of what is too long or too much as well", async () => {
  const { client, id } = await createFleet();
  const { updated_at } = (await client.call(contract.getOrgProduct, { params: { id } })).reply();
  const change = (body: object) => client.call(contract.updateOrgProduct, { params: { id }, body });
  await change({ site: "Chicago" });
  const lateAnswer = await change({ site: "Boston", updated_at });
  expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  for (const body of [
    { name: "n".repeat(65) },
    { site: "s".repeat(65) },
    { tags: ["t".repeat(33)] },
    { tags: ["a, b"] },
    { tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) },
  ])
    expect((await change(body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
  expect((await client.call(contract.getOrgProduct, { params: { id } })).reply()).toMatchObject({
    name: null,
    site: "Chicago",
    tags: [],
  });
});

test("the list finds devices by name, site and tag", async () => {
  const owner = await createFleet(3);
  const [one, two, three] = owner.devices;
  const change = (id: string | undefined, body: object) =>
    owner.client.call(contract.updateOrgProduct, { params: { id: id ?? "" }, body });
  await change(one?.id, { name: "Left press", site: "Chicago", tags: ["spare"] });
  await change(two?.id, { name: "Right press", site: "Boston", tags: ["spare", "line 2"] });
  const listSerials = async (filters: Record<string, string>) =>
    (await fetchDevices(owner, { sort: "serial", ...filters })).map(({ serial }) => serial);
  const [first, second, third] = [one?.serial, two?.serial, three?.serial];
  expect(await listSerials({ search: "press" })).toEqual([first, second].toSorted());
  expect(await listSerials({ search: "chicago" })).toEqual([first]);
  expect(await listSerials({ search: "line 2" })).toEqual([second]);
  expect(await listSerials({ search: third?.slice(-6) ?? "" })).toEqual([third]);
  expect(await listSerials({ site: "Boston" })).toEqual([second]);
  expect(await listSerials({ tag: "spare" })).toEqual([first, second].toSorted());
  expect(await listSerials({ tag: "spare", site: "Chicago" })).toEqual([first]);
  expect(await listSerials({ site: "Nowhere" })).toEqual([]);
});

test("the installed version that any member reports decides whether an update is available", async () => {
  const owner = await createFleet(2);
  const { id, product } = owner;
  const member = await signedIn({ org_id: owner.user.org_id });
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "1.10.0", published: 20 });
  const report = async (version: string) =>
    (await member.client.call(contract.reportInstalledVersion, { params: { id }, body: { version } })).reply();
  expect(await fetchDevices(owner)).toMatchObject([{ has_update: false }, { has_update: false }]);
  const firstReport = await report("v1.9.0");
  expect(firstReport).toMatchObject({ installed_version: "1.9.0", has_update: true });
  expect(firstReport.installed_at).toMatch(/^\d{4}-/);
  expect((await report("1.9.0")).updated_at, "a repeated report changes nothing").toBe(firstReport.updated_at);
  expect((await fetchDevices(owner, { has_update: "true" })).map((each) => each.id)).toEqual([id]);
  expect(await fetchDevices(owner, { has_update: "false" })).toHaveLength(1);
  expect(await report("1.10.0")).toMatchObject({ has_update: false });
  expect(await report("2.0.0-beta.1")).toMatchObject({ has_update: false });
  const invalidAnswer = await member.client.call(contract.reportInstalledVersion, {
    params: { id },
    body: { version: "newest" },
  });
  expect(invalidAnswer.status).toBe(400);
  const renameAnswer = await member.client.call(contract.updateOrgProduct, { params: { id }, body: { name: "Mine" } });
  expect(renameAnswer.status, "names are for those who manage devices").toBe(403);
});

test("a version that is reported with fewer or more numbers is compared as the version that it names", async () => {
  const { client, id, product } = await createFleet();
  const firmware = await createSoftware({ kind: "software", fits: [product.id] });
  await createVersion(firmware, { version: "2.0.0", published: 20 });
  const hasUpdate = async (version: string) =>
    (await client.call(contract.reportInstalledVersion, { params: { id }, body: { version } })).reply().has_update;
  const reportedVersions = ["1", "1.9", "1.9.9.4", "2.0-rc.1", "2.0.0.0-rc.1", "2.0.0.7-rc.1+5"];
  reportedVersions.push("2", "2.0", "2.0.0.1", "2.0.0.1+5", "2.1", "2.0.1.0-rc.1", "10");
  const versionsWithUpdate: string[] = [];
  for (const version of reportedVersions) if (await hasUpdate(version)) versionsWithUpdate.push(version);
  expect(versionsWithUpdate).toEqual(["1", "1.9", "1.9.9.4", "2.0-rc.1", "2.0.0.0-rc.1", "2.0.0.7-rc.1+5"]);
});

test("a removed device that is registered again has its name, site, tags and version back, for its organization", async () => {
  const owner = await createFleet();
  const product = await createProduct();
  const serial_number = product.serial();
  const register = async ({ client }: Pick<typeof owner, "client">) =>
    (await client.call(contract.createOrgProduct, { body: { serial_number } })).reply();
  const change = { name: "Left press", site: "Chicago", tags: ["spare"] };
  const { id } = await register(owner);
  (await owner.client.call(contract.updateOrgProduct, { params: { id }, body: change })).reply();
  const report = { params: { id }, body: { version: "1.5.0" } };
  const { installed_at } = (await owner.client.call(contract.reportInstalledVersion, report)).reply();
  const remove = async ({ client }: Pick<typeof owner, "client">, deviceId: string) =>
    (await client.call(contract.deleteOrgProduct, { params: { id: deviceId } })).reply();
  await remove(owner, id);
  const sameDevice = await register(owner);
  expect(sameDevice).toMatchObject({ ...change, installed_version: "1.5.0", installed_at });
  await remove(owner, sameDevice.id);
  const other = await signedIn({ roles: ["org", "user"] });
  expect(await register(other)).toMatchObject({ name: null, site: null, tags: [], installed_version: null });
});
