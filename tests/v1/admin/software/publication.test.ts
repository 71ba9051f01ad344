// The check before publishing and publishing itself are one requirement, so their tests share helpers.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/releases.ts";
import { getVersion, publishVersion, updateVersion } from "../../../../worker/contract/v1/admin/software.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { hold, query } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { sandbox } from "../../../support/sandbox.ts";
import {
  addDependency,
  createProductOrder,
  createSoftware,
  createSoftwareProduct,
  createGivenSubscription,
  createVersion,
  createDownload,
} from "../../../support/software/rows.ts";

const admin = await signedInAdmin();
const { client } = admin;

const check = async (id: string) => (await client.call(contract.checkPublication, { params: { id } })).reply();
const publish = (id: string, token?: string) =>
  client.call(publishVersion, { params: { id }, ...(token !== undefined && { body: { check: token } }) });

/** A plugin without buyers, so that its versions notify no one. */
const createPlugin = async () => createSoftware({ product_id: (await createSoftwareProduct()).id });

async function findNewestApp() {
  const [app] = await query<{ id: string; version_id: string; version: string }>(
    `select s.id, v.id as version_id, v.version from software s join software_versions v on v.software_id = s.id
     where s.name = 'flowpoint' and v.is_published order by v.published_at desc limit 1`,
  );
  return app;
}

describe("the check before publishing", () => {
  test("counts who gets it, names who keeps which version and why, and publishing tells exactly those people", async () => {
    const product = await createSoftwareProduct({ subscription_term: "month" });
    const plugin = await createSoftware({ product_id: product.id });
    await createVersion(plugin, { version: "4.2.1", published: 100, compatible: ">=1.0.0" });
    await createVersion(plugin, { version: "4.3.0", published: 10, compatible: ">=1.0.0" });
    const draft = await createVersion(plugin, { version: "5.0.0", published: null, compatible: ">=900.0.0" });
    const [subscriber, buyer, outdatedUser, formerUser, uncoveredUser] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn(),
    ] as const);
    await createUser({ org_id: subscriber.user.org_id });
    await createUser({ org_id: subscriber.user.org_id, state: "inactive" });
    await createGivenSubscription(subscriber.user.org_id, product.id);
    await createProductOrder(buyer.user, product.id, "paid");
    await createGivenSubscription(outdatedUser.user.org_id, product.id);
    await createGivenSubscription(formerUser.user.org_id, product.id, { status: "canceled", ended: 50 });
    await createGivenSubscription(uncoveredUser.user.org_id, product.id, { status: "canceled", ended: 200 });
    // The app that this organization last downloaded is too old for the draft.
    const app = await findNewestApp();
    await createDownload({ id: app?.id ?? "" }, { id: app?.version_id ?? "" }, 1, outdatedUser.user.org_id);
    const result = await check(draft.id);
    expect(result).toMatchObject({ organizations: 2, people: 4, keeping_count: 2, replaces: "4.3.0", blockers: [] });
    expect(result.keeping.find(({ org_id }) => org_id === formerUser.user.org_id)).toMatchObject({
      version: "4.2.1",
      code: "SUBSCRIPTION_ENDED",
    });
    expect(result.keeping.find(({ org_id }) => org_id === outdatedUser.user.org_id)).toMatchObject({
      version: "4.3.0",
      code: "APP_TOO_OLD",
      message: `It needs Flowpoint >=900.0.0; they last downloaded ${app?.version}.`,
    });
    expect(result.warnings.map(({ code }) => code)).toEqual(["APP_NOT_PUBLISHED"]);
    (await publish(draft.id, result.check)).reply();
    const told = await query("select 1 from notifications where event = $1", [`version:${draft.id}`]);
    expect(told).toHaveLength(result.people);
  });

  test("says in advance what publishing refuses, with the builds that are missing, however far down", async () => {
    const [plugin, upper, lower] = [
      await createPlugin(),
      await createSoftware({ kind: "dependency" }),
      await createSoftware({ kind: "dependency" }),
    ];
    const deepVersion = await createVersion(lower, { version: "1.0.0", published: null });
    const neededVersion = await createVersion(upper, { version: "2.0.0" });
    await addDependency(neededVersion, deepVersion);
    const draft = await createVersion(plugin, { published: null, needs: [neededVersion], notes: "" });
    const compareRefusals = async () => {
      const [found, answer] = [await check(draft.id), await publish(draft.id)];
      expect(found.blockers.map(({ errcode }) => errcode)).toEqual([answer.errcode]);
      return { found, errcode: answer.errcode };
    };
    expect((await compareRefusals()).errcode).toBe("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
    await query("update software_versions set public_description = 'New' where id = $1", [draft.id]);
    const { found, errcode } = await compareRefusals();
    expect(errcode).toBe("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED");
    expect(found.missing).toMatchObject([{ version_id: deepVersion.id, title: lower.title, is_deleted: false }]);
    expect((await check(deepVersion.id)).waiting).toEqual([]);
    expect((await check(deepVersion.id)).organizations).toBe(0);
    await query("update software_versions set is_published = false, published_at = null where id = $1", [
      neededVersion.id,
    ]);
    expect((await check(deepVersion.id)).waiting).toMatchObject([{ version_id: neededVersion.id }]);
    (await publish(deepVersion.id)).reply();
    (await publish(neededVersion.id)).reply();
    expect((await check(draft.id)).blockers).toEqual([]);
    (await publish(draft.id)).reply();
    expect((await compareRefusals()).errcode).toBe("SOFTWARE_VERSION_ALREADY_PUBLISHED");
    const unknown = await client.call(contract.checkPublication, { params: { id: randomUUID() } });
    expect(unknown.errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
  });

  test("is held to: what was published or changed between is refused, and the next check says how it is", async () => {
    const { id: product_id } = await createSoftwareProduct();
    const plugin = await createSoftware({ product_id });
    const [draft, other] = [
      await createVersion(plugin, { version: "1.1.0", published: null }),
      await createVersion(plugin, { version: "1.2.0", published: null }),
    ];
    const firstCheck = await check(draft.id);
    (await publish(other.id)).reply();
    expect((await publish(draft.id, firstCheck.check)).errcode).toBe("OBJECT_OUTDATED");
    const secondCheck = await check(draft.id);
    expect(secondCheck.warnings.map(({ code }) => code)).toContain("NEWER_IS_PUBLISHED");
    const editInput = { params: { id: draft.id }, body: { public_description: "Other words" } };
    (await client.call(updateVersion, editInput)).reply();
    expect((await publish(draft.id, secondCheck.check)).errcode).toBe("OBJECT_OUTDATED");
    const thirdCheck = await check(draft.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => publish(draft.id, thirdCheck.check)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(
      new Set([undefined, "SOFTWARE_VERSION_ALREADY_PUBLISHED"]),
    );
    // One app that works with the plugin is enough.
    await query("update software_versions set compatible_app_version = '>=' || $2::text where id = $1", [
      draft.id,
      (await findNewestApp())?.version,
    ]);
    expect((await check(draft.id)).warnings.map(({ code }) => code)).not.toContain("APP_NOT_PUBLISHED");
    await query("update products set is_published = false where id = $1", [product_id]);
    expect((await check(draft.id)).warnings.map(({ code }) => code)).toContain("PRODUCT_NOT_PUBLISHED");
    // A file of another size counts as missing.
    const filelessVersion = await createVersion(plugin, { version: "1.3.0", published: null });
    await query("update software_versions set bytes = bytes + 1 where id = $1", [filelessVersion.id]);
    expect((await check(filelessVersion.id)).warnings.map(({ code }) => code)).toContain("FILE_MISSING");
  });

  test("is held to by those who publish at the same instant: one of two versions, and both without a check", async () => {
    const plugin = await createPlugin();
    const createDraft = (version: string) => createVersion(plugin, { version, published: null });
    const [one, two, three] = [await createDraft("1.1.0"), await createDraft("1.2.0"), await createDraft("1.3.0")];
    const checks = [await check(one.id), await check(two.id)];
    const lock = await hold("select 1 from software where id = $1 for update", [plugin.id]);
    const countWaiting = async () => (await lock.waiting()).filter((text) => text.includes("held as")).length;
    const pendingPublish = [one, two].map(({ id }, place) => publish(id, checks[place]?.check));
    await expect.poll(countWaiting, { interval: 10 }).toBe(2);
    await lock.release();
    const answers = await Promise.all(pendingPublish);
    expect(answers.map(({ errcode }) => errcode ?? "published").toSorted()).toEqual(["OBJECT_OUTDATED", "published"]);
    const refusedVersion = answers[0]?.errcode ? one : two;
    // A new check includes the version that the other administrator has just published.
    const newCheck = await check(refusedVersion.id);
    expect(newCheck.replaces).toBe(refusedVersion === one ? "1.2.0" : "1.1.0");
    expect((await Promise.all([publish(refusedVersion.id), publish(three.id)])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
  });

  test("is held to by who edits or links it at the same instant", async () => {
    const plugin = await createPlugin();
    const draft = await createVersion(plugin, { published: null });
    for (const statement of [
      "update software_versions set public_description = 'Other words', updated_at = now() where id = $1",
      "update software set product_id = null, updated_at = now() where id = (select software_id from software_versions where id = $1)",
    ]) {
      const { check: token } = await check(draft.id);
      const lock = await hold(statement, [draft.id]);
      const pendingPublish = publish(draft.id, token);
      const countWaiting = async () => (await lock.waiting()).filter((text) => text.includes("held as")).length;
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
      await lock.commit();
      expect((await pendingPublish).errcode).toBe("OBJECT_OUTDATED");
    }
  });

  test("of firmware counts those with a device for it", async () => {
    const device = await createSoftwareProduct();
    const draft = await createVersion(await createSoftware({ kind: "software", fits: [device.id] }), {
      published: null,
    });
    expect((await check(draft.id)).warnings.map(({ code }) => code)).toEqual(["NOBODY_GETS_IT"]);
    const { user } = await signedIn();
    const serial = randomUUID().slice(0, 30);
    await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
      user.org_id,
      device.id,
      serial,
    ]);
    expect(await check(draft.id)).toMatchObject({ organizations: 1, people: 1, warnings: [] });
  });
});

describe("publishing a version", () => {
  test("needs a description, which can be written", async () => {
    const draft = await createVersion(await createSoftware({ kind: "dependency" }), { published: null, notes: "" });
    const input = { params: { id: draft.id } };
    const describeIt = (public_description: string) =>
      client.call(updateVersion, { ...input, body: { public_description } });
    expect((await client.call(publishVersion, input)).errcode).toBe("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
    expect((await describeIt("  ")).errcode).toBe("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
    expect((await describeIt(" Faster. ")).reply().public_description).toBe("Faster.");
    (await client.call(publishVersion, input)).reply();
    const shown = (await client.call(getVersion, input)).reply();
    expect(shown).toMatchObject({ is_published: true, published_at: expect.stringMatching(/Z$/) });
    const unknown = await client.call(updateVersion, {
      params: { id: randomUUID() },
      body: { public_description: "x" },
    });
    expect(unknown.errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
  });

  test("is refused for what is not there, was deleted, or needs what is not published", async () => {
    expect((await publish(randomUUID())).errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
    const neededVersion = await createVersion(await createSoftware({ kind: "dependency" }), { published: null });
    const { id: product_id } = await createSoftwareProduct();
    const draft = await createVersion(await createSoftware({ product_id }), {
      published: null,
      needs: [neededVersion],
    });
    expect((await publish(draft.id)).errcode).toBe("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED");
    expect((await publish(neededVersion.id)).errcode).toBeUndefined();
    expect((await publish(draft.id)).errcode).toBeUndefined();
    const deletedVersion = await createVersion(await createSoftware(), { published: null });
    await query("update software_versions set is_deleted = true where id = $1", [deletedVersion.id]);
    expect((await publish(deletedVersion.id)).errcode).toBe("PLUGIN_VERSION_DELETED");
  });

  test("happens once when 20 try at once, and tells those who may have it and want news, once", async () => {
    const product = await createSoftwareProduct({ subscription_term: "month" });
    const plugin = await createSoftware({ product_id: product.id });
    const draft = await createVersion(plugin, { version: "4.0.0", published: null });
    const [subscriber, stranger] = [await signedIn(), await signedIn()];
    await createGivenSubscription(subscriber.user.org_id, product.id);
    const mutedUser = await createUser({ org_id: subscriber.user.org_id });
    await query(`update users set notification_settings = '{"is_subscribed": false}' where id = $1`, [mutedUser.id]);
    const buyer = await signedIn();
    await createProductOrder(buyer.user, product.id, "paid");
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(draft.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ errcode }) => errcode === "SOFTWARE_VERSION_ALREADY_PUBLISHED")).toHaveLength(19);
    for (const { email } of [subscriber.user, buyer.user]) {
      const mail = await sandbox.waitForMail(email);
      expect(mail.text).toContain("4.0.0");
      expect(mail.text).toContain("/portal/downloads");
    }
    const people = [subscriber.user, buyer.user, stranger.user, mutedUser];
    const counts = await Promise.all(people.map(async ({ email }) => (await sandbox.mailsTo(email)).length));
    expect(counts).toEqual([1, 1, 0, 0]);
  });

  test("of firmware is told to those who have a device for it", async () => {
    const device = await createSoftwareProduct();
    const firmware = await createSoftware({ kind: "software", fits: [device.id] });
    const draft = await createVersion(firmware, { version: "7.0.0", published: null });
    const [owner, other] = [await signedIn(), await signedIn()];
    await query("insert into devices (org_id, product_id, serial) values ($1, $2, $3)", [
      owner.user.org_id,
      device.id,
      randomUUID().slice(0, 30),
    ]);
    (await publish(draft.id)).reply();
    expect((await sandbox.waitForMail(owner.user.email)).text).toContain("7.0.0");
    expect(await sandbox.mailsTo(other.user.email)).toEqual([]);
  });
});
