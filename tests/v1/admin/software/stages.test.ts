import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { InputOf } from "../../../../worker/contract/endpoint.ts";
import * as contract from "../../../../worker/contract/v1/admin/releases.ts";
import { getVersion, linkPlugin, publishVersion } from "../../../../worker/contract/v1/admin/software.ts";
import { getDownload } from "../../../../worker/contract/v1/client/downloads.ts";
import { listOrgProducts, listOrgProductSoftware } from "../../../../worker/contract/v1/client/org-products.ts";
import { getPluginManifest } from "../../../../worker/contract/v1/client/plugins.ts";
import { downloadSoftware, listSoftware } from "../../../../worker/contract/v1/client/software.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { hold, query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { readWords } from "../../../http/pages/words.ts";
import {
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createVersion,
} from "../../../support/software/rows.ts";
import { createDevice, makeBetaTester, queryBuckets } from "../../../support/software/takers.ts";

const { client } = await signedInAdmin();
type Stage = InputOf<typeof contract.stageVersion>["body"];

const stage = (version: { id: string }, body: Partial<Stage> & Pick<Stage, "stage">) =>
  client.call(contract.stageVersion, { params: { id: version.id }, body });
const check = async (version: { id: string }, next: Record<string, string>) =>
  (await client.call(contract.checkPublication, { params: { id: version.id }, query: next })).reply();
const listNotified = async (version: { id: string }) =>
  (await query("select user_id from notifications where event = $1", [`version:${version.id}`])).map((row) =>
    String(row["user_id"]),
  );

/** A plugin with a published and a waiting version, and users of three organizations that bought it. */
async function createBoughtPlugin() {
  const product = await createSoftwareProduct();
  const plugin = await createSoftware({ product_id: product.id });
  const before = await createVersion(plugin, { version: "1.0.0" });
  const version = await createVersion(plugin, { version: "2.0.0", published: null, notes: "" });
  const users = [await signedIn(), await signedIn(), await signedIn()] as const;
  for (const { user } of users) await createProductOrder(user, product.id, "paid");
  const has = async ({ client: { call }, user }: (typeof users)[number]) => {
    const row = (await call(listSoftware)).reply().data.find(({ id }) => id === plugin.id);
    const manifest = (await call(getPluginManifest, { query: { build_env: "production" } })).reply();
    const offered = manifest.pluginwares.find(({ plugin: { id } }) => id === plugin.id);
    const download = await call(getDownload, { params: { object_id: version.id } });
    const latest = row?.latest_version_allowed;
    // The list, the manifest and the download follow one rule; beta testers may also download waiting versions (O-104).
    const [{ roles } = {}] = await query("select roles from users where id = $1", [user.id]);
    const mayDownload = latest?.version === "2.0.0" || String(roles).includes("beta-tester");
    expect([offered?.version, download.status === 200]).toEqual([latest?.version, mayDownload]);
    return latest?.version === "2.0.0" ? latest.offered_by : undefined;
  };
  return { plugin, before, version, users, has };
}

describe("stages of a version", () => {
  test("go from beta testers to organizations to everybody, and tell each user once, as the check said", async () => {
    const { version, users, has } = await createBoughtPlugin();
    const [tester, chosenUser, other] = users;
    await makeBetaTester(tester.user);
    const colleague = await createUser({ org_id: chosenUser.user.org_id });
    expect(await Promise.all(users.map(has))).toEqual([undefined, undefined, undefined]);

    expect(await check(version, { stage: "beta" })).toMatchObject({ organizations: 1, people: 1, blockers: [] });
    (await stage(version, { stage: "beta" })).reply();
    expect(await Promise.all(users.map(has))).toEqual(["beta", undefined, undefined]);
    expect(await listNotified(version)).toEqual([tester.user.id]);

    const org_ids = [chosenUser.user.org_id];
    const found = await check(version, { stage: "organizations", org_ids: org_ids.join(",") });
    expect(found).toMatchObject({ organizations: 2, people: 2 });
    (await stage(version, { stage: "organizations", org_ids, check: found.check })).reply();
    expect(await Promise.all(users.map(has))).toEqual(["beta", "organization", undefined]);
    expect(new Set(await listNotified(version))).toEqual(new Set([tester.user.id, chosenUser.user.id, colleague.id]));

    expect((await stage(version, { stage: "published" })).errcode).toBe("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
    expect(await check(version, {})).toMatchObject({ organizations: 3, people: 1 });
    (await stage(version, { stage: "published", notes: "Twice as fast." })).reply();
    expect(await Promise.all(users.map(has))).toEqual(["published", "published", "published"]);
    expect((await listNotified(version)).toSorted()).toEqual(
      [tester.user.id, chosenUser.user.id, colleague.id, other.user.id].toSorted(),
    );
    expect((await client.call(getVersion, { params: { id: version.id } })).reply()).toMatchObject({
      is_published: true,
      public_description: "Twice as fast.",
    });
    expect((await stage(version, { stage: "beta" })).errcode).toBe("SOFTWARE_VERSION_ALREADY_PUBLISHED");
  });

  test("of a percentage choose organizations by their id and the version, and never take it back", async () => {
    const { version, users, has } = await createBoughtPlugin();
    const buckets = await queryBuckets(
      users.map(({ user }) => user.org_id),
      version,
    );
    const expected = (percent: number) => buckets.map((bucket) => (bucket < percent ? "percentage" : undefined));
    for (const percent of [Math.min(...buckets) + 1, Math.max(...buckets) + 1]) {
      const { organizations } = await check(version, { stage: "percentage", percent: String(percent) });
      expect(organizations).toBe(expected(percent).filter(Boolean).length);
      (await stage(version, { stage: "percentage", percent })).reply();
      expect(await Promise.all(users.map(has))).toEqual(expected(percent));
    }
    expect((await stage(version, { stage: "percentage", percent: 1 })).errcode).toBe(
      Math.max(...buckets) === 0 ? undefined : "SOFTWARE_VERSION_STAGE_NARROWER",
    );
    // The stage `beta` is narrower, but organizations keep a version that they already have.
    (await stage(version, { stage: "beta" })).reply();
    expect(await Promise.all(users.map(has))).toEqual(["percentage", "percentage", "percentage"]);
  });

  test("of firmware count devices: each shows the version that fits it, and why", async () => {
    const product = await createSoftwareProduct();
    const firmware = await createSoftware({ kind: "software", fits: [product.id] });
    await createVersion(firmware, { version: "1.0.0" });
    const version = await createVersion(firmware, { version: "2.0.0", published: null });
    const { client: owner, user } = await signedIn();
    const devices = [];
    for (let count = 0; count < 12; count += 1) devices.push(await createDevice(user.org_id, product));
    const buckets = await queryBuckets(devices, version);
    const percent = (buckets.toSorted((a, b) => a - b)[5] ?? 0) + 1;
    expect(await check(version, { stage: "percentage", percent: String(percent) })).toMatchObject({
      organizations: 1,
      people: 1,
    });
    (await stage(version, { stage: "percentage", percent })).reply();
    expect(await listNotified(version)).toEqual([user.id]);
    const deviceRows = (await owner.call(listOrgProducts, { query: { limit: "50" } })).reply().data;
    for (const [at, id] of devices.entries()) {
      const isFirst = (buckets[at] ?? 0) < percent;
      const { data } = (await owner.call(listOrgProductSoftware, { params: { id } })).reply();
      expect(data[0]?.latest_version_allowed).toMatchObject(
        isFirst ? { version: "2.0.0", offered_by: "percentage" } : { version: "1.0.0", offered_by: "published" },
      );
      expect(deviceRows.find((device) => device.id === id)?.newest_build?.version).toBe(isFirst ? "2.0.0" : "1.0.0");
    }
    const firstId = devices[buckets.findIndex((bucket) => bucket < percent)] ?? "";
    const [{ serial } = {}] = await query("select serial from devices where id = $1", [firstId]);
    expect(await readWords(owner, `/portal/devices/${firstId}`)).toContain(
      `Not published yet: device ${serial} is among the first to get it.`,
    );
    // The organization has a device that gets the version, so it may download the file.
    expect((await owner.call(getDownload, { params: { object_id: version.id } })).status).toBe(200);
    const byName = await owner.call(downloadSoftware, { params: { name: firmware.name } });
    expect(byName.headers.get("location")).toContain(version.file_name);

    const body = { reason: "It overheats the lamp.", replacement_id: null };
    (await client.call(contract.withdrawVersion, { params: { id: version.id }, body })).reply();
    const refused = await owner.call(getDownload, { params: { object_id: version.id } });
    expect([refused.status, refused.errcode]).toEqual([422, "SOFTWARE_VERSION_WITHDRAWN"]);
    for (const id of devices) {
      const { data } = (await owner.call(listOrgProductSoftware, { params: { id } })).reply();
      expect(data[0]?.latest_version_allowed).toMatchObject({ version: "1.0.0", offered_by: "published" });
    }
  });

  test("contain each other: of 400 organizations, 10 % are among 20 %, and each about its share", async () => {
    const ids = Array.from({ length: 400 }, () => randomUUID());
    const buckets = await queryBuckets(ids, { id: randomUUID() });
    const shareOf = (percent: number) => buckets.filter((bucket) => bucket < percent).length / ids.length;
    for (const percent of [10, 20, 50]) expect(Math.abs(shareOf(percent) - percent / 100)).toBeLessThan(0.08);
  });

  test("are refused with the reason", async () => {
    const { version } = await createBoughtPlugin();
    expect((await stage({ id: randomUUID() }, { stage: "beta" })).errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
    expect((await stage(version, { stage: "organizations", org_ids: [randomUUID()] })).errcode).toBe("ORG_NOT_FOUND");
    expect((await stage(version, { stage: "organizations", org_ids: [] })).status).toBe(400);
    expect((await stage(version, { stage: "percentage" })).status).toBe(400);
    expect((await stage(version, { stage: "percentage", percent: 101 })).status).toBe(400);
    const neededVersion = await createVersion(await createSoftware({ kind: "dependency" }), { published: null });
    const { id: product_id } = await createSoftwareProduct();
    const dependentVersion = await createVersion(await createSoftware({ product_id }), {
      published: null,
      needs: [neededVersion],
    });
    expect((await stage(dependentVersion, { stage: "beta" })).errcode).toBe(
      "SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED",
    );
  });

  test("begin once it is chosen who may have a plugin, which can be linked before it is published", async () => {
    const { plugin, before, version, users, has } = await createBoughtPlugin();
    const [{ product_id } = {}] = await query("select product_id from software where id = $1", [plugin.id]);
    // An import leaves software without availability, and its versions unpublished.
    await query("update software set product_id = null, has_availability = false where id = $1", [plugin.id]);
    await query("update software_versions set is_published = false, published_at = null where id = $1", [before.id]);
    const refused = await stage(version, { stage: "published", notes: "News" });
    expect(refused.errcode).toBe("SOFTWARE_AVAILABILITY_REQUIRED");
    expect(await check(version, { stage: "beta" })).toMatchObject({
      organizations: 0,
      people: 0,
      blockers: [{ errcode: "SOFTWARE_AVAILABILITY_REQUIRED" }],
    });
    const link = { params: { id: plugin.id }, body: { product_id: String(product_id) } };
    expect((await client.call(linkPlugin, link)).reply().product_id).toBe(product_id);
    (await stage(version, { stage: "published", notes: "News" })).reply();
    expect(await Promise.all(users.map(has))).toEqual(["published", "published", "published"]);
  });

  test("of two administrators at once: with a check one succeeds, without both count", async () => {
    const { plugin, version, users } = await createBoughtPlugin();
    const [one, two] = users.map(({ user }) => user.org_id);
    const bodies = [one, two].map((org_id) => ({ stage: "organizations" as const, org_ids: [org_id ?? ""] }));
    const stageTogether = async (more: { check?: string }) => {
      const lock = await hold("select 1 from software where id = $1 for update", [plugin.id]);
      const stagings = bodies.map((body) => stage(version, { ...body, ...more }));
      const countWaiting = async () => (await lock.waiting()).filter((text) => text.includes("held as")).length;
      await expect.poll(countWaiting, { interval: 10 }).toBe(2);
      await lock.release();
      return (await Promise.all(stagings)).map(({ errcode }) => errcode ?? "staged").toSorted();
    };
    const { check: token } = await check(version, { stage: "beta" });
    expect(await stageTogether({ check: token })).toEqual(["OBJECT_OUTDATED", "staged"]);
    expect(await stageTogether({})).toEqual(["staged", "staged"]);
    const [row] = await query("select stage_org_ids from software_versions where id = $1", [version.id]);
    expect([...Object(row)["stage_org_ids"]].toSorted()).toEqual([one, two].toSorted());
  });
});

describe("a version that waits", () => {
  test("is had by beta testers outside production only, and by nobody once it was withdrawn", async () => {
    const { plugin, version, users } = await createBoughtPlugin();
    const [tester] = users;
    await makeBetaTester(tester.user);
    const fetchOffered = async (build_env: "production" | "staging") =>
      (await tester.client.call(getPluginManifest, { query: { build_env } }))
        .reply()
        .pluginwares.find((each) => each.plugin.id === plugin.id)?.version;
    expect([await fetchOffered("staging"), await fetchOffered("production")]).toEqual(["2.0.0", "1.0.0"]);
    const body = { reason: "It overheats the lamp.", replacement_id: null };
    (await client.call(contract.withdrawVersion, { params: { id: version.id }, body })).reply();
    expect([await fetchOffered("staging"), await fetchOffered("production")]).toEqual(["1.0.0", "1.0.0"]);
    expect((await client.call(publishVersion, { params: { id: version.id } })).errcode).toBe(
      "SOFTWARE_VERSION_WITHDRAWN",
    );
  });
});
