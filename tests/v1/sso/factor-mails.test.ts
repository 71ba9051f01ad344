import { describe, expect, test } from "vitest";
import * as security from "../../../worker/contract/v1/sso/security.ts";
import { listSecurityEvents } from "../../../worker/contract/v1/sso/security-events.ts";
import { getSession, signIn } from "../../../worker/contract/v1/sso/session.ts";
import { signedIn, visitor } from "../../support/actors.ts";
import { query } from "../../support/database.ts";
import { totpCode, addPasskey, addTotp } from "../../support/factors.ts";
import { createSession, password, type TestUser } from "../../support/factories.ts";
import { waitForMails, waitForNotMeLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const lyonHeaders = { "x-sandbox-country": "FR", "x-sandbox-city": "Lyon", "user-agent": firefox };
const appSubject = "An authenticator app was turned on";
const passkeySubject = "A passkey was added";

const listMails = async (user: TestUser) =>
  query("select 1 from outbox where user_id = $1 and type = 'signInMethodChanged'", [user.id]);

describe("a new sign-in method", () => {
  test("is told with time, place, browser, what it ended, and a button", async () => {
    const { client, user } = await signedIn();
    await createSession(user.id);
    const { secret } = (await client.call(security.createTotp)).reply();
    (await client.call(security.enableTotp, { body: { code: totpCode(secret) }, headers: lyonHeaders })).reply();
    const { text } = await sandbox.waitForMail(user.email, appSubject);
    for (const expectedText of [
      "Lyon, France",
      "Firefox on Windows",
      "All other sessions were signed out",
      "This was not me",
    ])
      expect(text).toContain(expectedText);
    expect(text).toMatch(/\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/);
    expect((await client.call(listSecurityEvents)).reply().data).toMatchObject([
      { kind: "totp_enabled", country: "FR", city: "Lyon", user_agent: firefox },
    ]);
  });

  test("is told for each passkey and set of backup codes, and ends sessions as the first one alone", async () => {
    const { client, user } = await signedIn();
    await addPasskey(client, "Work laptop");
    await addPasskey(client, "Phone");
    (await client.call(security.createBackupCodes)).reply();
    expect(await listMails(user)).toHaveLength(3);
    const passkeys = (await waitForMails(user.email, 3)).filter(({ subject }) => subject.includes(passkeySubject));
    const saysSignedOut = (text: string) => text.includes("All other sessions were signed out");
    expect(passkeys.map(({ text }) => [/Work laptop|Phone/.exec(text)?.[0], saysSignedOut(text)]).toSorted()).toEqual([
      ["Phone", false],
      ["Work laptop", true],
    ]);
    await sandbox.waitForMail(user.email, "New backup codes were made");
    expect((await client.call(listSecurityEvents)).reply().data.map(({ kind }) => kind)).toEqual([
      "backup_codes_created",
      "passkey_added",
      "passkey_added",
    ]);
  });

  test("that is refused is told to nobody", async () => {
    const { client, user } = await signedIn();
    await client.call(security.createTotp);
    expect((await client.call(security.enableTotp, { body: { code: "000" } })).errcode).toBe(
      "INVALID_VERIFICATION_CODE",
    );
    expect((await client.call(security.createBackupCodes)).errcode).toBe("SECOND_FACTOR_MISSING");
    expect(await listMails(user)).toEqual([]);
    expect((await client.call(listSecurityEvents)).reply().data).toEqual([]);
  });

  test("is removed again by the button, with its session and nothing older", async () => {
    const { client, user } = await signedIn();
    await addPasskey(client, "Mine");
    await query("update passkeys set created_at = now() - interval '1 hour' where user_id = $1", [user.id]);
    await addTotp(client, user.id);
    const path = await waitForNotMeLink(user.email, appSubject);
    expect(await (await visitor().fetch(path, { method: "POST" })).text()).toContain("Everybody is signed out");
    expect((await client.call(getSession)).errcode).toBe("INVALID_JWT");
    expect(await query("select name from passkeys where user_id = $1", [user.id])).toEqual([{ name: "Mine" }]);
    for (const table of ["totp_secrets", "backup_codes"])
      expect(await query(`select 1 from ${table} where user_id = $1`, [user.id]), table).toEqual([]);
    const signInAnswer = await visitor().call(signIn, { body: { username: user.email, password } });
    expect(signInAnswer.errcode).toBe("INVALID_CREDENTIALS");
  });
});
