import { describe, expect, test } from "vitest";
import { listSecurityEvents } from "../../../worker/contract/v1/sso/security-events.ts";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, refreshSession, requestRefresh } from "../../../worker/contract/v1/sso/session.ts";
import { requestEmailChange } from "../../../worker/contract/v1/sso/user.ts";
import { impersonating, signedIn } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { totpCode, addPasskey, addTotp, wrongTotpCode, createLiveSession } from "../../support/factors.ts";
import { password, uniqueEmail } from "../../support/factories.ts";

const makeStale = (user_id: string) =>
  query("update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1", [user_id]);
const refresh = (client: Client, body: object) => client.call(refreshSession, { body });
const needsFreshSignIn = async (client: Client) =>
  (await client.call(requestEmailChange, { body: { new_email: uniqueEmail() } })).errcode === "FRESH_SIGN_IN_REQUIRED";

async function createStaleAppUser() {
  const actor = await signedIn();
  const app = await addTotp(actor.client, actor.user.id);
  await makeStale(actor.user.id);
  return { ...actor, ...app };
}

async function createStalePasskeyUser() {
  const actor = await signedIn();
  const { authenticator } = await addPasskey(actor.client);
  await makeStale(actor.user.id);
  const options = async (client = actor.client) => (await client.call(requestRefresh)).reply().options;
  return { ...actor, authenticator, options };
}

describe("a code", () => {
  test("refreshes the sign-in for 15 minutes, once, and is told as a security event", async () => {
    const { client, user, secret } = await createStaleAppUser();
    expect(await needsFreshSignIn(client)).toBe(true);
    const code = totpCode(secret);
    const startedAt = Date.now();
    const { fresh_until } = (await refresh(client, { code })).reply();
    expect(Math.abs(Date.parse(fresh_until) - startedAt - 15 * 60_000)).toBeLessThan(60_000);
    expect(await needsFreshSignIn(client)).toBe(false);
    const { data } = (await client.call(listSecurityEvents)).reply();
    expect(data.map(({ kind }) => kind)).toContain("confirmed");
    await makeStale(user.id);
    const repeatAnswer = await refresh(client, { code });
    expect([repeatAnswer.status, repeatAnswer.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
  });

  test("may be a backup code", async () => {
    const { client, backup_codes } = await createStaleAppUser();
    expect((await refresh(client, { code: backup_codes[0] })).status).toBe(200);
    expect((await client.call(security.getSecurity)).reply().backup_codes_left).toBe(9);
  });

  test("that is wrong five times rests all codes of the account, and changes nothing", async () => {
    const { client, secret } = await createStaleAppUser();
    for (let n = 0; n < 5; n++)
      expect((await refresh(client, { code: wrongTotpCode(secret) })).errcode).toBe("INVALID_VERIFICATION_CODE");
    const lockedAnswer = await refresh(client, { code: totpCode(secret) });
    expect(lockedAnswer.status).toBe(429);
    expect(lockedAnswer.remaining).toBeGreaterThan(14 * 60);
    expect(await needsFreshSignIn(client)).toBe(true);
  });

  test("replaces the session's token, so that a copy of the former one opens nothing", async () => {
    const { client, secret } = await createStaleAppUser();
    const thief = createClient({ session: client.cookies.get("__Host-session") ?? "" });
    expect((await thief.call(getSession)).status).toBe(200);
    const { created_at, expires_at } = (await client.call(getSession)).reply();
    await refresh(client, { code: totpCode(secret) });
    expect((await thief.call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await client.call(getSession)).reply()).toMatchObject({ created_at, expires_at });
  });

  test("refreshes this browser, and no other session of the user", async () => {
    const { client, user, secret } = await createStaleAppUser();
    const other = createClient({ session: await createLiveSession(user.id) });
    const desktop = createClient({ bearer: await createLiveSession(user.id, "bearer") });
    await makeStale(user.id);
    await refresh(client, { code: totpCode(secret) });
    expect(await needsFreshSignIn(other)).toBe(true);
    const [row] = await query<{ count: number }>(
      "select count(*)::int from sessions where user_id = $1 and authenticated_at > now() - interval '1 minute'",
      [user.id],
    );
    expect(row?.count).toBe(1);
    expect((await desktop.call(getSession)).status).toBe(200);
  });
});

describe("a passkey", () => {
  test("refreshes the sign-in, once for each challenge", async () => {
    const { client, user, authenticator, options } = await createStalePasskeyUser();
    const response = authenticator.answer(await options());
    expect((await refresh(client, { response })).status).toBe(200);
    expect(await needsFreshSignIn(client)).toBe(false);
    await makeStale(user.id);
    expect((await refresh(client, { response })).errcode).toBe("CHALLENGE_ENDED");
  });

  test("answers within 5 minutes, in the browser that asked, and for its own user", async () => {
    const { client, user, authenticator, options } = await createStalePasskeyUser();
    const lateResponse = authenticator.answer(await options());
    await query("update sign_in_challenges set expires_at = now() where user_id = $1", [user.id]);
    expect((await refresh(client, { response: lateResponse })).errcode).toBe("CHALLENGE_ENDED");
    const response = authenticator.answer(await options());
    const otherBrowser = createClient({ session: client.cookies.get("__Host-session") ?? "" });
    expect((await refresh(otherBrowser, { response })).errcode).toBe("CHALLENGE_ENDED");
    const other = await createStalePasskeyUser();
    const otherResponse = authenticator.answer(await other.options());
    expect((await refresh(other.client, { response: otherResponse })).errcode).toBe("PASSKEY_REFUSED");
    expect(await needsFreshSignIn(other.client)).toBe(true);
  });

  test("is asked for only from who has one", async () => {
    const { client } = await createStaleAppUser();
    expect((await client.call(requestRefresh)).errcode).toBe("SECOND_FACTOR_MISSING");
  });

  test("works while codes rest", async () => {
    const { client, user, authenticator, options } = await createStalePasskeyUser();
    await query("insert into second_factor_tries (user_id, wrong, since) values ($1, 5, now())", [user.id]);
    expect((await refresh(client, { code: "000000" })).status).toBe(429);
    expect((await refresh(client, { response: authenticator.answer(await options()) })).status).toBe(200);
  });
});

describe("a password", () => {
  test("refreshes the sign-in of a user without a factor, who then adds the first one", async () => {
    const { client, user } = await signedIn();
    await makeStale(user.id);
    expect((await client.call(security.createTotp)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    expect((await refresh(client, { password })).status).toBe(200);
    expect((await client.call(security.createTotp)).status).toBe(201);
  });

  test("is not enough for who has a factor", async () => {
    const { client } = await createStaleAppUser();
    const refusal = await refresh(client, { password });
    expect([refusal.status, refusal.problems]).toEqual([400, ["password: Use your passkey or a code."]]);
    expect(await needsFreshSignIn(client)).toBe(true);
  });
});

test("one proof is sent, and no other", async () => {
  const { client } = await createStaleAppUser();
  for (const body of [{}, { code: "000000", password }])
    expect((await refresh(client, body)).problems).toEqual(["code: Send one of code, response and password."]);
});

test("a bearer token, a cookie's token sent as one, and an impersonation are refused", async () => {
  const { client, user, secret } = await createStaleAppUser();
  const code = totpCode(secret);
  const desktop = createClient({ bearer: await createLiveSession(user.id, "bearer") });
  const program = createClient({ bearer: client.cookies.get("__Host-session") ?? "" });
  for (const each of [desktop, program, (await impersonating()).client]) {
    expect((await refresh(each, { code })).errcode).toBe("USR_NOT_AUTHORIZED");
    expect((await each.call(requestRefresh)).errcode).toBe("USR_NOT_AUTHORIZED");
  }
  expect((await refresh(client, { code })).status).toBe(200);
});

test("of many simultaneous answers with one code, one refreshes", async () => {
  const { client, secret } = await createStaleAppUser();
  const code = totpCode(secret);
  const session = client.cookies.get("__Host-session") ?? "";
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(createClient({ session }), { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
