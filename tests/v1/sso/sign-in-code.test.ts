import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getSession, requestSignInCode, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { visitor } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { isWhole } from "../../support/by-night.ts";
import { type Client, createClient } from "../../support/client.ts";
import { openDatabase, type Query, query } from "../../support/database.ts";
import { createUser, factoriesOn, password, type TestUser, uniqueEmail } from "../../support/factories.ts";
import { sandbox } from "../../support/sandbox.ts";

const noToken = { "x-captcha-token": null };
const credentialsOf = ({ email }: { email: string }) => ({ username: email, password });
const ask = (client: Client, user: { email: string }, word = password) =>
  client.call(requestSignInCode, { body: { username: user.email, password: word } });
const signInWithCode = (client: Client, user: { email: string }, code: string, word = password) =>
  client.call(signIn, { body: { username: user.email, password: word, code }, headers: noToken });
async function createUserWithCode(): Promise<{ user: TestUser; code: string }> {
  const user = await createUser();
  (await ask(visitor(), user)).reply();
  const { text } = await sandbox.waitForMail(user.email, "sign-in code");
  const [, code = ""] = /^Code: ([A-HJ-NP-Z2-9]{6})$/m.exec(text) ?? [];
  expect(code).not.toBe("");
  return { user, code };
}
const wrongCode = (code: string) => (code.startsWith("A") ? `B${code.slice(1)}` : `A${code.slice(1)}`);

describe("a code in place of the bot check", () => {
  test("signs in once, whatever its case", async () => {
    const { user, code } = await createUserWithCode();
    const client = visitor();
    expect((await signInWithCode(client, user, code.toLowerCase())).status).toBe(201);
    expect((await client.call(getSession)).reply().user_id).toBe(user.id);
    const secondAnswer = await signInWithCode(visitor(), user, code);
    expect([secondAnswer.status, secondAnswer.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
  });

  test("of five at the same moment signs one in", async () => {
    const { user, code } = await createUserWithCode();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signInWithCode(visitor(), user, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test("is dead after five wrong tries, and each is told the same", async () => {
    const { user, code } = await createUserWithCode();
    const answers = [];
    for (let guess = 0; guess < 5; guess += 1) answers.push(await signInWithCode(visitor(), user, wrongCode(code)));
    answers.push(await signInWithCode(visitor(), user, code));
    answers.push(await signInWithCode(visitor(), { email: uniqueEmail() }, code));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("lives ten minutes, and a newer one ends it", async () => {
    const { user, code } = await createUserWithCode();
    const [row] = await query<{ s: number }>(
      "select extract(epoch from expires_at - created_at)::float as s from sign_in_codes where user_id = $1",
      [user.id],
    );
    expect(row?.s).toBeCloseTo(600, 0);
    await query("update sign_in_codes set expires_at = now() where user_id = $1", [user.id]);
    expect((await signInWithCode(visitor(), user, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
    await query("update sign_in_codes set expires_at = now() + interval '10 minutes' where user_id = $1", [user.id]);
    (await ask(visitor(), user)).reply();
    expect((await signInWithCode(visitor(), user, code)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("does not replace the password", async () => {
    const { user, code } = await createUserWithCode();
    expect((await signInWithCode(visitor(), user, code, "Wrong-1234!")).errcode).toBe("INVALID_CREDENTIALS");
  });

  test("does not help a token that the bot check refuses", async () => {
    const { user, code } = await createUserWithCode();
    for (const [token, errcode] of [
      ["sandbox-fail", "CAPTCHA_FAILED_MSG"],
      ["sandbox-low-score", "CAPTCHA_LOW_SCORE"],
    ]) {
      const headers = { "x-captcha-token": token ?? "" };
      const answer = await visitor().call(signIn, { body: { ...credentialsOf(user), code }, headers });
      expect([answer.status, answer.errcode]).toEqual([401, errcode]);
    }
  });
});

describe("asking for one", () => {
  test("is answered alike, and mails only who has a right password, is active and agreed", async () => {
    const [user, inactive, neverAgreed, newUser] = [
      await createUser(),
      await createUser({ state: "inactive" }),
      await createUser({ state: "never-agreed" }),
      await createUser({ state: "new" }),
    ];
    const answers = [
      await ask(visitor(), user, "Wrong-1234!"),
      await ask(visitor(), inactive),
      await ask(visitor(), neverAgreed),
      await ask(visitor(), newUser),
      await ask(visitor(), { email: uniqueEmail() }),
      await ask(visitor(), user),
    ];
    expect(new Set(answers.map(({ status, text, set_cookies }) => `${status} ${text} ${set_cookies.join()}`))).toEqual(
      new Set(['200 {"success":true} ']),
    );
    await sandbox.waitForMail(user.email, "sign-in code");
    const queued = await query("select 1 from outbox where recipient = any($1)", [
      [inactive.email, neverAgreed.email, newUser.email],
    ]);
    expect(queued).toEqual([]);
    expect(await query("select 1 from sign_in_codes where user_id = $1", [user.id])).toHaveLength(1);
  });

  test("needs no bot check, and another site cannot do it", async () => {
    const crossSiteHeaders = { "sec-fetch-site": "cross-site", origin: "https://evil.test" };
    const body = credentialsOf(await createUser());
    expect((await visitor().call(requestSignInCode, { body, headers: crossSiteHeaders })).errcode).toBe(
      "SECURITY_CHECK_FAILED",
    );
  });
});

describe("with the real limits", () => {
  // These tests have their own app, because one limit counts the codes of all users.
  let app: Awaited<ReturnType<typeof startOwnApp>>;
  let database: Query;
  beforeAll(async () => {
    app = await startOwnApp({ RATE_LIMIT_SCALE: "1" });
    database = openDatabase(app.sandbox.databaseUrl);
  });
  afterAll(() => app?.stop());
  const newBrowser = (ip?: string) => createClient({ url: app.worker.url, ...(ip ? { ip } : {}) });

  test("an account gets three an hour, and the answer does not tell", async () => {
    const user = await factoriesOn(database).createUser();
    const answers = [];
    for (let time = 0; time < 5; time += 1) answers.push(await ask(newBrowser(), user));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await database("select 1 from outbox where recipient = $1", [user.email])).toHaveLength(3);
  });

  test("an address may ask ten times an hour, whoever it asks for", async () => {
    const { ip } = newBrowser();
    const statuses: number[] = [];
    for (let time = 0; time < 11; time += 1)
      statuses.push((await ask(newBrowser(ip), { email: uniqueEmail() })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("a sign-in that failed", () => {
  test("leaves an audit row about the person, or about nobody", async () => {
    const user = await createUser();
    const listFailures = (id: string) =>
      query("select actor_kind, org_id from audit_log where action = 'refuseSignIn' and subject_id = $1", [id]);
    const failureCount = (await listFailures("nobody")).length;
    const wrongPassword = { password: "Wrong-1234!" };
    await visitor().call(signIn, { body: { username: user.email, ...wrongPassword } });
    await visitor().call(signIn, { body: { username: uniqueEmail(), ...wrongPassword } });
    expect(await listFailures(user.id)).toEqual([{ actor_kind: "visitor", org_id: user.org_id }]);
    expect((await listFailures("nobody")).length).toBeGreaterThan(failureCount);
  });

  test("by a wrong emailed code leaves one about the person, too", async () => {
    const { user, code } = await createUserWithCode();
    await signInWithCode(visitor(), user, wrongCode(code));
    expect(
      await query("select data, org_id from audit_log where action = 'refuseSignIn' and subject_id = $1", [user.id]),
    ).toEqual([{ data: { step: "email code" }, org_id: user.org_id }]);
  });

  test.runIf(isWhole)("stops being written when a thousand were within the hour", async () => {
    const app = await startOwnApp();
    try {
      const database = openDatabase(app.sandbox.databaseUrl);
      await database(
        `insert into audit_log (actor_kind, action, subject_type, subject_id)
         select 'visitor', 'refuseSignIn', 'user', 'nobody' from generate_series(1, 999)`,
      );
      const guess = () =>
        createClient({ url: app.worker.url }).call(signIn, { body: { username: uniqueEmail(), password } });
      for (let time = 0; time < 3; time += 1) expect((await guess()).errcode).toBe("INVALID_CREDENTIALS");
      const [row] = await database<{ n: number }>(
        "select count(*)::int as n from audit_log where action = 'refuseSignIn'",
      );
      expect(row?.n).toBe(1000);
    } finally {
      await app.stop();
    }
  });
});
