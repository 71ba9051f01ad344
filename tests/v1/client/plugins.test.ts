import { describe, expect, test } from "vitest";
import { getPluginManifest } from "../../../worker/contract/v1/client/plugins.ts";
import { type Actor, signedIn } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { unique } from "../../support/factories.ts";
import {
  addNeed,
  createOrderOf,
  createSoftware,
  createSoftwareProduct,
  createSubscriptionOf,
  createVersion,
} from "../../support/software/rows.ts";

type Asked = Record<string, string>;
const manifestOf = async (client: Actor["client"], asked: Asked = {}) =>
  (await client.call(getPluginManifest, { query: asked })).reply();
/** Versions of the app in the demo data: 5.0.0, 5.1.0, 5.2.0, and 5.3.0, which is unpublished. */
const at = (target_app_version: string, more: Asked = {}) => ({ target_app_version, ...more });

/** A user of the only organization with this plugin, so that tests do not affect each other. */
async function owner(roles: ("user" | "beta-tester")[] = ["user"]) {
  const actor = await signedIn({ roles });
  const product = await createSoftwareProduct();
  await createOrderOf(actor.user, product.id, "paid");
  const plugin = await createSoftware({ product_id: product.id });
  const listed = async (asked: Asked = {}) =>
    (await manifestOf(actor.client, asked)).pluginwares.find((ware) => ware.plugin.id === plugin.id);
  return { ...actor, product, plugin, listed };
}

describe("the manifest", () => {
  test("names the newest version whose range holds the app's, with its file and all that the app needs of it", async () => {
    const { plugin, listed } = await owner();
    await createVersion(plugin, { version: "1.0.0", compatible: "^5.0.0" });
    const newer = await createVersion(plugin, { version: "1.10.0", compatible: ">=5.1.0 <5.3" });
    await createVersion(plugin, { version: "1.9.0", compatible: "^5.0.0" });
    await createVersion(plugin, { version: "2.0.0", compatible: "^6.0.0" });
    expect((await listed(at("5.0.0")))?.version).toBe("1.9.0");
    const found = await listed(at("5.2.0"));
    expect(found).toMatchObject({
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
    expect(found?.download_url).toMatch(new RegExp(`^http://[^/]+/v1/client/downloads/${newer.id}/redirect$`));
  });

  test("lists what a version needs, theirs too, each once and after what it needs itself, also in circles", async () => {
    const { plugin, listed } = await owner();
    const name = unique("dep");
    const make = async (letter: string) =>
      createVersion(await createSoftware({ kind: "dependency", name: name + letter }));
    const [a, b, c, d] = [await make("a"), await make("b"), await make("c"), await make("d")];
    // a needs c, c needs d, b needs c, and d needs a: a circle a > c > d > a
    for (const [one, other] of [
      [a, c],
      [c, d],
      [b, c],
      [d, a],
    ] as const)
      await addNeed(one, other);
    const version = await createVersion(plugin, { needs: [b, a] });
    const found = await listed();
    expect(found?.id).toBe(version.id);
    expect(found?.dependencywares.map((ware) => ware.name)).toEqual([name + "d", name + "c", name + "a", name + "b"]);
    expect(found?.dependencywares[0]).toMatchObject({ id: d.id, sha256: d.sha256, size: 2000, author: "CGX" });
  });

  test("is the same at every call, in the order of the plugins' names", async () => {
    const { client, plugin } = await owner();
    await createVersion(plugin);
    const [first, second] = [await manifestOf(client), await manifestOf(client)];
    // other tests publish plugins in between
    const inBoth = (manifest: typeof first, { pluginwares }: typeof first) =>
      manifest.pluginwares.filter(({ id }) => pluginwares.some((ware) => ware.id === id));
    expect(inBoth(first, second)).toEqual(inBoth(second, first));
    const names = first.pluginwares.map((ware) => ware.plugin.name);
    expect(names).toContain("color-maps");
    const own = names.filter((each) => ["color-maps", plugin.name].includes(each));
    expect(own).toEqual(["color-maps", plugin.name].toSorted());
  });

  test("holds versions that fit the required one, too, or names the lowest with which all of it works", async () => {
    const { client, plugin, listed } = await owner();
    await createVersion(plugin, { version: "1.0.0", compatible: ">=5.0.0" });
    await createVersion(plugin, { version: "1.1.0", compatible: ">=5.1.0" });
    expect((await listed(at("5.1.0")))?.version).toBe("1.1.0");
    expect((await listed(at("5.1.0", { required_app_version: "5.0.0" })))?.version).toBe("1.0.0");
    expect(await manifestOf(client, at("5.1.0", { required_app_version: "5.0.0" }))).toMatchObject({
      target_app_version: "5.1.0",
      required_app_version: "5.0.0",
    });
    // color-maps 1.0.0 and this plugin's 1.1.0 are listed: 5.1.0 is the lowest that both can do with.
    expect((await manifestOf(client, at("5.1.0"))).required_app_version).toBe("5.1.0");
    expect((await manifestOf(client)).required_app_version).toBe("5.2.0");
    const { client: nobody } = await signedIn();
    expect((await manifestOf(nobody, at("5.1.0"))).required_app_version).toBe("5.0.0");
  });

  test("is for production and the newest published app unless something else is said", async () => {
    const { client } = await signedIn();
    expect(await manifestOf(client)).toMatchObject({ build_env: "production", target_app_version: "5.2.0" });
    expect(await manifestOf(client, { build_env: "staging" })).toMatchObject({ target_app_version: "5.2.0" });
    const tester = (await signedIn({ roles: ["user", "beta-tester"] })).client;
    expect(await manifestOf(tester)).toMatchObject({ target_app_version: "5.2.0" });
    expect(await manifestOf(tester, { build_env: "staging" })).toMatchObject({ target_app_version: "5.3.0" });
  });

  test("holds what is not published for beta testers outside production alone (O-034)", async () => {
    const tester = await owner(["user", "beta-tester"]);
    await createVersion(tester.plugin, { version: "1.0.0" });
    await createVersion(tester.plugin, { version: "1.1.0", published: null });
    expect((await tester.listed())?.version).toBe("1.0.0");
    for (const build_env of ["staging", "development"])
      expect((await tester.listed({ build_env }))?.version).toBe("1.1.0");
    const { client } = await signedIn({ org_id: tester.user.org_id });
    const others = await manifestOf(client, { build_env: "staging" });
    expect(others.pluginwares.find((ware) => ware.plugin.id === tester.plugin.id)?.version).toBe("1.0.0");
  });

  test("holds what was published before a subscription ended, and nothing that nobody bought", async () => {
    const actor = await signedIn();
    const product = await createSoftwareProduct({ subscription_term: "month" });
    const plugin = await createSoftware({ product_id: product.id });
    await createVersion(plugin, { version: "1.0.0", published: 50 });
    await createVersion(plugin, { version: "2.0.0", published: 5 });
    const shown = async () =>
      (await manifestOf(actor.client)).pluginwares.find((ware) => ware.plugin.id === plugin.id)?.version;
    expect(await shown()).toBeUndefined();
    const subscription = await createSubscriptionOf(actor.user.org_id, product.id);
    expect(await shown()).toBe("2.0.0");
    await query("update subscriptions set status = 'canceled', cancel_at = now() - interval '20 days' where id = $1", [
      subscription.id,
    ]);
    expect(await shown()).toBe("1.0.0");
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
    expect((await manifestOf(client, at(asked))).target_app_version).toBe(version);
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
    const { client, listed, plugin } = await owner();
    await createVersion(plugin, { version: "1.0.0", compatible: "5.1.0" });
    await createVersion(plugin, { version: "2.0.0", compatible: "5.2.0" });
    expect((await manifestOf(client, at(asked))).target_app_version).toBe(version);
    expect((await listed(at(asked)))?.version).toBe(version === "5.1.0" ? "1.0.0" : "2.0.0");
  });

  test("of an unknown version counts what is not published for beta testers outside production alone", async () => {
    const { client } = await signedIn({ roles: ["user", "beta-tester"] });
    expect((await manifestOf(client, at("5.9"))).target_app_version).toBe("5.2.0");
    expect((await manifestOf(client, at("5.9", { build_env: "staging" }))).target_app_version).toBe("5.3.0");
  });

  test.each(["4.9.9", "5.0.0-rc.1", "0", "v4"])("is refused for %s, which is below all versions", async (asked) => {
    const answer = await (await signedIn()).client.call(getPluginManifest, { query: at(asked) });
    expect([answer.status, answer.errcode]).toEqual([404, "SOFTWARE_VERSION_NOT_FOUND"]);
  });

  test("holds versions that fit the required one however that is spelled", async () => {
    const { plugin, listed } = await owner();
    await createVersion(plugin, { version: "1.0.0", compatible: ">=5.0.0" });
    await createVersion(plugin, { version: "1.1.0", compatible: ">=5.1.0" });
    expect((await listed(at("v5.1", { required_app_version: "v5.0.0.12" })))?.version).toBe("1.0.0");
  });

  const spelled = "must be a version such as 5.2, v5.2.0, 5.2.0.1234 or 5.3.0-beta.1";
  test.each([
    ["target_app_version", "newest", spelled],
    ["target_app_version", "v", spelled],
    ["target_app_version", "5.2.0.1.2", spelled],
    ["target_app_version", "5.02", spelled],
    ["target_app_version", "5..2", spelled],
    ["target_app_version", "5.2.0-", spelled],
    ["target_app_version", "99999999999999999999.0.0", spelled],
    ["target_app_version", `5.2.0-${"a".repeat(64)}`, "must have at most 64 characters"],
    ["required_app_version", ">=5", spelled],
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
    const { client, plugin } = await owner();
    const need = await createVersion(await createSoftware({ kind: "dependency" }));
    await createVersion(plugin, { needs: [need] });
    await query("update software_versions set is_deleted = true where id = $1", [need.id]);
    expect((await client.call(getPluginManifest)).errcode).toBe("PLUGIN_DEPENDENCY_DELETED");
  });
});
