import { describe, expect, test } from "vitest";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import {
  getSession,
  requestPasskeySignIn,
  requestSecondFactor,
  signIn,
  signInByFactor,
  signInByPasskey,
} from "../../../worker/contract/v1/sso/session.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import { type Client, createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { password } from "../../support/factories.ts";
import { addPasskey, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createAuthenticator } from "../../support/software-authenticator.ts";

async function createUserWithPasskey() {
  const actor = await signedIn();
  return { ...actor, ...(await addPasskey(actor.client)) };
}

const requestOptions = async (client: Client) => (await client.call(requestPasskeySignIn)).reply().options;
const refusedResult = [422, "PASSKEY_REFUSED"];

describe("adding a passkey", () => {
  test("asks for a resident key with user verification, and lists what was added", async () => {
    const { client, user } = await signedIn();
    const { options } = (await client.call(security.requestPasskey)).reply();
    expect(options).toMatchObject({
      user: { name: user.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    const authenticator = createAuthenticator();
    const body = { name: "  Work   laptop ", response: authenticator.register(options) };
    const addedPasskey = (await client.call(security.createPasskey, { body })).reply();
    expect(addedPasskey).toMatchObject({ name: "Work laptop", is_synced: false, last_used_at: null });
    const securityState = (await client.call(security.getSecurity)).reply();
    expect(securityState.passkeys.map(({ id, name }) => ({ id, name }))).toEqual([
      { id: addedPasskey.id, name: "Work laptop" },
    ]);
    expect(securityState.is_second_factor_required).toBe(true);
    expect((await client.call(security.requestPasskey)).reply().options.excludeCredentials).toEqual([
      { id: authenticator.id, type: "public-key", transports: ["internal"] },
    ]);
  });

  test("refuses a used challenge, one of another browser, another site and an unverified user", async () => {
    const { client, token } = await signedIn();
    const name = "Laptop";
    const { options } = (await client.call(security.requestPasskey)).reply();
    const send = (sender: Client, response: ReturnType<ReturnType<typeof createAuthenticator>["register"]>) =>
      sender.call(security.createPasskey, { body: { name, response } });
    for (const choice of [{ origin: "https://evil.example" }, { is_verified: false }]) {
      const answer = await send(client, createAuthenticator().register(options, choice));
      expect([answer.status, answer.errcode]).toEqual(refusedResult);
    }
    const otherBrowser = createClient({ session: token });
    const stolenAnswer = await send(otherBrowser, createAuthenticator().register(options));
    expect(stolenAnswer.errcode).toBe("CHALLENGE_ENDED");
    expect((await send(client, createAuthenticator().register(options))).status).toBe(201);
    expect((await send(client, createAuthenticator().register(options))).errcode).toBe("CHALLENGE_ENDED");
  });

  test("stops at 10, and takes a passkey once", async () => {
    const { client, user } = await signedIn();
    const { authenticator } = await addPasskey(client);
    const { options } = (await client.call(security.requestPasskey)).reply();
    const duplicateAnswer = await client.call(security.createPasskey, {
      body: { name: "Again", response: authenticator.register(options) },
    });
    expect(duplicateAnswer.errcode).toBe("PASSKEY_EXISTS");
    await query(
      `insert into passkeys (user_id, credential_id, public_key, counter, name, is_synced)
       select $1, int4send(n) || uuid_send($1), '', 0, 'Key', false from generate_series(1, 8) n`,
      [user.id],
    );
    await addPasskey(client, "Tenth");
    expect((await client.call(security.requestPasskey)).errcode).toBe("PASSKEY_LIMIT");
  });
});

describe("signing in by passkey", () => {
  test("needs no password and no second step, once for each challenge", async () => {
    const { user, authenticator } = await createUserWithPasskey();
    const client = visitor();
    const options = await requestOptions(client);
    expect(options.allowCredentials).toEqual([]);
    const response = authenticator.answer(options);
    const answer = await client.call(signInByPasskey, { body: { response } });
    expect(answer.status).toBe(201);
    expect((await client.call(getSession)).reply().user_id).toBe(user.id);
    const [row] = await query<{ is_used: boolean }>(
      "select last_used_at is not null and counter = 2 as is_used from passkeys where user_id = $1",
      [user.id],
    );
    expect(row).toEqual({ is_used: true });
    expect((await client.call(signInByPasskey, { body: { response } })).errcode).toBe("CHALLENGE_ENDED");
  });

  test("refuses an unknown passkey as it refuses a wrong signature", async () => {
    const { authenticator } = await createUserWithPasskey();
    const client = visitor();
    const unknownResponse = createAuthenticator().answer(await requestOptions(client));
    const wrongResponse = authenticator.answer({ ...(await requestOptions(client)), rpId: "evil.example" });
    const answers = await Promise.all(
      [unknownResponse, wrongResponse].map((response) => client.call(signInByPasskey, { body: { response } })),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [422, answers[0]?.text]));
    expect(answers[0]?.errcode).toBe("PASSKEY_REFUSED");
  });

  test("leaves an audit row about the user of a refused passkey", async () => {
    const { authenticator, user } = await createUserWithPasskey();
    const client = visitor();
    const response = authenticator.answer(await requestOptions(client), { is_verified: false });
    expect((await client.call(signInByPasskey, { body: { response } })).errcode).toBe("PASSKEY_REFUSED");
    expect(
      await query("select data, org_id from audit_log where action = 'refuseSignIn' and subject_id = $1", [user.id]),
    ).toEqual([{ data: { step: "passkey" }, org_id: user.org_id }]);
  });

  test("refuses the handle of another user, an unverified user, and a challenge of another browser", async () => {
    const { authenticator } = await createUserWithPasskey();
    const client = visitor();
    for (const choice of [{ user_handle: "AAAAAAAAAAAAAAAAAAAAAA" }, { is_verified: false }]) {
      const response = authenticator.answer(await requestOptions(client), choice);
      const answer = await client.call(signInByPasskey, { body: { response } });
      expect([answer.status, answer.errcode]).toEqual(refusedResult);
    }
    const stolenResponse = authenticator.answer(await requestOptions(client));
    expect((await visitor().call(signInByPasskey, { body: { response: stolenResponse } })).errcode).toBe(
      "CHALLENGE_ENDED",
    );
  });

  test("refuses a count that goes backwards, and tells its user", async () => {
    const { authenticator, user } = await createUserWithPasskey();
    const client = visitor();
    const response = authenticator.answer(await requestOptions(client), { counter: 1 });
    const answer = await client.call(signInByPasskey, { body: { response } });
    expect([answer.status, answer.errcode]).toEqual(refusedResult);
    expect(client.cookies.has("__Host-session")).toBe(false);
    expect(await query("select 1 from outbox where user_id = $1 and type = 'passkeyRefused'", [user.id])).toHaveLength(
      1,
    );
  });

  test("tells an inactive user so only with the right passkey", async () => {
    const { authenticator, user } = await createUserWithPasskey();
    await query("update users set is_active = false where id = $1", [user.id]);
    const client = visitor();
    const response = authenticator.answer(await requestOptions(client));
    expect((await client.call(signInByPasskey, { body: { response } })).errcode).toBe("USR_INACTIVE");
  });
});

describe("a passkey as the second step", () => {
  test("works after the password, also while codes rest", async () => {
    const { client: own, authenticator, user } = await createUserWithPasskey();
    const { secret } = await addTotp(own, user.id);
    const client = visitor();
    const passwordAnswer = await client.call(signIn, { body: { username: user.email, password } });
    const { factors, challenge } = JSON.parse(passwordAnswer.text);
    expect(factors).toEqual(["passkey", "totp", "backup_code"]);
    await query("insert into second_factor_tries (user_id, wrong, since) values ($1, 5, now())", [user.id]);
    const codeAnswer = await client.call(signInByFactor, { body: { challenge, code: wrongTotpCode(secret) } });
    expect(codeAnswer.status).toBe(429);
    const { options } = (await client.call(requestSecondFactor, { body: { challenge } })).reply();
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id]);
    const response = authenticator.answer(options);
    expect((await client.call(signInByFactor, { body: { challenge, response } })).status).toBe(201);
  });

  test("refuses the passkey of somebody else", async () => {
    const { user } = await createUserWithPasskey();
    const other = await createUserWithPasskey();
    const client = visitor();
    const passwordAnswer = await client.call(signIn, { body: { username: user.email, password } });
    const { challenge } = JSON.parse(passwordAnswer.text);
    const { options } = (await client.call(requestSecondFactor, { body: { challenge } })).reply();
    const response = other.authenticator.answer(options);
    const answer = await client.call(signInByFactor, { body: { challenge, response } });
    expect([answer.status, answer.errcode]).toEqual(refusedResult);
  });
});

describe("renaming and removing a passkey", () => {
  test("works for one's own alone; without a factor the password is enough again", async () => {
    const { client, passkey, user } = await createUserWithPasskey();
    const params = { id: passkey.id };
    const stranger = await signedIn();
    const body = { name: "Phone" };
    expect((await stranger.client.call(security.updatePasskey, { params, body })).errcode).toBe("PASSKEY_NOT_FOUND");
    expect((await stranger.client.call(security.deletePasskey, { params })).errcode).toBe("PASSKEY_NOT_FOUND");
    expect((await client.call(security.updatePasskey, { params, body })).reply().name).toBe("Phone");
    (await client.call(security.deletePasskey, { params })).reply();
    expect((await client.call(security.deletePasskey, { params })).errcode).toBe("PASSKEY_NOT_FOUND");
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
  });
});
