// The recovery of a user who lost the second factors, from start to end, with shared helpers.
import { describe, expect, test } from "vitest";
import * as recoveries from "../../../worker/contract/v1/admin/second-factors.ts";
import {
  inactivateUser,
  inactivateUsers,
  reactivateUser,
  startEmailChange,
} from "../../../worker/contract/v1/admin/users.ts";
import { listNotifications } from "../../../worker/contract/v1/client/notifications.ts";
import { getLicenseAgreement } from "../../../worker/contract/v1/sso/license-agreement.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { listSecurityEvents } from "../../../worker/contract/v1/sso/security-events.ts";
import { getSession, signIn, signInByFactor } from "../../../worker/contract/v1/sso/session.ts";
import { confirmEmailChange, finishSetUp } from "../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn, signedInAdmin, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { hold, query, raceForRow } from "../../support/database.ts";
import { signInWithDesktop } from "../../support/desktop.ts";
import { totpCode, addPasskey, addTotp, preparePasskey } from "../../support/factors.ts";
import { createUser, password, type TestUser, uniqueEmail } from "../../support/factories.ts";
import { createLink, openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const startedSubject = "your second step will be removed";
const linkSubject = "Your link to sign in to CrunchBox again";
const admin = await signedInAdmin();

const start = (user: { id: string }, client: Client = admin.client) =>
  client.call(recoveries.startRecovery, { params: { user_id: user.id } });
const stop = (user: { id: string }, client: Client = admin.client) =>
  client.call(recoveries.stopRecovery, { params: { user_id: user.id } });
const fetchFactors = async (user: { id: string }) =>
  (await admin.client.call(recoveries.getUserFactors, { params: { user_id: user.id } })).reply();

/** A user who has lost both the authenticator app and the passkey. */
async function createLockedUser() {
  const actor = await signedIn({ roles: ["org", "user"] });
  const { secret } = await addTotp(actor.client, actor.user.id);
  await addPasskey(actor.client);
  return { ...actor, secret };
}

async function waitForPath(
  user: TestUser,
  subject: string,
  page: "stop-recovery" | "finish-recovery",
): Promise<string> {
  const { text } = await sandbox.waitForMail(user.email, subject);
  const [, path = ""] = new RegExp(`https?://[^\\s/]+(/${page}/[\\w-]+/[\\w-]{22})\\b`).exec(text) ?? [];
  expect(path).not.toBe("");
  return path;
}
const stopPath = (user: TestUser) => waitForPath(user, startedSubject, "stop-recovery");
const finishPath = (user: TestUser) => waitForPath(user, linkSubject, "finish-recovery");

/** Ends the waiting time of a user's recovery, and sends its mail. */
async function endWait(user: { id: string }): Promise<void> {
  await query("update second_factor_recoveries set due_at = now() where user_id = $1", [user.id]);
  await sandbox.runJob("deliver-outbox");
}

async function createMailedRecovery() {
  const actor = await createLockedUser();
  (await start(actor.user)).reply();
  await endWait(actor.user);
  return { ...actor, path: await finishPath(actor.user) };
}

const submitPassword = (path: string, typed: string = password, client: Client = visitor()) =>
  client.fetch(path, { method: "POST", body: new URLSearchParams({ password: typed }) });
const countFactors = async (user: { id: string }) => {
  const { passkeys, has_totp, backup_codes_left } = await fetchFactors(user);
  return { passkeys, has_totp, backup_codes_left };
};
const noFactors = { passkeys: 0, has_totp: false, backup_codes_left: 0 };
const allFactors = { passkeys: 1, has_totp: true, backup_codes_left: 10 };
const listAuditActions = async (user: { id: string }) =>
  (
    await query<{ action: string; actor_id: string | null }>(
      "select action, actor_id from audit_log where subject_id = $1 and action like '%ecovery%' order by id",
      [user.id],
    )
  ).map(({ action, actor_id }) => [action, actor_id]);

describe("an administrator who begins a recovery", () => {
  test("starts 24 hours, tells the user on every channel, and removes nothing", async () => {
    const { user, client } = await createLockedUser();
    await query("update users set phone = '+15550100077' where id = $1", [user.id]);
    const startAnswer = await start(user);
    expect(startAnswer.status).toBe(201);
    const { begun_at, due_at, ...rest } = startAnswer.reply();
    expect(Date.parse(due_at) - Date.parse(begun_at)).toBe(24 * 3600 * 1000);
    expect(rest).toMatchObject({
      begun_by: `${admin.user.first_name} ${admin.user.last_name}`,
      mailed_at: null,
      expires_at: null,
    });
    expect((await fetchFactors(user)).recovery).toEqual({
      begun_at,
      due_at,
      begun_by: rest.begun_by,
      mailed_at: null,
      expires_at: null,
    });
    const { text } = await sandbox.waitForMail(user.email, startedSubject);
    expect(text).toContain("Stop it");
    expect(text).toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/);
    expect((await client.call(listNotifications)).reply().data).toMatchObject([{ type: "recoveryStarted" }]);
    expect(await query("select recipient from outbox where user_id = $1 and channel = 'phone'", [user.id])).toEqual([
      { recipient: "+15550100077" },
    ]);
    // The links are signed only when the mail is sent.
    expect(JSON.stringify(await query("select payload from outbox where user_id = $1", [user.id]))).not.toContain(
      "stop-recovery",
    );
    expect(await countFactors(user)).toEqual(allFactors);
    expect(await listAuditActions(user)).toEqual([["startRecovery", admin.user.id]]);
    await sandbox.runJob("deliver-outbox");
    expect((await fetchFactors(user)).recovery?.mailed_at).toBeNull();
  });

  test("leaves a security event without the administrator's place and browser", async () => {
    const { user, client } = await createLockedUser();
    await admin.client.call(recoveries.startRecovery, {
      params: { user_id: user.id },
      headers: { "x-sandbox-country": "DE", "x-sandbox-city": "Berlin" },
    });
    const [event] = (await client.call(listSecurityEvents)).reply().data;
    expect(event).toMatchObject({ kind: "recovery_started", country: null, city: null, user_agent: null });
  });

  test("is refused a second one, one for a user without factors, an inactive one, and their own", async () => {
    const { user } = await createLockedUser();
    const starts = await Promise.all([1, 2, 3, 4].map(() => start(user)));
    expect(starts.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect((await start(user)).errcode).toBe("RECOVERY_RUNNING");
    expect((await start(await createUser())).errcode).toBe("RECOVERY_NOT_POSSIBLE");
    const inactive = await createLockedUser();
    await query("update users set is_active = false where id = $1", [inactive.user.id]);
    expect((await start(inactive.user)).errcode).toBe("RECOVERY_NOT_POSSIBLE");
    const other = await signedInAdmin();
    await addTotp(other.client, other.user.id);
    expect((await start(other.user, other.client)).errcode).toBe("RECOVERY_OWN");
    expect((await start({ id: crypto.randomUUID() })).errcode).toBe("USR_NOT_FOUND");
    expect(
      await query("select 1 from second_factor_recoveries where user_id = any($1)", [
        [inactive.user.id, other.user.id],
      ]),
    ).toEqual([]);
  });

  test("needs a fresh sign-in, the right area, no impersonation, and is an owner for administrators", async () => {
    const { user } = await createLockedUser();
    const staleAdmin = await signedInAdmin();
    await addTotp(staleAdmin.client, staleAdmin.user.id);
    await query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [
      staleAdmin.user.id,
    ]);
    expect((await start(user, staleAdmin.client)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    expect((await start(user, (await signedInAdmin("warehouse")).client)).errcode).toBe("USR_NOT_AUTHORIZED");
    expect((await start(user, (await impersonating()).client)).errcode).toBe("USR_NOT_AUTHORIZED");
    const colleague = await signedInAdmin();
    await addTotp(colleague.client, colleague.user.id);
    const support = await signedInAdmin("support");
    expect((await start(colleague.user, support.client)).errcode).toBe("USR_NOT_AUTHORIZED");
    expect((await start(user, support.client)).status).toBe(201);
    expect((await stop(user, support.client)).status).toBe(200);
    expect((await start(colleague.user)).status).toBe(201);
    expect((await stop(colleague.user, support.client)).errcode).toBe("USR_NOT_AUTHORIZED");
  });
});

describe("a recovery is stopped", () => {
  test("by an administrator, and can begin again", async () => {
    const { user, client } = await createLockedUser();
    (await start(user)).reply();
    for (const status of [200, 200]) expect((await stop(user)).status).toBe(status);
    expect((await fetchFactors(user)).recovery).toBeNull();
    await endWait(user);
    expect(await query("select 1 from outbox where user_id = $1 and type = 'recoveryReady'", [user.id])).toEqual([]);
    expect(await listAuditActions(user)).toEqual([
      ["startRecovery", admin.user.id],
      ["stopRecovery", admin.user.id],
    ]);
    expect(
      (await client.call(listSecurityEvents))
        .reply()
        .data.map(({ kind }) => kind)
        .slice(0, 2),
    ).toEqual(["recovery_stopped", "recovery_started"]);
    expect((await start(user)).status).toBe(201);
    expect((await stop({ id: crypto.randomUUID() })).errcode).toBe("USR_NOT_FOUND");
  });

  test("by the mailed link, whose GET changes nothing, and after the second link was mailed, too", async () => {
    const { user, path } = await createMailedRecovery();
    const link = await stopPath(user);
    const page = await visitor().fetch(link, { headers: { "sec-fetch-dest": "document" } });
    expect([page.headers.get("cache-control"), page.headers.get("referrer-policy")]).toEqual([
      expect.stringContaining("no-store"),
      "no-referrer",
    ]);
    expect(await page.text()).toContain("Stop it");
    expect((await fetchFactors(user)).recovery).not.toBeNull();
    const stopByLink = async () => (await visitor().fetch(link, { method: "POST" })).text();
    expect(await stopByLink()).toContain("Your second step stays");
    expect(await stopByLink()).toContain("Your second step stays");
    expect(await (await submitPassword(path)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
    expect((await listAuditActions(user)).map(([action]) => action)).toEqual([
      "startRecovery",
      "mailRecoveryLinks",
      "stopRecovery",
    ]);
  });

  test("by the user on the Security page, where it is shown", async () => {
    const { user, client } = await createLockedUser();
    const readPage = async () => (await client.fetch("/portal/security")).text();
    expect(await readPage()).not.toContain("Support was asked");
    (await start(user)).reply();
    expect(await readPage()).toContain("Support was asked");
    const stranger = await createLockedUser();
    const post = (each: Client) =>
      each.fetch("/portal/security/recovery/stop", { method: "POST", body: new URLSearchParams() });
    expect((await post(stranger.client)).status).toBe(303);
    expect((await fetchFactors(user)).recovery).not.toBeNull();
    expect((await post(client)).status).toBe(303);
    expect((await fetchFactors(user)).recovery).toBeNull();
    expect(await listAuditActions(user)).toEqual([
      ["startRecovery", admin.user.id],
      ["stopRecovery", user.id],
    ]);
  });

  test("by a new password, because the mailbox alone would be enough then", async () => {
    const { user, path } = await createMailedRecovery();
    (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
    const browser = visitor();
    (await openLink(browser, await waitForLink(user.email, "Reset"))).reply();
    (await browser.call(finishPasswordReset, { body: { new_password: "Newer-5678?#" } })).reply();
    expect((await fetchFactors(user)).recovery).toBeNull();
    for (const typed of [password, "Newer-5678?#"])
      expect(await (await submitPassword(path, typed)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
  });

  test("by a set-up link that sets a new password, which ends the trust in browsers, too", async () => {
    const { user } = await createLockedUser();
    await query(
      `insert into trusted_browsers (token_hash, user_id, expires_at)
       values ($1::text::bytea, $1::uuid, now() + interval '1 day')`,
      [user.id],
    );
    (await start(user)).reply();
    const browser = visitor();
    (await openLink(browser, await createLink(admin.client, user.id, "verify:user-setup"))).reply();
    const agreement_version = (await browser.call(getLicenseAgreement)).headers.get("x-version") ?? "";
    (await browser.call(finishSetUp, { body: { password: "Newer-5678?#", agreement_version } })).reply();
    expect((await fetchFactors(user)).recovery).toBeNull();
    expect(await query("select 1 from trusted_browsers where user_id = $1", [user.id])).toEqual([]);
    expect(await countFactors(user)).toEqual(allFactors);
  });

  test("by an inactivation, also once the user is active again", async () => {
    const { user, path } = await createMailedRecovery();
    const other = await createMailedRecovery();
    (await admin.client.call(inactivateUser, { params: { user_id: user.id } })).reply();
    (await admin.client.call(inactivateUsers, { body: { user_ids: [other.user.id] } })).reply();
    for (const each of [user, other.user])
      (await admin.client.call(reactivateUser, { params: { user_id: each.id } })).reply();
    for (const each of [path, other.path])
      expect(await (await submitPassword(each)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
  });

  test("by a new address, whose mailbox may be somebody else's", async () => {
    const { user, path } = await createMailedRecovery();
    const new_email = uniqueEmail();
    (await admin.client.call(startEmailChange, { params: { user_id: user.id }, body: { new_email } })).reply();
    const mailbox = visitor();
    (await openLink(mailbox, await waitForLink(new_email, "Confirm"))).reply();
    (await mailbox.call(confirmEmailChange, {})).reply();
    expect(await (await submitPassword(path)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
  });
});

describe("the link that is mailed after 24 hours", () => {
  test("removes all factors, trusted browsers and sessions with the password, and signs in", async () => {
    const actor = await createLockedUser();
    const { user, secret } = actor;
    const trustedBrowser = visitor();
    const signInAnswer = await trustedBrowser.call(signIn, { body: { username: user.email, password } });
    const { challenge } = JSON.parse(signInAnswer.text);
    (
      await trustedBrowser.call(signInByFactor, { body: { challenge, code: totpCode(secret), trust_browser: true } })
    ).reply();
    const { desktop } = await signInWithDesktop(actor);
    expect((await desktop.call(getSession)).status).toBe(200);
    (await start(user)).reply();
    await endWait(user);
    const path = await finishPath(user);
    const linkPage = await visitor().fetch(path);
    expect(await linkPage.text()).toContain(user.email);
    expect([linkPage.headers.get("cache-control"), linkPage.headers.get("referrer-policy")]).toEqual([
      expect.stringContaining("no-store"),
      "no-referrer",
    ]);
    expect(await countFactors(user)).toEqual(allFactors);
    const client = visitor();
    const submission = await submitPassword(path, password, client);
    expect([submission.status, submission.headers.get("location")]).toEqual([303, "/portal/security"]);
    expect(await countFactors(user)).toEqual(noFactors);
    expect((await fetchFactors(user)).recovery).toBeNull();
    for (const each of [actor.client, trustedBrowser, desktop])
      expect((await each.call(getSession)).errcode).toBe("INVALID_JWT");
    for (const table of ["trusted_browsers", "second_factor_tries", "totp_secrets", "backup_codes"])
      expect(await query(`select 1 from ${table} where user_id = $1`, [user.id]), table).toEqual([]);
    expect((await client.call(getSession)).reply().user_id).toBe(user.id);
    // The new session is fresh, so it may add a factor at once.
    expect((await client.call(security.createTotp)).status).toBe(201);
    expect((await listAuditActions(user)).map(([action]) => action)).toEqual([
      "startRecovery",
      "mailRecoveryLinks",
      "finishRecovery",
    ]);
    const { text } = await sandbox.waitForMail(user.email, "The second step of your CrunchBox account was removed");
    expect(text).toContain("This was not me");
    const again = await submitPassword(path);
    expect(await again.text()).toContain("This link no longer works");
    expect(await (await visitor().fetch(await stopPath(user), { method: "POST" })).text()).toContain(
      "This link no longer works",
    );
  });

  test("is used once by twenty presses at the same moment", async () => {
    const { user, path } = await createMailedRecovery();
    const submissions = await Promise.all(Array.from({ length: 20 }, () => submitPassword(path)));
    expect(submissions.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await listAuditActions(user)).filter(([action]) => action === "finishRecovery")).toHaveLength(1);
    expect(await countFactors(user)).toEqual(noFactors);
  });

  test.each(["before", "after"])("leaves no passkey that another browser adds a moment %s it", async (order) => {
    const race = await raceForRow(async () => {
      const { user, client, path } = await createMailedRecovery();
      const { body } = await preparePasskey(client);
      const lock = await hold("select 1 from users where id = $1 for update", [user.id]);
      const requests = [() => client.call(security.createPasskey, { body }), () => submitPassword(path)];
      return { user, lock, requests: order === "before" ? requests : requests.toReversed() };
    });
    expect(await countFactors(race.user)).toEqual(noFactors);
  });

  test("needs the password, and ends with the tenth wrong one", async () => {
    const { user, path } = await createMailedRecovery();
    const wrongAnswer = await submitPassword(path, "Wrong-1234!");
    expect([wrongAnswer.status, await wrongAnswer.text()]).toEqual([
      422,
      expect.stringContaining("This password is wrong. Nothing is removed."),
    ]);
    for (let n = 2; n <= 10; n++) expect((await submitPassword(path, "Wrong-1234!")).status).toBe(422);
    expect(await (await submitPassword(path)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
  });

  test("opens by its own signature alone: not by the stop link's, nor for another recovery", async () => {
    const { user, path } = await createMailedRecovery();
    const other = await createMailedRecovery();
    const tokenOf = (each: string) => each.split("/")[3] ?? "";
    const idOf = (each: string) => each.split("/")[2] ?? "";
    for (const each of [
      `/finish-recovery/${idOf(path)}/${tokenOf(await stopPath(user))}`,
      `/finish-recovery/${idOf(path)}/${tokenOf(other.path)}`,
      `/finish-recovery/${idOf(path)}/${"A".repeat(22)}`,
      `/finish-recovery/${crypto.randomUUID()}/${tokenOf(path)}`,
      `/stop-recovery/${idOf(path)}/${tokenOf(path)}`,
    ])
      expect(await (await submitPassword(each)).text(), each).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
    expect((await fetchFactors(user)).recovery).not.toBeNull();
  });

  test("does not work after 24 hours, and a recovery can begin again then", async () => {
    const { user, path } = await createMailedRecovery();
    const { mailed_at, expires_at } = (await fetchFactors(user)).recovery ?? {};
    expect(Date.parse(expires_at ?? "") - Date.parse(mailed_at ?? "")).toBe(24 * 3600 * 1000);
    await query("update second_factor_recoveries set expires_at = now() where user_id = $1", [user.id]);
    expect(await (await submitPassword(path)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
    expect((await start(user)).status).toBe(201);
  });

  test("does not work for a user who was inactivated, and is not mailed to one", async () => {
    const { user, path } = await createMailedRecovery();
    await query("update users set is_active = false where id = $1", [user.id]);
    expect(await (await submitPassword(path)).text()).toContain("This link no longer works");
    expect(await countFactors(user)).toEqual(allFactors);
    const lateActor = await createLockedUser();
    (await start(lateActor.user)).reply();
    await query("update users set is_active = false where id = $1", [lateActor.user.id]);
    await endWait(lateActor.user);
    expect((await fetchFactors(lateActor.user)).recovery).toBeNull();
    expect(
      await query("select 1 from outbox where user_id = $1 and type = 'recoveryReady'", [lateActor.user.id]),
    ).toEqual([]);
  });

  test("is mailed once, however often the job runs", async () => {
    const { user } = await createMailedRecovery();
    await Promise.all([sandbox.runJob("deliver-outbox"), sandbox.runJob("deliver-outbox")]);
    expect(await query("select 1 from outbox where user_id = $1 and type = 'recoveryReady'", [user.id])).toHaveLength(
      1,
    );
  });
});
