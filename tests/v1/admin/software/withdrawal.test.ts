import { expect, test } from "vitest";
import * as contract from "../../../../worker/contract/v1/admin/releases.ts";
import { getSoftwareHistory } from "../../../../worker/contract/v1/admin/releases.ts";
import { publishVersion } from "../../../../worker/contract/v1/admin/software.ts";
import { getDownload, openDownload } from "../../../../worker/contract/v1/client/downloads.ts";
import { listNotifications } from "../../../../worker/contract/v1/client/notifications.ts";
import { getPluginManifest } from "../../../../worker/contract/v1/client/plugins.ts";
import { downloadSoftware, listSoftware } from "../../../../worker/contract/v1/client/software.ts";
import { signedIn, signedInAdmin } from "../../../support/actors.ts";
import { hold, query, raceForRow } from "../../../support/database.ts";
import { createUser } from "../../../support/factories.ts";
import { readWords } from "../../../http/pages/words.ts";
import { sandbox } from "../../../support/sandbox.ts";
import {
  createSoftware,
  createSoftwareProduct,
  createVersion,
  createProductOrder,
} from "../../../support/software/rows.ts";

const { client } = await signedInAdmin();
const reason = "It overheats the *lamp* of all units.";

const withdraw = (version: { id: string }, replacement: { id: string } | null = null) =>
  client.call(contract.withdrawVersion, {
    params: { id: version.id },
    body: { reason, replacement_id: replacement?.id ?? null },
  });

const listMailed = async (version: { id: string }) =>
  (await query("select user_id from outbox where event = $1", [`withdrawn:${version.id}`])).map((row) =>
    String(row["user_id"]),
  );

async function buyPlugin() {
  const product = await createSoftwareProduct();
  const plugin = await createSoftware({ product_id: product.id });
  const before = await createVersion(plugin, { version: "1.4.2" });
  const bad = await createVersion(plugin, { version: "1.5.0" });
  const buyer = await signedIn();
  await createProductOrder(buyer.user, product.id, "paid");
  const offered = async () =>
    (await buyer.client.call(getPluginManifest, { query: { build_env: "production" } }))
      .reply()
      .pluginwares.find((each) => each.plugin.id === plugin.id)?.version;
  return { product, plugin, before, bad, ...buyer, buyer: buyer.client, offered };
}

const fetchLink = async (buyer: typeof client, version: { id: string }) =>
  (await buyer.call(getDownload, { params: { object_id: version.id } })).reply().url;

test("a withdrawn version is downloaded by nobody, also by a link given out before, and the one before is offered", async () => {
  const { buyer, before, bad, plugin, offered } = await buyPlugin();
  const url = await fetchLink(buyer, bad);
  expect((await fetch(url)).status).toBe(200);
  expect(await offered()).toBe("1.5.0");
  (await withdraw(bad, before)).reply();
  expect(await offered()).toBe("1.4.2");
  const refused = { success: false, errcode: "SOFTWARE_VERSION_WITHDRAWN", message: expect.stringContaining(reason) };
  const answer = await fetch(url, { headers: { range: "bytes=5-" } });
  expect([answer.status, await answer.json()]).toEqual([422, refused]);
  for (const call of [getDownload, openDownload]) {
    const { status, errcode } = await buyer.call(call, { params: { object_id: bad.id } });
    expect([status, errcode]).toEqual([422, "SOFTWARE_VERSION_WITHDRAWN"]);
  }
  const row = (await buyer.call(listSoftware)).reply().data.find(({ id }) => id === plugin.id);
  expect(row).toMatchObject({
    allowed: true,
    latest_version: { version: "1.4.2" },
    withdrawn_versions: [{ version: "1.5.0", reason, replacement: { id: before.id, version: "1.4.2" } }],
  });
});

test("its downloaders and the owners of their organizations are told by mail and in the app, whatever they turned off", async () => {
  const { buyer, user, before, bad } = await buyPlugin();
  const [owner, colleague, stranger] = [
    await createUser({ org_id: user.org_id, roles: ["user", "org"] }),
    await createUser({ org_id: user.org_id }),
    (await signedIn()).user,
  ];
  await query(`update users set notification_settings = '{"is_subscribed": false}' where id = any($1)`, [
    [user.id, owner.id],
  ]);
  await (await fetch(await fetchLink(buyer, bad))).arrayBuffer();
  (await withdraw(bad, before)).reply();
  expect((await listMailed(bad)).toSorted()).toEqual([user.id, owner.id].toSorted());
  for (const { email } of [user, owner]) {
    const { text, subject, headers } = await sandbox.waitForMail(email);
    expect(subject).toContain("1.5.0");
    for (const fact of [reason, "1.4.2"]) expect(text).toContain(fact);
    expect([JSON.stringify(headers ?? {}), text].join(" ").toLowerCase()).not.toContain("unsubscribe");
  }
  for (const { email } of [colleague, stranger]) expect(await sandbox.mailsTo(email)).toEqual([]);
  const [shown] = (await buyer.call(listNotifications)).reply().data;
  expect(shown).toMatchObject({ type: "mustRead", read_at: null });
  const pageText = await readWords(buyer, `/portal/notifications/${shown?.id}`);
  for (const fact of ["Stop using 1.5.0", reason, "Install version 1.4.2 instead"]) expect(pageText).toContain(fact);
  const notificationRows = await query("select user_id from notifications where event = $1", [`withdrawn:${bad.id}`]);
  expect(notificationRows.map((row) => row["user_id"]).toSorted()).toEqual([user.id, owner.id].toSorted());
});

test("what needs a withdrawn dependency is not offered either, and its download says why", async () => {
  const { buyer, plugin, offered } = await buyPlugin();
  const kernel = await createSoftware({ kind: "dependency" });
  const [engine, gear] = [await createVersion(kernel, { version: "3.0.0" }), await createVersion(kernel)];
  await query("insert into software_version_dependencies values ($1, $2)", [gear.id, engine.id]);
  const dependentVersion = await createVersion(plugin, { version: "2.0.0", needs: [gear] });
  expect(await offered()).toBe("2.0.0");
  const url = await fetchLink(buyer, dependentVersion);
  (await withdraw(engine)).reply();
  expect(await offered()).toBe("1.5.0");
  expect(await (await fetch(url)).json()).toMatchObject({
    errcode: "SOFTWARE_VERSION_WITHDRAWN",
    message: expect.stringContaining(reason),
  });
  expect(await listMailed(dependentVersion)).toEqual([]);
});

test("software by name leads to the newest version that is left", async () => {
  const app = await createSoftware({ kind: "software", fits: [] });
  const [before, bad] = [
    await createVersion(app, { version: "1.0.0" }),
    await createVersion(app, { version: "1.1.0" }),
  ];
  const { client: buyer } = await signedIn();
  const fetchLocation = async () =>
    (await buyer.call(downloadSoftware, { params: { name: app.name } })).headers.get("location");
  expect(await fetchLocation()).toContain(bad.file_name);
  (await withdraw(bad)).reply();
  expect(await fetchLocation()).toContain(before.file_name);
  (await withdraw(before)).reply();
  const none = await buyer.call(downloadSoftware, { params: { name: app.name } });
  expect(none.errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
});

test("is refused for another replacement, what is gone, and what was withdrawn; of 10 at once one withdraws", async () => {
  const { before, bad } = await buyPlugin();
  const other = await createVersion(await createSoftware());
  const unpublishedVersion = await createVersion(
    { id: (await buyPlugin()).plugin.id },
    { version: "9.0.0", published: null },
  );
  for (const replacement of [other, unpublishedVersion, bad])
    expect((await withdraw(bad, replacement)).errcode).toBe("SOFTWARE_VERSION_REPLACEMENT_INVALID");
  expect((await withdraw({ id: crypto.randomUUID() })).errcode).toBe("SOFTWARE_VERSION_NOT_FOUND");
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(bad, before)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(({ errcode }) => errcode))).toEqual(new Set([undefined, "SOFTWARE_VERSION_WITHDRAWN"]));
  const emptyInput = { params: { id: before.id }, body: { reason: " ", replacement_id: null } };
  expect((await client.call(contract.withdrawVersion, emptyInput)).status).toBe(400);
});

test("whoever begins a download while it is withdrawn is told, or does not get it", async () => {
  const { buyer, user, bad } = await buyPlugin();
  const others = [user];
  for (let count = 0; count < 7; count += 1) others.push(await createUser({ org_id: user.org_id }));
  const urls = await Promise.all(others.map(async () => fetchLink(buyer, bad)));
  const [answers] = await Promise.all([
    Promise.all(
      urls.map(async (url) => {
        try {
          const answer = await fetch(url);
          return answer.status === 200 && (await answer.arrayBuffer()).byteLength > 0;
        } catch {
          return false;
        }
      }),
    ),
    withdraw(bad).then((answer) => answer.reply()),
  ]);
  const downloadRows = await query("select user_id from downloads where version_id = $1", [bad.id]);
  expect(downloadRows.length).toBeGreaterThanOrEqual(answers.filter(Boolean).length);
  expect(await listMailed(bad)).toEqual(downloadRows.length > 0 ? [user.id] : []);
});

test("a download that holds the version ends before a withdrawal that waits for it, without a deadlock", async () => {
  const { user, bad, plugin } = await buyPlugin();
  const downloadLock = await hold("select id from software_versions where id = $1 for share", [bad.id]);
  const pendingWithdrawal = withdraw(bad);
  const countWaiting = async () => (await downloadLock.waiting()).length;
  await expect.poll(countWaiting, { interval: 10 }).toBe(1);
  // The foreign key of the download locks the software, which the withdrawal holds.
  await downloadLock.run(
    `insert into downloads (id, org_id, user_id, software_id, version_id)
     values (gen_random_uuid(), $1, $2, $3, $4)`,
    [user.org_id, user.id, plugin.id, bad.id],
  );
  await downloadLock.commit();
  (await pendingWithdrawal).reply();
  expect(await listMailed(bad)).toEqual([user.id]);
});

test("a download that is being recorded makes the withdrawal wait, and its user is told", async () => {
  const { user, bad, plugin } = await buyPlugin();
  const downloadLock = await hold(
    `with held as (select id from software_versions where id = $1 and withdrawn_at is null for share)
     insert into downloads (id, org_id, user_id, software_id, version_id)
     select gen_random_uuid(), $2, $3, $4, held.id from held`,
    [bad.id, user.org_id, user.id, plugin.id],
  );
  const pendingWithdrawal = withdraw(bad);
  const countWaiting = async () => (await downloadLock.waiting()).length;
  await expect.poll(countWaiting, { interval: 10 }).toBe(1);
  await downloadLock.commit();
  (await pendingWithdrawal).reply();
  expect(await listMailed(bad)).toEqual([user.id]);
});

test("publishing and withdrawing at once end withdrawn", async () => {
  const { plugin, draft, answers } = await raceForRow(async () => {
    const bought = await buyPlugin();
    const version = await createVersion(bought.plugin, { version: "3.0.0", published: null });
    const lock = await hold("select 1 from software where id = $1 for update", [bought.plugin.id]);
    const publish = () => client.call(publishVersion, { params: { id: version.id } });
    return { plugin: bought.plugin, draft: version, lock, requests: [publish, () => withdraw(version)] };
  });
  const [published, withdrawn] = answers;
  expect(withdrawn?.status).toBe(200);
  expect([undefined, "SOFTWARE_VERSION_WITHDRAWN"]).toContain(published?.errcode);
  const [row] = await query("select is_published, stage, withdrawal_reason from software_versions where id = $1", [
    draft.id,
  ]);
  expect(row).toEqual({ is_published: false, stage: null, withdrawal_reason: reason });
  const history = await client.call(getSoftwareHistory, { params: { name: plugin.name } });
  expect(history.reply().versions.find(({ id }) => id === draft.id)?.is_published).toBe(false);
});

test("mails of the news that were not sent are dropped by a withdrawal, and those that were sent stay", async () => {
  const { plugin, user } = await buyPlugin();
  const waitingUser = await createUser({ org_id: user.org_id });
  const draft = await createVersion(plugin, { version: "3.0.0", published: null });
  (await client.call(publishVersion, { params: { id: draft.id } })).reply();
  const listNews = (condition = "true") =>
    query(`select user_id from outbox where event = $1 and ${condition}`, [`version:${draft.id}`]);
  await expect.poll(() => listNews("sent_at is not null")).toHaveLength(2);
  await query(
    `update outbox set sent_at = null, attempts = 0, next_at = now() + interval '1 hour'
     where event = $1 and user_id = $2`,
    [`version:${draft.id}`, waitingUser.id],
  );
  (await withdraw(draft)).reply();
  expect(await listNews()).toEqual([{ user_id: user.id }]);
});
