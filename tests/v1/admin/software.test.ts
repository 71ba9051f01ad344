import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../worker/contract/v1/admin/software.ts";
import { signedInAdmin } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { createSoftware, createSoftwareProduct, createVersion } from "../../support/software/rows.ts";

describe("what administrators see", () => {
  test("software by name with all its versions, newest first, and who published them", async () => {
    const { client, user } = await signedInAdmin();
    // The app fits only a product that no organization owns, so that its publication notifies no one.
    const app = await createSoftware({ kind: "software", fits: [randomUUID()] });
    await createVersion(app, { version: "1.9.0" });
    const newest = await createVersion(app, { version: "1.10.0", published: null });
    const readSoftware = async () =>
      (await client.call(contract.getAdminSoftware, { params: { name: app.name } })).reply();
    expect((await readSoftware()).versions.map(({ version }) => version)).toEqual(["1.10.0", "1.9.0"]);
    (await client.call(contract.publishVersion, { params: { id: newest.id } })).reply();
    expect((await readSoftware()).versions[0]).toMatchObject({
      id: newest.id,
      is_published: true,
      published_by: user.id,
      developer_description: "For developers only",
      reference_type: "software",
      sha256: newest.sha256,
      size: 2000,
      reference: { id: app.id, name: app.name, author: "CGX" },
      publisher: { id: user.id, email: user.email },
    });
    const unknown = await client.call(contract.getAdminSoftware, { params: { name: "nobody-knows-it" } });
    expect(unknown.errcode).toBe("REFERENCE_NOT_FOUND");
  });

  test("plugins, dependencies and versions: searched, filtered, and each by its id", async () => {
    const { client } = await signedInAdmin();
    const [plugin, kernel] = [await createSoftware(), await createSoftware({ kind: "dependency" })];
    const engine = await createVersion(kernel, { version: "3.0.0" });
    await createVersion(plugin, { version: "1.9.0", needs: [engine] });
    const draft = await createVersion(plugin, { version: "1.10.0", published: null, needs: [engine] });
    const listIds = async (spec: typeof contract.listPlugins | typeof contract.listDependencies, search: string) =>
      (await client.call(spec, { query: { search } })).reply().data.map(({ id }) => id);
    expect(await listIds(contract.listPlugins, plugin.name.toUpperCase())).toEqual([plugin.id]);
    expect(await listIds(contract.listPlugins, kernel.name)).toEqual([]);
    expect(await listIds(contract.listDependencies, kernel.name)).toEqual([kernel.id]);
    const one = (await client.call(contract.getPlugin, { params: { id: plugin.id } })).reply();
    expect(one).toMatchObject({
      name: plugin.name,
      is_default: false,
      product: null,
      latest_published_version: "1.9.0",
    });
    const other = (await client.call(contract.getDependency, { params: { id: kernel.id } })).reply();
    expect(other).toMatchObject({ name: kernel.name, latest_published_version: "3.0.0" });
    const listVersionNumbers = async (filters: Record<string, string>) =>
      (await client.call(contract.listVersions, { query: { reference_id: plugin.id, ...filters } }))
        .reply()
        .data.map(({ version }) => version);
    expect(await listVersionNumbers({})).toEqual(["1.10.0", "1.9.0"]);
    expect(await listVersionNumbers({ is_published: "false" })).toEqual(["1.10.0"]);
    expect(await listVersionNumbers({ reference_type: "dependency" })).toEqual([]);
    expect(await listVersionNumbers({ reference_type: "plugin", is_published: "true", sort: "created_at" })).toEqual([
      "1.9.0",
    ]);
    const version = (await client.call(contract.getVersion, { params: { id: draft.id } })).reply();
    expect(version).toMatchObject({ id: draft.id, is_published: false, published_at: null, publisher: null });
    const needs = (await client.call(contract.listVersionDependencies, { params: { id: draft.id } })).reply();
    expect(needs.meta).toEqual({ limit: 1, offset: 0, count: 1 });
    expect(needs.data).toMatchObject([{ id: kernel.id, name: kernel.name, version_id: engine.id, version: "3.0.0" }]);
  });

  test("nothing of what is not there", async () => {
    const { client } = await signedInAdmin();
    const input = { params: { id: randomUUID() } };
    const fetchErrcode = async (
      spec: typeof contract.getPlugin | typeof contract.getVersion | typeof contract.getDependency,
    ) => (await client.call(spec, input)).errcode;
    expect(await fetchErrcode(contract.getPlugin)).toBe("SOFTWARE_PLUGIN_NOT_FOUND");
    expect(await fetchErrcode(contract.getVersion)).toBe("SOFTWARE_VERSION_NOT_FOUND");
    expect(await fetchErrcode(contract.getDependency)).toBe("SOFTWARE_DEPENDENCY_NOT_FOUND");
    const needs = await client.call(contract.listVersionDependencies, input);
    expect(needs.errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
  });
});

describe("linking a plugin to a product", () => {
  async function createLinkFixture() {
    const { client } = await signedInAdmin();
    const link = (plugin: { id: string }, product_id: string | null) =>
      client.call(contract.linkPlugin, { params: { id: plugin.id }, body: { product_id } });
    const [plugin, product] = [await createSoftware(), await createSoftwareProduct()];
    return { client, link, plugin, product };
  }

  test("links, links another product, and unlinks with null", async () => {
    const { link, plugin, product } = await createLinkFixture();
    await createVersion(plugin);
    expect((await link(plugin, product.id)).reply()).toMatchObject({
      product_id: product.id,
      product: { id: product.id },
    });
    const other = await createSoftwareProduct();
    expect((await link(plugin, other.id)).reply().product_id).toBe(other.id);
    expect((await link(plugin, null)).reply()).toMatchObject({ product_id: null, product: null });
    const actions = await query("select data from audit_log where action = 'linkPlugin' and subject_id = $1", [
      plugin.id,
    ]);
    expect(actions).toHaveLength(3);
  });

  test("is refused with the reason", async () => {
    const { link, plugin, product } = await createLinkFixture();
    expect((await link(plugin, randomUUID())).errcode).toBe("PRODUCT_NOT_FOUND");
    expect((await link({ id: randomUUID() }, product.id)).errcode).toBe("SOFTWARE_PLUGIN_NOT_FOUND");
    const defaultPlugin = await createSoftware({ is_default: true });
    await createVersion(defaultPlugin);
    expect((await link(defaultPlugin, product.id)).errcode).toBe("SOFTWARE_PLUGIN_IS_DEFAULT");
    const rival = await createSoftware({ product_id: product.id });
    expect((await link(plugin, product.id)).errcode).toBe("SOFTWARE_PLUGIN_ALREADY_LINKED");
    await query("update software set is_deleted = true where id = $1", [rival.id]);
    expect((await link(rival, null)).errcode).toBe("PLUGIN_REFERENCE_DELETED");
    expect((await link(plugin, product.id)).status).toBe(200);
  });

  test("of 10 plugins to one product at once, one has it", async () => {
    const { link, product } = await createLinkFixture();
    const plugins = await Promise.all(Array.from({ length: 10 }, () => createSoftware()));
    for (const plugin of plugins) await createVersion(plugin, { bytes: 10 });
    const answers = await Promise.all(plugins.map((plugin) => link(plugin, product.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 422)]);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(
      new Set([undefined, "SOFTWARE_PLUGIN_ALREADY_LINKED"]),
    );
  });
});

describe("a plugin that comes with Flowpoint", () => {
  const updateLink = async (plugin: { id: string }, body: object) => {
    const { client } = await signedInAdmin();
    return client.call(contract.linkPlugin, { params: { id: plugin.id }, body: body as { product_id: string | null } });
  };

  test("is made one, excludes a product, and is made for devices of products", async () => {
    const [plugin, product] = [await createSoftware(), await createSoftwareProduct()];
    await createVersion(plugin);
    expect((await updateLink(plugin, { product_id: product.id, is_default: true })).errcode).toBe(
      "SOFTWARE_PLUGIN_IS_DEFAULT",
    );
    (await updateLink(plugin, { product_id: product.id })).reply();
    const defaultPlugin = (await updateLink(plugin, { product_id: null, is_default: true })).reply();
    expect(defaultPlugin).toMatchObject({ is_default: true, product_id: null, fits_product_ids: [] });
    expect((await updateLink(plugin, { product_id: product.id })).errcode).toBe("SOFTWARE_PLUGIN_IS_DEFAULT");
    const fitting = (await updateLink(plugin, { product_id: null, fits_product_ids: [product.id] })).reply();
    expect(fitting).toMatchObject({ is_default: true, fits_product_ids: [product.id] });
    expect((await updateLink(plugin, { product_id: null, fits_product_ids: [randomUUID()] })).errcode).toBe(
      "PRODUCT_NOT_FOUND",
    );
    const linked = (await updateLink(plugin, { product_id: product.id, is_default: false })).reply();
    expect(linked).toMatchObject({ is_default: false, product_id: product.id, fits_product_ids: [product.id] });
    const audit = await query(
      "select data from audit_log where action = 'linkPlugin' and subject_id = $1 order by id",
      [plugin.id],
    );
    expect(audit[1]).toMatchObject({
      data: { changes: { is_default: [false, true], product_id: [product.id, null] } },
    });
  });

  test("of two administrators at once, one has their way and the other is told", async () => {
    const [plugin, product] = [await createSoftware(), await createSoftwareProduct()];
    await createVersion(plugin);
    const answers = await Promise.all([
      updateLink(plugin, { product_id: null, is_default: true }),
      updateLink(plugin, { product_id: product.id }),
    ]);
    const [row] = await query("select is_default, product_id from software where id = $1", [plugin.id]);
    const isLinked = row?.["product_id"] === product.id;
    expect(row).toEqual({ is_default: !isLinked, product_id: isLinked ? product.id : null });
    for (const { status, errcode } of answers) expect(errcode ?? status).toBeOneOf([200, "SOFTWARE_PLUGIN_IS_DEFAULT"]);
  });
});
