import { describe, expect, test } from "vitest";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { totpCode, addTotp, wrongTotpCode } from "../../support/factors.ts";
import { createSession, password } from "../../support/factories.ts";

async function createUserWithApp() {
  const actor = await signedIn();
  return { ...actor, ...(await addTotp(actor.client, actor.user.id)) };
}

describe("setting up an authenticator app", () => {
  test("answers a secret and its address, and counts once a code was confirmed", async () => {
    const { client, user } = await signedIn();
    const enrollment = (await client.call(security.createTotp)).reply();
    expect(enrollment.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrollment.uri).toMatch(/^otpauth:\/\/totp\/CrunchBox:/);
    expect(enrollment.uri).toContain(`secret=${enrollment.secret}`);
    expect((await client.call(security.getSecurity)).reply()).toMatchObject({
      totp: { is_enabled: false, created_at: null },
      backup_codes_left: 0,
      is_second_factor_required: false,
    });
    const wrongAnswer = await client.call(security.enableTotp, { body: { code: wrongTotpCode(enrollment.secret) } });
    expect([wrongAnswer.status, wrongAnswer.errcode]).toEqual([422, "INVALID_VERIFICATION_CODE"]);
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
    const { backup_codes } = (
      await client.call(security.enableTotp, { body: { code: totpCode(enrollment.secret) } })
    ).reply();
    expect(new Set(backup_codes).size).toBe(10);
    expect((await client.call(security.getSecurity)).reply()).toMatchObject({
      passkeys: [],
      totp: { is_enabled: true, created_at: expect.any(String) },
      backup_codes_left: 10,
      is_second_factor_required: true,
    });
  });

  test("keeps neither the secret nor a backup code readable in the database", async () => {
    const { user, secret, backup_codes } = await createUserWithApp();
    const [row] = await query<{ row: string }>(
      `select (select json_agg(t) from totp_secrets t where user_id = $1)::text
        || (select json_agg(b) from backup_codes b where user_id = $1)::text as row`,
      [user.id],
    );
    for (const text of [secret, ...backup_codes, ...backup_codes.map((code) => code.replace("-", ""))])
      expect(row?.row).not.toContain(text);
  });

  test("ends all other sessions with the first factor, and not the one that added it", async () => {
    const actor = await signedIn();
    const other = createClient({ session: await createSession(actor.user.id, "cookie") });
    const desktop = createClient({ bearer: await createSession(actor.user.id, "bearer") });
    for (const client of [other, desktop]) expect((await client.call(getSession)).status).toBe(200);
    await addTotp(actor.client, actor.user.id);
    expect((await actor.client.call(getSession)).status).toBe(200);
    const rows = await query<{ is_live: boolean }>(
      `select s.user_epoch = u.session_epoch as is_live from sessions s join users u on u.id = s.user_id
       where u.id = $1 order by is_live`,
      [actor.user.id],
    );
    expect(rows.map((row) => row.is_live)).toEqual([false, false, true]);
    for (const client of [other, desktop]) expect((await client.call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("refuses a second app while one is on, and a confirmation that nobody started", async () => {
    const { client } = await createUserWithApp();
    expect((await client.call(security.createTotp)).errcode).toBe("TOTP_ENABLED");
    expect((await client.call(security.enableTotp, { body: { code: "123456" } })).errcode).toBe("TOTP_ENABLED");
    const other = await signedIn();
    const answer = await other.client.call(security.enableTotp, { body: { code: "123456" } });
    expect(answer.errcode).toBe("TOTP_NOT_STARTED");
  });

  test("needs a fresh sign-in, for the first factor as for taking the last one away", async () => {
    const { client, user } = await signedIn();
    const staleSql = "update sessions set authenticated_at = now() - interval '15 minutes' where user_id = $1";
    await query(staleSql, [user.id]);
    expect((await client.call(security.createTotp)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
    await query("update sessions set authenticated_at = now() where user_id = $1", [user.id]);
    await addTotp(client, user.id);
    await query(staleSql, [user.id]);
    for (const call of [security.deleteTotp, security.createBackupCodes, security.requestPasskey])
      expect((await client.call(call)).errcode).toBe("FRESH_SIGN_IN_REQUIRED");
  });

  test("is refused to the desktop app, whose token may have been copied", async () => {
    const { client } = await signedIn({ kind: "bearer" });
    expect((await client.call(security.createTotp)).errcode).toBe("USR_NOT_AUTHORIZED");
  });
});
