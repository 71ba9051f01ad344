import { describe, expect, test } from "vitest";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn, signInByFactor } from "../../../worker/contract/v1/sso/session.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import type { Client } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { totpCode, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createUser, password } from "../../support/factories.ts";

type Challenge = { factors: string[]; challenge: string };

async function ask(client: Client, email: string): Promise<Challenge> {
  const answer = await client.call(signIn, { body: { username: email, password } });
  expect([answer.status, answer.errcode]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
  const { factors, challenge } = JSON.parse(answer.text);
  return { factors, challenge };
}

const answerWith = (client: Client, challenge: string, code: string, more: object = {}) =>
  client.call(signInByFactor, { body: { challenge, code, ...more } });

async function createUserWithApp() {
  const actor = await signedIn();
  return { ...actor, ...(await addTotp(actor.client, actor.user.id)) };
}

describe("signing in with a second factor", () => {
  test("asks after the right password, and answers 201 to the code", async () => {
    const { user, secret } = await createUserWithApp();
    const client = visitor();
    const { factors, challenge } = await ask(client, user.email);
    expect(factors).toEqual(["totp", "backup_code"]);
    expect(client.cookies.has("__Host-session")).toBe(false);
    const answer = await answerWith(client, challenge, totpCode(secret));
    expect(answer.status).toBe(201);
    expect(answer.reply().user_id).toBe(user.id);
    expect((await client.call(getSession)).reply().user_id).toBe(user.id);
    const lateAnswer = await answerWith(client, challenge, totpCode(secret, 1));
    expect([lateAnswer.status, lateAnswer.errcode]).toEqual([422, "CHALLENGE_ENDED"]);
  });

  test("tells a wrong password from a right one to nobody who does not know it", async () => {
    const { user } = await createUserWithApp();
    const wrongAnswer = await visitor().call(signIn, { body: { username: user.email, password: "Wrong-1234!" } });
    expect([wrongAnswer.status, wrongAnswer.errcode]).toEqual([422, "INVALID_CREDENTIALS"]);
  });

  test("takes the code of one step before and after, each once, and none of two steps before", async () => {
    const { user, secret } = await createUserWithApp();
    // Codes by step, so that a repeated code is the first one again even if the next 30 seconds have begun.
    const codes = new Map<number, string>();
    for (const [steps, status] of [
      [-2, 422],
      [-1, 201],
      [-1, 422],
      [0, 201],
      [1, 201],
      [0, 422],
    ] as const) {
      const client = visitor();
      const { challenge } = await ask(client, user.email);
      const code = codes.get(steps) ?? totpCode(secret, steps);
      codes.set(steps, code);
      const answer = await answerWith(client, challenge, code);
      expect([steps, answer.status, answer.errcode]).toEqual([
        steps,
        status,
        status === 422 ? "INVALID_VERIFICATION_CODE" : undefined,
      ]);
    }
  });

  test("lets one of many simultaneous answers with the same code in", async () => {
    const { user, secret } = await createUserWithApp();
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = visitor();
        return { client, ...(await ask(client, user.email)) };
      }),
    );
    const code = totpCode(secret);
    const answers = await Promise.all(clients.map(({ client, challenge }) => answerWith(client, challenge, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  test("takes a backup code once, whatever its case and blanks", async () => {
    const { user, backup_codes, client: own } = await createUserWithApp();
    const [code = ""] = backup_codes;
    for (const status of [201, 422]) {
      const client = visitor();
      const { challenge } = await ask(client, user.email);
      const answer = await answerWith(client, challenge, ` ${code.toLowerCase().replace("-", " ")} `);
      expect(answer.status).toBe(status);
    }
    expect((await own.call(security.getSecurity)).reply().backup_codes_left).toBe(9);
    const { backup_codes: fresh } = (await own.call(security.createBackupCodes)).reply();
    expect((await own.call(security.getSecurity)).reply().backup_codes_left).toBe(10);
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    expect((await answerWith(client, challenge, backup_codes[1] ?? "")).status).toBe(422);
    expect((await answerWith(client, challenge, fresh[0] ?? "")).status).toBe(201);
  });

  test("takes the full-width digits of an East Asian input method", async () => {
    const { user, secret } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    const wideCode = totpCode(secret).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await answerWith(client, challenge, wideCode)).status).toBe(201);
  });

  test("refuses the challenge in another browser, after its 5 minutes, and after a changed password", async () => {
    const { user, secret } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    expect((await answerWith(visitor(), challenge, totpCode(secret))).errcode).toBe("CHALLENGE_ENDED");
    await query("update sign_in_challenges set expires_at = now() where user_id = $1", [user.id]);
    expect((await answerWith(client, challenge, totpCode(secret))).errcode).toBe("CHALLENGE_ENDED");
    const { challenge: second } = await ask(client, user.email);
    await query("update users set session_epoch = session_epoch + 1 where id = $1", [user.id]);
    expect((await answerWith(client, second, totpCode(secret))).errcode).toBe("CHALLENGE_ENDED");
  });

  test("leaves an audit row about the user for a wrong code, with the step that failed", async () => {
    const { user, secret } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    expect((await answerWith(client, challenge, wrongTotpCode(secret))).errcode).toBe("INVALID_VERIFICATION_CODE");
    const listRefusals = () =>
      query("select actor_kind, org_id, data from audit_log where action = 'refuseSignIn' and subject_id = $1", [
        user.id,
      ]);
    const refusals = [{ actor_kind: "visitor", org_id: user.org_id, data: { step: "second factor" } }];
    expect(await listRefusals()).toEqual(refusals);
    expect((await answerWith(client, challenge, totpCode(secret))).status).toBe(201);
    expect(await listRefusals()).toEqual(refusals);
  });

  test("rests the codes after 5 wrong ones, backup codes too, and not the account", async () => {
    const { user, secret, backup_codes } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    const wrongCode = wrongTotpCode(secret);
    const attempts = await Promise.all(Array.from({ length: 8 }, () => answerWith(client, challenge, wrongCode)));
    expect(attempts.filter(({ errcode }) => errcode === "INVALID_VERIFICATION_CODE")).toHaveLength(5);
    const other = visitor();
    const { challenge: second } = await ask(other, user.email);
    for (const code of [totpCode(secret), backup_codes[0] ?? ""]) {
      const answer = await answerWith(other, second, code);
      expect([answer.status, answer.errcode]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(answer.remaining).toBeGreaterThan(600);
    }
    await query("update second_factor_tries set since = now() - interval '15 minutes' where user_id = $1", [user.id]);
    expect((await answerWith(other, second, totpCode(secret))).status).toBe(201);
  });

  test("asks for exactly one of code and response", async () => {
    const { user } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    const answer = await client.call(signInByFactor, { body: { challenge } });
    expect([answer.status, answer.problems]).toEqual([400, ["code: Send either a code or a response."]]);
  });
});

describe("trusting a browser", () => {
  test("skips the second step in this browser, for this account, until its 30 days end", async () => {
    const { user, secret } = await createUserWithApp();
    const other = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    const answer = await answerWith(client, challenge, totpCode(secret), { trust_browser: true });
    const cookie = answer.set_cookies.find((line) => line.startsWith("__Host-trust=")) ?? "";
    for (const attribute of ["httponly", "secure", "samesite=lax", `max-age=${30 * 24 * 3600}`])
      expect(cookie.toLowerCase()).toContain(attribute);
    expect((await client.call(signIn, { body: { username: user.email, password } })).status).toBe(201);
    await ask(client, other.user.email);
    await ask(visitor(), user.email);
    await query("update trusted_browsers set expires_at = now() where user_id = $1", [user.id]);
    await ask(client, user.email);
  });
});

describe("turning the app off", () => {
  test("takes backup codes and trusted browsers with it, and the password is enough again", async () => {
    const { client: own, user, secret } = await createUserWithApp();
    const client = visitor();
    const { challenge } = await ask(client, user.email);
    await answerWith(client, challenge, totpCode(secret), { trust_browser: true });
    (await own.call(security.deleteTotp)).reply();
    (await own.call(security.deleteTotp)).reply();
    expect((await own.call(security.getSecurity)).reply()).toMatchObject({
      totp: { is_enabled: false },
      backup_codes_left: 0,
      is_second_factor_required: false,
    });
    expect(await query("select 1 from trusted_browsers where user_id = $1", [user.id])).toEqual([]);
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
    expect((await own.call(security.createBackupCodes)).errcode).toBe("SECOND_FACTOR_MISSING");
  });

  test("changes nothing of the API for who has no factor", async () => {
    const user = await createUser();
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
  });
});
