import { afterAll, beforeAll, expect, test } from "vitest";
import { sendNotification } from "../../../worker/contract/v1/admin/notifications.ts";
import { startRecovery } from "../../../worker/contract/v1/admin/second-factors.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { confirmPhone, requestPhoneCode } from "../../../worker/contract/v1/sso/phone.ts";
import { createTotp, enableTotp } from "../../../worker/contract/v1/sso/security.ts";
import { getSession, requestSignInCode, signIn, signInByFactor } from "../../../worker/contract/v1/sso/session.ts";
import { getNotificationSettings } from "../../../worker/contract/v1/client/notifications.ts";
import { requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { verifyCode } from "../../../worker/contract/v1/sso/verification.ts";
import { runScheduled } from "../../../sandbox/run/schedule.ts";
import { payloads } from "../../domain/mail-examples.ts";
import { type Actor, actorsOn } from "../../support/actors.ts";
import { type LoggedWorker, startOwnApp, startSecondWorker } from "../../support/app.ts";
import { type Client, createClient } from "../../support/client.ts";
import { openDatabase, type Query } from "../../support/database.ts";
import { totpCode } from "../../support/factors.ts";
import { type Factories, factoriesOn, password, uniqueEmail } from "../../support/factories.ts";
import { createLink, openLink, waitForLink } from "../../support/inbox.ts";
import { sandboxAt } from "../../support/sandbox.ts";

const newPepper = "n".repeat(48);
let app: Awaited<ReturnType<typeof startOwnApp>>;
let sandbox: ReturnType<typeof sandboxAt>;
let factories: Factories;
let database: Query;
let actors: ReturnType<typeof actorsOn>;
let rotatedWorker: LoggedWorker;
let finishedWorker: LoggedWorker;

// A separate app, because the worker that sends a mail signs its link: no other worker may send the mails of these
// tests.
beforeAll(async () => {
  app = await startOwnApp();
  sandbox = sandboxAt(app.sandbox.url);
  const query = openDatabase(app.sandbox.databaseUrl);
  database = query;
  factories = factoriesOn(query);
  actors = actorsOn({ query, factories, url: app.worker.url });
  const { CODE_PEPPER = "" } = app.sandbox.vars;
  [rotatedWorker, finishedWorker] = await Promise.all([
    startSecondWorker(
      { CODE_PEPPER: newPepper, CODE_PEPPER_PREVIOUS: CODE_PEPPER },
      { beside: app, is_queue_down: true },
    ),
    startSecondWorker({ CODE_PEPPER: newPepper }, { beside: app, is_queue_down: true }),
  ]);
});
afterAll(async () => {
  await Promise.all([rotatedWorker?.stop(), finishedWorker?.stop()]);
  await app?.stop();
});

const newVisitor = () => createClient({ url: app.worker.url });

const openSetUpLink = async (worker: LoggedWorker, link: { user_id: string; code: string }) => {
  const { user_id, code } = link;
  const answer = await createClient({ url: worker.url }).call(verifyCode, {
    body: { scope: "verify:user-setup", user_id, code },
  });
  return answer.errcode ?? answer.status;
};

test("a link that was mailed before CODE_PEPPER changed opens as long as the value before is known, and not after", async () => {
  const { client } = await actors.signedInAdmin();
  const { id } = await factories.createUser({ state: "new" });
  const link = await createLink(client, id, "verify:user-setup");
  expect(await openSetUpLink(finishedWorker, link)).toBe("INVALID_VERIFICATION_CODE");
  expect(await openSetUpLink(rotatedWorker, link)).toBe(200);
});

test("a link of after the change opens with and without the value before", async () => {
  const { token } = await actors.signedInAdmin();
  const { id } = await factories.createUser({ state: "new" });
  const link = await createLink(createClient({ url: rotatedWorker.url, session: token }), id, "verify:user-setup");
  expect(await openSetUpLink(rotatedWorker, link)).toBe(200);
  expect(await openSetUpLink(finishedWorker, link)).toBe(200);
});

function copyBrowser(worker: LoggedWorker, { cookies }: Client): Client {
  const client = createClient({ url: worker.url });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

test("who is signed in stays so, and a browser that is known stays known, even when the value before is forgotten", async () => {
  const { user, client } = await actors.signedIn();
  const bearer = await factories.createSession(user.id, "bearer");
  const knownBrowser = newVisitor();
  const body = { username: user.email, password };
  (await knownBrowser.call(signIn, { body })).reply();
  expect(knownBrowser.cookies.get("__Host-device")).toBeDefined();
  knownBrowser.cookies.delete("__Host-session");
  for (const worker of [rotatedWorker, finishedWorker]) {
    expect((await copyBrowser(worker, client).call(getSession)).reply().user_id).toBe(user.id);
    expect((await createClient({ url: worker.url, bearer }).call(getSession)).status).toBe(200);
    // Without a bot check token, only a known browser can sign in.
    const headers = { "x-captcha-token": null };
    expect((await createClient({ url: worker.url }).call(signIn, { body, headers })).status).toBe(401);
    expect((await copyBrowser(worker, knownBrowser).call(signIn, { body, headers })).status).toBe(201);
  }
});

test("a code to sign in and every mailed link of before the change work while the value before is known", async () => {
  const { user, client }: Actor = await actors.signedIn();
  const signInWithCode = async (worker: LoggedWorker, code: string) => {
    const body = { username: user.email, password, code };
    return (await createClient({ url: worker.url }).call(signIn, { body, headers: { "x-captcha-token": null } }))
      .status;
  };
  (await newVisitor().call(requestSignInCode, { body: { username: user.email, password } })).reply();
  const codeMail = await sandbox.waitForMail(user.email, "sign-in code");
  const code = /^Code: ([A-HJ-NP-Z2-9]{6})$/m.exec(codeMail.text)?.[1] ?? "";
  expect(await signInWithCode(finishedWorker, code)).toBe(422);
  expect(await signInWithCode(rotatedWorker, code)).toBe(201);

  const new_email = uniqueEmail();
  (await client.call(requestEmailChange, { body: { new_email } })).reply();
  const warningMail = await sandbox.waitForMail(user.email, "about to change");
  const stopPath = /https?:\/\/[^\s/]+(\/stop-email-change\/\S+)/.exec(warningMail.text)?.[1] ?? "";
  const change = await waitForLink(new_email, "", sandbox);
  expect((await openLink(createClient({ url: finishedWorker.url }), change)).errcode).toBe("INVALID_VERIFICATION_CODE");
  expect((await openLink(createClient({ url: rotatedWorker.url }), change)).status).toBe(200);
  const pressStop = async (worker: LoggedWorker) =>
    (await createClient({ url: worker.url }).fetch(stopPath, { method: "POST" })).text();
  expect(await pressStop(finishedWorker)).not.toContain("The change is stopped.");
  expect(await pressStop(rotatedWorker)).toContain("The change is stopped.");
});

test("a reset that was opened before the change is finished after it", async () => {
  const user = await factories.createUser();
  (await newVisitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
  const reset = await waitForLink(user.email, "Reset", sandbox);
  expect((await openLink(createClient({ url: finishedWorker.url }), reset)).errcode).toBe("INVALID_VERIFICATION_CODE");
  const resetBrowser = newVisitor();
  expect((await openLink(resetBrowser, reset)).status).toBe(200);
  const answer = await copyBrowser(rotatedWorker, resetBrowser).call(finishPasswordReset, {
    body: { new_password: `${password}2` },
  });
  expect(answer.status).toBe(200);
  await runScheduled(app.worker.url, "deliver-outbox");
  await sandbox.waitForMail(user.email, "was changed");
});

test("the link of a mail that unsubscribes works while the value before is known", async () => {
  const admin = (await actors.signedInAdmin()).client;
  const { user, client } = await actors.signedIn();
  const body = { type: "newSoftwareVersion", user_id: user.id, payload: { ...payloads.newSoftwareVersion } } as const;
  (await admin.call(sendNotification, { body })).reply();
  const mail = await sandbox.waitForMail(user.email, "New version");
  const { pathname } = new URL(/^<(https?:[^>]+)>/.exec(mail.headers["List-Unsubscribe"] ?? "")?.[1] ?? "");
  const fetchTypesOff = async () => (await client.call(getNotificationSettings)).reply().email_off;
  const click = (worker: LoggedWorker) =>
    fetch(worker.url + pathname, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
      redirect: "manual",
    });
  await click(finishedWorker);
  expect(await fetchTypesOff()).toEqual([]);
  expect((await click(rotatedWorker)).status).toBe(200);
  expect(await fetchTypesOff()).toEqual(["newSoftwareVersion"]);
});

test("a code that was texted before CODE_PEPPER changed is right as long as the value before is known, and not after", async () => {
  const { client, token } = await actors.signedIn();
  const number = "+15125550177";
  (await client.call(requestPhoneCode, { body: { number } })).reply();
  const texts = await (await fetch(`${sandbox.url}/sms.json?to=${encodeURIComponent(number)}`)).json();
  const code = /\b\d{6}\b/.exec(texts[0].text)?.[0] ?? "";
  const confirm = (worker: LoggedWorker) =>
    createClient({ url: worker.url, session: token }).call(confirmPhone, { body: { code } });
  expect((await confirm(finishedWorker)).errcode).toBe("INVALID_VERIFICATION_CODE");
  expect((await confirm(rotatedWorker)).reply()).toMatchObject({ number });
});

test("authenticator apps and backup codes of before the change are sealed again, and work when the value before is forgotten", async () => {
  const { user, client } = await actors.signedIn();
  const { secret } = (await client.call(createTotp)).reply();
  const { backup_codes } = (await client.call(enableTotp, { body: { code: totpCode(secret) } })).reply();
  const [first = "", second = "", third = ""] = backup_codes;
  const signInByBackup = async (worker: LoggedWorker, code: string) => {
    const browser = createClient({ url: worker.url });
    const passwordAnswer = await browser.call(signIn, { body: { username: user.email, password } });
    const { challenge } = JSON.parse(passwordAnswer.text);
    return (await browser.call(signInByFactor, { body: { challenge, code } })).status;
  };
  expect(await signInByBackup(finishedWorker, second)).toBe(422);
  expect(await signInByBackup(rotatedWorker, first)).toBe(201);
  await runScheduled(rotatedWorker.url, "clean-up");
  expect(await signInByBackup(finishedWorker, first)).toBe(422);
  expect(await signInByBackup(finishedWorker, second)).toBe(201);
  expect(await signInByBackup(finishedWorker, totpCode(secret, 1))).toBe(201);
  const sealedSql = "select sealed_secret, sealed_by from totp_secrets where user_id = $1";
  const sealedBefore = await database(sealedSql, [user.id]);
  await runScheduled(rotatedWorker.url, "clean-up");
  expect(await database(sealedSql, [user.id])).toEqual(sealedBefore);
  expect(await signInByBackup(finishedWorker, third)).toBe(201);
});

test("the links of a recovery work while the value before is known", async () => {
  const admin = (await actors.signedInAdmin()).client;
  const { user, client } = await actors.signedIn();
  const { secret } = (await client.call(createTotp)).reply();
  (await client.call(enableTotp, { body: { code: totpCode(secret) } })).reply();
  (await admin.call(startRecovery, { params: { user_id: user.id } })).reply();
  const recoveryMail = await sandbox.waitForMail(user.email, "your second step will be removed");
  const stopPath = /https?:\/\/[^\s/]+(\/stop-recovery\/\S+)/.exec(recoveryMail.text)?.[1] ?? "";
  const pressStop = async (worker: LoggedWorker) =>
    (await createClient({ url: worker.url }).fetch(stopPath, { method: "POST" })).text();
  expect(await pressStop(finishedWorker)).toContain("This link no longer works");
  expect(await pressStop(rotatedWorker)).toContain("Your second step stays");
});
