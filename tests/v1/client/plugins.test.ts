import { describe, expect, test } from "vitest";
import { getPluginManifest } from "../../../worker/contract/v1/client/plugins.ts";
import { type Actor, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import {
  addDependency,
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createGivenSubscription,
  createVersion,
} from "../../support/software/rows.ts";

type ManifestQuery = Record<string, string>;
const fetchManifest = async (client: Actor["client"], filters: ManifestQuery = {}) =>
  (await client.call(getPluginManifest, { query: filters })).reply();
/** Versions of the app in the demo data: 5.0.0, 5.1.0, 5.2.0, and 5.3.0, which is unpublished. */
const atVersion = (target_app_version: string, more: ManifestQuery = {}) => ({ target_app_version, ...more });

/**
 * Creates a plugin, and a user of the only organization that has the plugin, so that tests do not affect each other.
 */
async function createOwner(roles: ("user" | "beta-tester")[] = ["user"]) {
  const actor = await signedIn({ roles });
  const product = await createSoftwareProduct();
  await createProductOrder(actor.user, product.id, "paid");
  const plugin = await createSoftware({ product_id: product.id });
  const listed = async (filters: ManifestQuery = {}) =>
    (await fetchManifest(actor.client, filters)).pluginwares.find((ware) => ware.plugin.id === plugin.id);
  return { ...actor, product, plugin, listed };
}

describe("the manifest", () => {
  test("names the newest version whose range holds the app's, with its file and all that the app needs of it", async () => {
    const { plugin, listed } = await createOwner();
    await createVersion(plugin, { version: "1.0.0", compatible: "^5.0.0" });
    const newer = await createVersion(plugin, { version: "1.10.0", compatible: ">=5.1.0 <5.3" });
    await createVersion(plugin, { version: "1.9.0", compatible: "^5.0.0" });
    await createVersion(plugin, { version: "2.0.0", compatible: "^6.0.0" });
    expect((await listed(atVersion("5.0.0")))?.version).toBe("1.9.0");
    const listedPlugin = await listed(atVersion("5.2.0"));
    expect(listedPlugin).toMatchObject({
      id: newer.id,
      version: "1.10.0",
      uid: `${plugin.name}@1.10.0`,
      compatible_app_version: ">=5.1.0 <5.3",
      file_name: newer.file_name,
      size: 2000,
      sha256: newer.sha256,
      file_path: `plugins/${plugin.name}/1.10.0/${newer.file_name}`,
      plugin: { id: plugin.id, name: plugin.name, author: "CGX" },
      dependencywares: [],
    });
    expect(listedPlugin?.download_url).toMatch(new RegExp(`^http://[^/]+/v1/client/downloads/${newer.id}/redirect$`));
  });

  test("lists what a version needs, theirs too, each once and after what it needs itself, also in circles", async () => {
    const { plugin, listed } = await createOwner();
    const name = unique("dep");
    const createDependency = async (letter: string) =>
      createVersion(await createSoftware({ kind: "dependency", name: name + letter }));
    const [a, b, c, d] = [
      await createDependency("a"),
      await createDependency("b"),
      await createDependency("c"),
      await createDependency("d"),
    ];
    // a needs c, c needs d, b needs c, and d needs a: a circle a > c > d > a
    for (const [one, other] of [
      [a, c],
      [c, d],
      [b, c],
      [d, a],
    ] as const)
      await addDependency(one, other);
    const version = await createVersion(plugin, { needs: [b, a] });
    const listedPlugin = await listed();
    expect(listedPlugin?.id).toBe(version.id);
    expect(listedPlugin?.dependencywares.map((ware) => ware.name)).toEqual([
      name + "d",
      name + "c",
      name + "a",
      name + "b",
    ]);
    expect(listedPlugin?.dependencywares[0]).toMatchObject({ id: d.id, sha256: d.sha256, size: 2000, author: "CGX" });
  });

  test("is the same at every call, in the order of the plugins' names", async () => {
    const { client, plugin } = await createOwner();
    await createVersion(plugin);
    const [first, second] = [await fetchManifest(client), await fetchManifest(client)];
    // Other tests publish plugins in between, so only plugins of both manifests count.
    const filterCommon = (manifest: typeof first, { pluginwares }: typeof first) =>
      manifest.pluginwares.filter(({ id }) => pluginwares.some((ware) => ware.id === id));
    expect(filterCommon(first, second)).toEqual(filterCommon(second, first));
    const names = first.pluginwares.map((ware) => ware.plugin.name);
    expect(names).toContain("color-maps");
    const ownNames = names.filter((each) => ["color-maps", plugin.name].includes(each));
    expect(ownNames).toEqual(["color-maps", plugin.name].toSorted());
  });

  test("holds versions that fit the required one, too, or names the lowest with which all of it works", async () => {
    const { client, plugin, listed } = await createOwner();
    await createVersion(plugin, { version: "1.0.0", compatible: ">=5.0.0" });
    await createVersion(plugin, { version: "1.1.0", compatible: ">=5.1.0" });
    expect((await listed(atVersion("5.1.0")))?.version).toBe("1.1.0");
    expect((await listed(atVersion("5.1.0", { required_app_version: "5.0.0" })))?.version).toBe("1.0.0");
    expect(await fetchManifest(client, atVersion("5.1.0", { required_app_version: "5.0.0" }))).toMatchObject({
      target_app_version: "5.1.0",
      required_app_version: "5.0.0",
    });
    // color-maps 1.0.0 and this plugin's 1.1.0 are listed; 5.1.0 is the lowest version that both accept.
    expect((await fetchManifest(client, atVersion("5.1.0"))).required_app_version).toBe("5.1.0");
    expect((await fetchManifest(client)).required_app_version).toBe("5.2.0");
    const { client: nobody } = await signedIn();
    expect((await fetchManifest(nobody, atVersion("5.1.0"))).required_app_version).toBe("5.0.0");
  });

  test("is for production and the newest published app unless something else is said", async () => {
    const { client } = await signedIn();
    expect(await fetchManifest(client)).toMatchObject({ build_env: "production", target_app_version: "5.2.0" });
    expect(await fetchManifest(client, { build_env: "staging" })).toMatchObject({ target_app_version: "5.2.0" });
    const tester = (await signedIn({ roles: ["user", "beta-tester"] })).client;
    expect(await fetchManifest(tester)).toMatchObject({ target_app_version: "5.2.0" });
    expect(await fetchManifest(tester, { build_env: "staging" })).toMatchObject({ target_app_version: "5.3.0" });
  });

  test("holds what is not published for beta testers outside production alone (O-034)", async () => {
    const tester = await createOwner(["user", "beta-tester"]);
    await createVersion(tester.plugin, { version: "1.0.0" });
    await createVersion(tester.plugin, { version: "1.1.0", published: null });
    expect((await tester.listed())?.version).toBe("1.0.0");
    for (const build_env of ["staging", "development"])
      expect((await tester.listed({ build_env }))?.version).toBe("1.1.0");
    const { client } = await signedIn({ org_id: tester.user.org_id });
    const colleagueManifest = await fetchManifest(client, { build_env: "staging" });
    expect(colleagueManifest.pluginwares.find((ware) => ware.plugin.id === tester.plugin.id)?.version).toBe("1.0.0");
  });

  test("holds what was published before a subscription ended, and nothing that nobody bought", async () => {
    const actor = await signedIn();
    const product = await createSoftwareProduct({ subscription_term: "month" });
    const plugin = await createSoftware({ product_id: product.id });
    await createVersion(plugin, { version: "1.0.0", published: 50 });
    await createVersion(plugin, { version: "2.0.0", published: 5 });
    const fetchVersion = async () =>
      (await fetchManifest(actor.client)).pluginwares.find((ware) => ware.plugin.id === plugin.id)?.version;
    expect(await fetchVersion()).toBeUndefined();
    const subscription = await createGivenSubscription(actor.user.org_id, product.id);
    expect(await fetchVersion()).toBe("2.0.0");
    await query("update subscriptions set status = 'canceled', cancel_at = now() - interval '20 days' where id = $1", [
      subscription.id,
    ]);
    expect(await fetchVersion()).toBe("1.0.0");
  });

  test.each([
    ["5.2", "5.2.0"],
    ["v5.2.0", "5.2.0"],
    ["V5.1", "5.1.0"],
    ["5", "5.0.0"],
    ["5.2.0.1234", "5.2.0"],
    ["v5.1.0.0007+build.9", "5.1.0"],
    ["5.2.0+7", "5.2.0"],
    ["5.3.0.1", "5.3.0"],
  ])("takes the spelling %s for %s", async (asked, version) => {
    const { client } = await signedIn();
    expect((await fetchManifest(client, atVersion(asked))).target_app_version).toBe(version);
  });

  test.each([
    ["5.2.7", "5.2.0"],
    ["5.1.99.4", "5.1.0"],
    ["99.0", "5.2.0"],
    ["5.2.1-alpha", "5.2.0"],
    ["5.3.0-beta.1", "5.2.0"],
    ["5.2.0-rc.1", "5.1.0"],
    ["5.2-rc.1+4", "5.1.0"],
  ])("of the unknown version %s is that of %s, the nearest published one below", async (asked, version) => {
    const { client, listed, plugin } = await createOwner();
    await createVersion(plugin, { version: "1.0.0", compatible: "5.1.0" });
    await createVersion(plugin, { version: "2.0.0", compatible: "5.2.0" });
    expect((await fetchManifest(client, atVersion(asked))).target_app_version).toBe(version);
    expect((await listed(atVersion(asked)))?.version).toBe(version === "5.1.0" ? "1.0.0" : "2.0.0");
  });

  test("of an unknown version counts what is not published for beta testers outside production alone", async () => {
    const { client } = await signedIn({ roles: ["user", "beta-tester"] });
    expect((await fetchManifest(client, atVersion("5.9"))).target_app_version).toBe("5.2.0");
    expect((await fetchManifest(client, atVersion("5.9", { build_env: "staging" }))).target_app_version).toBe("5.3.0");
  });

  test.each(["4.9.9", "5.0.0-rc.1", "0", "v4"])("is refused for %s, which is below all versions", async (asked) => {
    const answer = await (await signedIn()).client.call(getPluginManifest, { query: atVersion(asked) });
    expect([answer.status, answer.errcode]).toEqual([404, "SOFTWARE_VERSION_NOT_FOUND"]);
  });

  test("holds versions that fit the required one however that is spelled", async () => {
    const { plugin, listed } = await createOwner();
    await createVersion(plugin, { version: "1.0.0", compatible: ">=5.0.0" });
    await createVersion(plugin, { version: "1.1.0", compatible: ">=5.1.0" });
    expect((await listed(atVersion("v5.1", { required_app_version: "v5.0.0.12" })))?.version).toBe("1.0.0");
  });

  const formatMessage = "must be a version such as 5.2, v5.2.0, 5.2.0.1234 or 5.3.0-beta.1";
  test.each([
    ["target_app_version", "newest", formatMessage],
    ["target_app_version", "v", formatMessage],
    ["target_app_version", "5.2.0.1.2", formatMessage],
    ["target_app_version", "5.02", formatMessage],
    ["target_app_version", "5..2", formatMessage],
    ["target_app_version", "5.2.0-", formatMessage],
    ["target_app_version", "99999999999999999999.0.0", formatMessage],
    ["target_app_version", `5.2.0-${"a".repeat(64)}`, "must have at most 64 characters"],
    ["required_app_version", ">=5", formatMessage],
  ])("is refused for %s=%s and says what is allowed", async (name, value, message) => {
    const { client } = await signedIn();
    const answer = await client.call(getPluginManifest, { query: { [name]: value } });
    expect([answer.status, answer.problems]).toEqual([400, [`${name}: ${name} ${message}`]]);
  });

  test("is refused for a build environment that there is not", async () => {
    const { client } = await signedIn();
    const answer = await client.call(getPluginManifest, { query: { build_env: "test" } });
    expect([answer.status, answer.issues[0]?.path]).toEqual([400, ["build_env"]]);
  });

  test("is refused while something that is listed needs what was deleted", async () => {
    const { client, plugin } = await createOwner();
    const need = await createVersion(await createSoftware({ kind: "dependency" }));
    await createVersion(plugin, { needs: [need] });
    await query("update software_versions set is_deleted = true where id = $1", [need.id]);
    expect((await client.call(getPluginManifest)).errcode).toBe("PLUGIN_DEPENDENCY_DELETED");
  });
});
