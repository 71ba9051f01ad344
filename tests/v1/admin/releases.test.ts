import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/releases.ts";
import { linkPlugin, publishVersion, updateVersion } from "../../../worker/contract/v1/admin/software.ts";
import { signedIn, signedInAdmin } from "../../support/actors.ts";
import {
  addDependency,
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createVersion,
  createDownload,
} from "../../support/software/rows.ts";

const admin = await signedInAdmin();
const { client } = admin;

const publish = (id: string, token?: string) =>
  client.call(publishVersion, { params: { id }, ...(token !== undefined && { body: { check: token } }) });

/** A plugin without buyers, so that its versions notify no one. */
const createPlugin = async () => createSoftware({ product_id: (await createSoftwareProduct()).id });

test("the list tells what is published, what waits, with what it is bought and the downloads of 30 days", async () => {
  const product = await createSoftwareProduct();
  const plugin = await createSoftware({ product_id: product.id });
  const oldVersion = await createVersion(plugin, { version: "1.9.0" });
  await createVersion(plugin, { version: "1.10.0" });
  await createVersion(plugin, { version: "2.0.0-rc.1", published: null });
  for (const days of [0, 29, 31]) await createDownload(plugin, oldVersion, days);
  const list = async (filters: Record<string, string>) =>
    (await client.call(contract.listAdminSoftware, { query: { search: plugin.name, ...filters } })).reply().data;
  expect(await list({})).toMatchObject([
    {
      id: plugin.id,
      kind: "plugin",
      name: plugin.name,
      product: { id: product.id, name: product.name },
      latest_published_version: "1.10.0",
      waiting_version: "2.0.0-rc.1",
      downloads: 2,
    },
  ]);
  expect(await list({ is_waiting: "true", kind: "plugin" })).toHaveLength(1);
  expect(await list({ is_waiting: "false" })).toEqual([]);
  expect(await list({ kind: "dependency" })).toEqual([]);
});

test("the history tells who published what, what it needs, and the statistics by week, version and organization", async () => {
  const [plugin, engine] = [await createPlugin(), await createSoftware({ kind: "dependency" })];
  const engineVersion = await createVersion(engine, { version: "3.0.0" });
  const [oldVersion, draft] = [
    await createVersion(plugin, { version: "1.9.0" }),
    await createVersion(plugin, { version: "1.10.0", published: null, needs: [engineVersion] }),
  ];
  (await publish(draft.id)).reply();
  const params = { name: plugin.name };
  const history = (await client.call(contract.getSoftwareHistory, { params })).reply();
  expect(history).toMatchObject({ id: plugin.id, kind: "plugin", is_default: false });
  expect(history.versions).toMatchObject([
    {
      version: "1.10.0",
      is_published: true,
      publisher: { id: admin.user.id },
      sha256: draft.sha256,
      size: 2000,
      needs: [{ version_id: engineVersion.id, name: engine.name, version: "3.0.0", is_published: true }],
    },
    { version: "1.9.0", publisher: null, needs: [] },
  ]);
  const frequentOrgId = await createDownload(plugin, oldVersion, 0);
  await createDownload(plugin, draft, 0, frequentOrgId);
  await createDownload(plugin, oldVersion, 70);
  await createDownload(plugin, oldVersion, 100);
  const other = await createPlugin();
  await createDownload(other, await createVersion(other), 0);
  const statistics = (await client.call(contract.getDownloadStatistics, { params })).reply();
  expect([statistics.downloads, statistics.weeks.length, statistics.weeks.at(-1)?.downloads]).toEqual([4, 12, 2]);
  expect(statistics.weeks.reduce((sum, { downloads }) => sum + downloads, 0)).toBe(3);
  expect(statistics.versions).toMatchObject([
    { version: "1.9.0", downloads: 3 },
    { version: "1.10.0", downloads: 1 },
  ]);
  expect(statistics.organizations.map(({ downloads }) => downloads)).toEqual([2, 1, 1]);
  expect(statistics.organizations[0]).toMatchObject({ org_id: frequentOrgId, downloads: 2 });
  const unknown = await client.call(contract.getSoftwareHistory, { params, query: { reference_type: "software" } });
  expect(unknown.errcode).toBe("REFERENCE_NOT_FOUND");
  const nothing = await client.call(contract.getDownloadStatistics, { params: { name: "nobody-knows-it" } });
  expect(nothing.errcode).toBe("REFERENCE_NOT_FOUND");
});

test("what is new is saved only while it is what was read", async () => {
  const draft = await createVersion(await createPlugin(), { published: null });
  const saveDescription = (public_description: string, updated_at?: string) =>
    client.call(updateVersion, {
      params: { id: draft.id },
      body: { public_description, ...(updated_at !== undefined && { updated_at }) },
    });
  const first = (await saveDescription("One")).reply();
  const second = (await saveDescription("Two", first.updated_at)).reply();
  expect(second.public_description).toBe("Two");
  const lateAnswer = await saveDescription("Three", first.updated_at);
  expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "OBJECT_OUTDATED"]);
  expect((await saveDescription("Three", second.updated_at)).reply().public_description).toBe("Three");
});

test("the graph has all that a version needs and what needs it, each once, whatever needs what in a circle", async () => {
  const kinds = await Promise.all(Array.from({ length: 4 }, () => createSoftware({ kind: "dependency" })));
  const [one, two, three, four] = await Promise.all(kinds.map((each) => createVersion(each, { bytes: 10 })));
  if (!one || !two || !three || !four) throw new Error("no versions");
  await addDependency(one, two);
  await addDependency(two, three);
  await addDependency(three, one);
  await addDependency(four, two);
  const graph = (await client.call(contract.getVersionGraph, { params: { id: two.id } })).reply();
  expect(graph.nodes.map(({ version_id }) => version_id).toSorted()).toEqual(
    [one.id, two.id, three.id, four.id].toSorted(),
  );
  const edges = graph.edges.map(({ from, to }) => `${from} ${to}`).toSorted();
  expect(edges).toEqual(
    [`${one.id} ${two.id}`, `${two.id} ${three.id}`, `${three.id} ${one.id}`, `${four.id} ${two.id}`].toSorted(),
  );
  const unknown = await client.call(contract.getVersionGraph, { params: { id: randomUUID() } });
  expect(unknown.errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
});

test("linking a plugin is looked at before: who may have it then, who loses it, and who of them used it", async () => {
  const [product, other] = [await createSoftwareProduct(), await createSoftwareProduct()];
  const plugin = await createSoftware({ product_id: product.id });
  const version = await createVersion(plugin);
  const [both, loser] = [await signedIn(), await signedIn()];
  for (const { user } of [both, loser]) await createProductOrder(user, product.id, "paid");
  await createProductOrder(both.user, other.id, "paid");
  await createDownload(plugin, version, 3, loser.user.org_id);
  const checkLink = (product_id?: string) =>
    client.call(contract.checkPluginLink, { params: { id: plugin.id }, ...(product_id && { query: { product_id } }) });
  expect((await checkLink(other.id)).reply()).toMatchObject({
    product: { id: other.id },
    organizations: 1,
    losing: 1,
    losing_users: 1,
  });
  expect((await checkLink()).reply()).toMatchObject({ product: null, losing: 0, losing_users: 0 });
  expect((await checkLink(randomUUID())).errcode).toBe("PRODUCT_NOT_FOUND");
  (await client.call(linkPlugin, { params: { id: plugin.id }, body: { product_id: other.id } })).reply();
  expect((await checkLink(other.id)).reply()).toMatchObject({ organizations: 1, losing: 0 });
});

test("of 20 who link a plugin that they read to another product each, one does; the next have to read it again", async () => {
  const plugin = await createPlugin();
  await createVersion(plugin, { bytes: 10 });
  const input = { params: { id: plugin.id } };
  const { updated_at } = (await client.call(contract.getSoftwareHistory, { params: { name: plugin.name } })).reply();
  const products = await Promise.all(Array.from({ length: 20 }, () => createSoftwareProduct()));
  const answers = await Promise.all(
    products.map(({ id: product_id }) => client.call(linkPlugin, { ...input, body: { product_id, updated_at } })),
  );
  expect(answers.map(({ status, errcode }) => errcode ?? status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => "OBJECT_OUTDATED"),
  ]);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  const linked = answers.find(({ status }) => status === 200)?.reply();
  const currentHistory = (await client.call(contract.getSoftwareHistory, { params: { name: plugin.name } })).reply();
  expect([currentHistory.product?.id, currentHistory.updated_at]).toEqual([linked?.product_id, linked?.updated_at]);
  const unlinkBody = { product_id: null, updated_at: currentHistory.updated_at };
  expect((await client.call(linkPlugin, { ...input, body: unlinkBody })).reply().product_id).toBeNull();
});
