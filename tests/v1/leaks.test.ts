import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRecovery } from "../../worker/contract/v1/admin/second-factors.ts";
import { authorizeClient } from "../../worker/contract/v1/sso/authorize.ts";
import { startImpersonation, endImpersonation } from "../../worker/contract/v1/sso/impersonate-session.ts";
import { requestPasswordReset, finishPasswordReset } from "../../worker/contract/v1/sso/password-reset.ts";
import { createTotp, enableTotp } from "../../worker/contract/v1/sso/security.ts";
import { signIn } from "../../worker/contract/v1/sso/session.ts";
import { exchangeCode } from "../../worker/contract/v1/sso/token.ts";
import { requestEmailChange, confirmEmailChange } from "../../worker/contract/v1/sso/user.ts";
import { actorsOn } from "../support/actors.ts";
import { startOwnApp } from "../support/app.ts";
import { createClient } from "../support/client.ts";
import { dumpDatabase, openDatabase, type Query } from "../support/database.ts";
import { totpCode } from "../support/factors.ts";
import { factoriesOn, password, uniqueEmail } from "../support/factories.ts";
import { createLink, openLink, waitForLink } from "../support/inbox.ts";
import { sandboxAt } from "../support/sandbox.ts";

let app: Awaited<ReturnType<typeof startOwnApp>>;
let database: Query;
beforeAll(async () => {
  app = await startOwnApp();
  database = openDatabase(app.sandbox.databaseUrl);
});
afterAll(() => app?.stop());

/**
 * Forms in which a secret could be stored: its text, and the bytes of the text and, for a token of 43 characters, of
 * its base64url decoding, each in the usual encodings.
 */
function spellings(secret: string): string[] {
  const plain = Buffer.from(secret);
  const decoded = secret.length === 43 ? [Buffer.from(secret, "base64url")] : [];
  return [
    secret,
    ...[plain, ...decoded].flatMap((bytes) => [
      bytes.toString("hex"),
      bytes.toString("base64").replace(/=+$/, ""),
      bytes.toString("base64url"),
    ]),
  ];
}

const findLeaks = (text: string, secrets: Record<string, string>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    spellings(secret).some((spelling) => text.includes(spelling)) ? [name] : [],
  );

test("whoever steals the database reads no session, code, link, hand-off or password, neither while mails wait nor afterwards", async () => {
  const sandbox = sandboxAt(app.sandbox.url);
  const factories = factoriesOn(database);
  const { signedIn, signedInAdmin } = actorsOn({ query: database, factories, url: app.worker.url });
  const user = await factories.createUser();
  const [person, stranger, newEmail, newPassword] = [
    createClient({ url: app.worker.url }),
    createClient({ url: app.worker.url }),
    uniqueEmail(),
    "Secret-9876!",
  ];
  const secrets: Record<string, string> = { password, newPassword };
  const recordCookie = (client: typeof person, name: string, label: string) =>
    (secrets[label] = client.cookies.get(name) ?? "");

  (await person.call(signIn, { body: { username: user.email, password } })).reply();
  recordCookie(person, "__Host-session", "session");
  recordCookie(person, "__Host-device", "known browser");
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const authorization = await person.call(authorizeClient, {
    params: { client: "flowpoint-win" },
    query: { code_challenge: challenge },
  });
  secrets["hand-off code"] = new URL(authorization.headers.get("location") ?? "").searchParams.get("code") ?? "";
  secrets["PKCE verifier"] = verifier;
  const tokens = (
    await stranger.call(exchangeCode, { body: { code: secrets["hand-off code"], code_verifier: verifier } })
  ).reply();
  Object.assign(secrets, { "bearer session": tokens.access_token, "refresh token": tokens.refresh_token });

  await sandbox.addFault({ service: "email", kind: "status", value: 500, times: 1000 });
  (await stranger.call(requestPasswordReset, { body: { email: user.email } })).reply();
  (await person.call(requestEmailChange, { body: { new_email: newEmail } })).reply();
  await expect
    .poll(async () => (await database("select 1 from outbox where attempts > 0 and sent_at is null")).length)
    .toBe(3);
  const dumpWhileWaiting = await dumpDatabase(database);
  await sandbox.clearFaults();
  await database("update outbox set next_at = now()");
  await sandbox.runJob("deliver-outbox");

  const change = await waitForLink(newEmail, "", sandbox);
  const reset = await waitForLink(user.email, "Reset", sandbox);
  Object.assign(secrets, { "email change code": change.code, "reset code": reset.code });
  const warning = await sandbox.waitForMail(user.email, "about to change");
  secrets["stop token"] = /\/stop-email-change\/[\w-]+\/([\w-]{22})\b/.exec(warning.text)?.[1] ?? "";
  (await openLink(stranger, change)).reply();
  recordCookie(stranger, "__Host-verify", "email change cookie");
  (await stranger.call(confirmEmailChange)).reply();
  // The link in the abandoned mailbox is void now; a new one goes to the new address.
  (await stranger.call(requestPasswordReset, { body: { email: newEmail } })).reply();
  const secondReset = await waitForLink(newEmail, "Reset", sandbox);
  secrets["second reset code"] = secondReset.code;
  (await openLink(stranger, secondReset)).reply();
  recordCookie(stranger, "__Host-verify", "reset cookie");
  const dumpAfterOpening = await dumpDatabase(database);
  (await stranger.call(finishPasswordReset, { body: { new_password: newPassword } })).reply();

  const admin = await signedInAdmin();
  secrets["handed-over code"] = (await createLink(admin.client, user.id)).code;
  (await admin.client.call(startImpersonation, { body: { user_id: user.id } })).reply();
  recordCookie(admin.client, "__Host-session", "impersonation");
  (await admin.client.call(endImpersonation)).reply();
  recordCookie(admin.client, "__Host-session", "administrator's session");

  const totpUser = await signedIn();
  const enrolment = (await totpUser.client.call(createTotp)).reply();
  const code = totpCode(enrolment.secret);
  const { backup_codes } = (await totpUser.client.call(enableTotp, { body: { code } })).reply();
  Object.assign(secrets, { "app secret": enrolment.secret, "backup code": backup_codes[0] ?? "" });
  secrets["plain backup code"] = secrets["backup code"]?.replace("-", "") ?? "";
  (await admin.client.call(startRecovery, { params: { user_id: totpUser.user.id } })).reply();
  await database("update second_factor_recoveries set due_at = now()");
  await sandbox.runJob("deliver-outbox");
  for (const [step, subject] of [
    ["stop", "your second step will be removed"],
    ["finish", "Your link to sign in"],
  ]) {
    const { text } = await sandbox.waitForMail(totpUser.user.email, subject);
    const [, path = "", token = ""] =
      new RegExp(`https?://[^\\s/]+(/${step}-recovery/[\\w-]+/([\\w-]{22}))\\b`).exec(text) ?? [];
    secrets[`recovery token to ${step}`] = token;
    expect((await createClient({ url: app.worker.url }).fetch(path)).status).toBe(200);
  }

  expect(Object.entries(secrets).filter(([, secret]) => secret.length < 6)).toEqual([]);
  const dumpAfterAll = await dumpDatabase(database);
  expect(dumpAfterAll).toContain(user.id);
  for (const text of [dumpWhileWaiting, dumpAfterOpening, dumpAfterAll]) expect(findLeaks(text, secrets)).toEqual([]);
  // Proof that `findLeaks` works: it finds the hash of the session token, which is stored.
  const stored = createHash("sha256")
    .update(secrets.session ?? "")
    .digest("hex");
  expect(findLeaks(dumpAfterAll, { stored })).toEqual(["stored"]);
  expect(findLeaks(app.lines.join("\n"), secrets)).toEqual([]);
});
