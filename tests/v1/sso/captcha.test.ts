import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestAccount } from "../../../worker/contract/v1/sso/account-request.ts";
import { requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { actorsOn, visitor } from "../../support/actors.ts";
import { startOwnApp } from "../../support/app.ts";
import { limitMs } from "../../support/by-night.ts";
import { createClient } from "../../support/client.ts";
import { openDatabase } from "../../support/database.ts";
import { createUser, factoriesOn, password, unique, uniqueEmail } from "../../support/factories.ts";
import { sandboxAt } from "../../support/sandbox.ts";

const requestBody = () => ({ first_name: "A", last_name: "B", org_name: unique("C"), email: uniqueEmail() });
const guardedCalls = [
  {
    name: "sign-in",
    spec: signIn,
    action: "signIn",
    other: "requestAccount",
    body: () => ({ username: uniqueEmail(), password }),
    passes: 422,
  },
  {
    name: "account request",
    spec: requestAccount,
    action: "requestAccount",
    other: "signIn",
    body: requestBody,
    passes: 200,
  },
  {
    name: "password reset request",
    spec: requestPasswordReset,
    action: "recoverPassword",
    other: "signIn",
    body: () => ({ email: uniqueEmail() }),
    passes: 200,
  },
] as const;

/** A token in the format of the bot check's script. */
const createToken = (action: string, hostname = "localhost", at = Date.now()) =>
  `sandbox.${action}.${hostname}.${at.toString(36)}-${randomBytes(8).toString("hex")}`;

describe.each(guardedCalls)("the bot check of the $name", ({ spec, action, other, body, passes }) => {
  const callWith = (token: string | null) =>
    visitor().call(spec, { body: body(), headers: { "x-captcha-token": token } });

  test.each([
    ["missing", null],
    ["empty", ""],
    ["refused by the provider", "sandbox-fail"],
    ["made for another action", createToken(other)],
    ["made on another host", createToken(action, "evil.test")],
    ["three minutes old", createToken(action, "localhost", Date.now() - 180_000)],
    ["of 5,000 characters", "t".repeat(5000)],
  ])("refuses a token that is %s", async (_what, token) => {
    const answer = await callWith(token);
    expect([answer.status, answer.errcode]).toEqual([401, "CAPTCHA_FAILED_MSG"]);
  });

  test("refuses a low score in words of its own", async () => {
    const answer = await callWith("sandbox-low-score");
    expect([answer.status, answer.errcode]).toEqual([401, "CAPTCHA_LOW_SCORE"]);
  });

  test("lets a token pass once", async () => {
    const token = createToken(action);
    expect((await callWith(token)).status).toBe(passes);
    expect((await callWith(token)).errcode).toBe("CAPTCHA_FAILED_MSG");
  });

  test("comes before the body is looked at", async () => {
    const answer = await visitor().call(spec, { body: "not json", headers: { "x-captcha-token": "sandbox-fail" } });
    expect(answer.errcode).toBe("CAPTCHA_FAILED_MSG");
  });
});

test("a refused bot check tells nothing of the password", async () => {
  const user = await createUser();
  const answer = await visitor().call(signIn, {
    body: { username: user.email, password },
    headers: { "x-captcha-token": "sandbox-fail" },
  });
  expect(answer.errcode).toBe("CAPTCHA_FAILED_MSG");
  expect(answer.set_cookies).toEqual([]);
});

describe("while the checks of the month are used up", () => {
  let app: Awaited<ReturnType<typeof startOwnApp>>;
  beforeAll(async () => {
    app = await startOwnApp({ RATE_LIMIT_SCALE: "1" });
    await sandboxAt(app.sandbox.url).post("/captcha/quota", { left: 0 });
  });
  afterAll(() => app?.stop());

  test("recovery and account requests stay open, three an hour for a network, and an alarm is raised", async () => {
    const sandbox = sandboxAt(app.sandbox.url);
    const database = openDatabase(app.sandbox.databaseUrl);
    const { email } = await factoriesOn(database).createUser();
    const [one, other] = [createClient({ url: app.worker.url }), createClient({ url: app.worker.url })];
    const recover = (client: typeof one, to = uniqueEmail()) =>
      client.call(requestPasswordReset, { body: { email: to } });
    const ask = (client: typeof one) => client.call(requestAccount, { body: requestBody() });
    expect((await recover(one, email)).status).toBe(200);
    expect(await sandbox.waitForMail(email)).toMatchObject({ to: email });
    expect([(await recover(one)).status, (await recover(one)).status, (await recover(one)).status]).toEqual([
      200, 200, 429,
    ]);
    expect([
      (await ask(one)).status,
      (await ask(one)).status,
      (await ask(one)).status,
      (await ask(one)).status,
    ]).toEqual([200, 200, 200, 429]);
    // A flood from one network locks out no other client.
    expect([(await recover(other)).status, (await ask(other)).status]).toEqual([200, 200]);
    expect(
      await database("select 1 from timers where name = 'captcha-over-quota' and at > now() - interval '1 minute'"),
    ).toHaveLength(1);
    expect(app.lines.some((line) => line.includes('"captcha-over-quota"') && line.includes('"alarm"'))).toBe(true);
    // Requests without a token are refused as before.
    const tokenlessAnswer = await other.call(requestPasswordReset, {
      body: { email },
      headers: { "x-captcha-token": null },
    });
    expect(tokenlessAnswer.errcode).toBe("CAPTCHA_FAILED_MSG");
    // Sign-in by password alone stays refused.
    const attempt = await other.call(signIn, { body: { username: "user@acme.test", password: "Demo-1234!" } });
    expect(attempt.errcode).toBe("CAPTCHA_FAILED_MSG");
  });
});

describe("while the bot check's provider is down", () => {
  let app: Awaited<ReturnType<typeof startOwnApp>>;
  beforeAll(async () => {
    app = await startOwnApp();
  });
  afterAll(() => app?.stop());

  test.each([
    ["answers 500", { kind: "status", value: 500 }],
    ["cuts the connection", { kind: "cut" }],
    ["never answers", { kind: "hang" }],
  ] as const)("a provider that %s closes the door within 3 s", async (_what, fault) => {
    const sandbox = sandboxAt(app.sandbox.url);
    await sandbox.addFault({ service: "captcha", times: guardedCalls.length, ...fault });
    const startedAt = performance.now();
    const answers = await Promise.all(
      guardedCalls.map((each) => createClient({ url: app.worker.url }).call(each.spec, { body: each.body() })),
    );
    expect(performance.now() - startedAt).toBeLessThan(limitMs(3000));
    expect(answers.map((answer) => answer.errcode)).toEqual(guardedCalls.map(() => "CAPTCHA_FAILED_MSG"));
    await sandbox.clearFaults();
  });

  test("who is signed in already notices nothing, and it works again afterwards", async () => {
    const sandbox = sandboxAt(app.sandbox.url);
    const database = openDatabase(app.sandbox.databaseUrl);
    const { signedIn } = actorsOn({ query: database, factories: factoriesOn(database), url: app.worker.url });
    await sandbox.addFault({ service: "captcha", kind: "status", value: 503, times: 1000 });
    expect((await (await signedIn()).client.call(getSession)).status).toBe(200);
    await sandbox.clearFaults();
    const client = createClient({ url: app.worker.url });
    expect((await client.call(signIn, { body: { username: "user@acme.test", password: "Demo-1234!" } })).status).toBe(
      201,
    );
  });
});
