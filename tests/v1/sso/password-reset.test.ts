import { describe, expect, test } from "vitest";
import { finishPasswordReset as setPassword } from "../../../worker/contract/v1/sso/password-reset.ts";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { signedIn, signedInAdmin, visitor, withSession } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser, password } from "../../support/factories.ts";
import { newPasswordCases, formatProblems } from "../../support/field-messages.ts";
import { createLink, openLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { openResetLink } from "./links.ts";

const newPassword = "Newer-5678?#";

describe("setting a new password", () => {
  test("makes it the password, tells by mail, and is in the audit log", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    const answer = await client.call(setPassword, { body: { new_password: `  ${newPassword}  ` } });
    expect(answer.reply()).toEqual({ success: true });
    expect(client.cookies.has("__Host-verify")).toBe(false);
    expect((await visitor().call(signIn, { body: { username: user.email, password: newPassword } })).status).toBe(201);
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).errcode).toBe(
      "INVALID_CREDENTIALS",
    );
    expect((await sandbox.waitForMail(user.email, "changed")).subject).toBe("Your CrunchBox password was changed");
    const rows = await query("select 1 from audit_log where action = 'finishPasswordReset' and subject_id = $1", [
      user.id,
    ]);
    expect(rows).toHaveLength(1);
  });

  test("ends every session of the person: the next request of each is refused", async () => {
    const { user, client } = await signedIn();
    const bearer = createClient({ bearer: await createSession(user.id, "bearer") });
    expect([(await client.call(getSession)).status, (await bearer.call(getSession)).status]).toEqual([200, 200]);
    const { client: browser } = await openResetLink(user);
    (await browser.call(setPassword, { body: { new_password: newPassword } })).reply();
    expect([(await client.call(getSession)).errcode, (await bearer.call(getSession)).errcode]).toEqual([
      "INVALID_JWT",
      "INVALID_JWT",
    ]);
  });

  test("works in a browser that still shows a session that has ended", async () => {
    const { client, user } = await withSession("revoked_at = now()");
    await openLink(client, await createLink((await signedInAdmin()).client, user.id));
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).status).toBe(200);
  });

  test("clears the cookie of a session that has ended with it", async () => {
    const { client, user } = await signedIn();
    await openLink(client, await createLink((await signedInAdmin()).client, user.id));
    (await client.call(setPassword, { body: { new_password: newPassword } })).reply();
    expect([...client.cookies.keys()]).toEqual(["__Host-device"]);
  });

  test("shows that the mailbox is the person's", async () => {
    const user = await createUser();
    await query("update users set is_email_verified = false where id = $1", [user.id]);
    const { client } = await openResetLink(user);
    (await client.call(setPassword, { body: { new_password: newPassword } })).reply();
    const signInAnswer = await client.call(signIn, { body: { username: user.email, password: newPassword } });
    expect(signInAnswer.reply().user.is_email_verified).toBe(true);
  });

  test("makes every browser in which the person had signed in a stranger again", async () => {
    const user = await createUser();
    const browser = visitor();
    const signInAndGetDevice = async (word: string) => {
      (await browser.call(signIn, { body: { username: user.email, password: word } })).reply();
      return browser.cookies.get("__Host-device");
    };
    const knownDevice = await signInAndGetDevice(password);
    expect(await signInAndGetDevice(password)).toBe(knownDevice);
    const { client } = await openResetLink(user);
    (await client.call(setPassword, { body: { new_password: newPassword } })).reply();
    expect(await signInAndGetDevice(newPassword)).not.toBe(knownDevice);
  });

  test("stores it by scrypt of 2^14, 8 and 5, with another salt for everybody", async () => {
    const hashes = await Promise.all(
      [1, 2].map(async () => {
        const user = await createUser();
        const { client } = await openResetLink(user);
        (await client.call(setPassword, { body: { new_password: newPassword } })).reply();
        return (await query<{ password_hash: string }>("select password_hash from users where id = $1", [user.id]))[0];
      }),
    );
    const parts = hashes.map((row) => (row?.password_hash ?? "").split("$"));
    for (const each of parts) expect(each.slice(0, 4)).toEqual(["scrypt", "16384", "8", "5"]);
    expect(parts[0]?.[4]).not.toBe(parts[1]?.[4]);
    expect(parts[0]?.[5]).not.toBe(parts[1]?.[5]);
  });

  test("takes a letter with an accent for the same, however a keyboard composes it", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    (await client.call(setPassword, { body: { new_password: "Caf\u00e9-1234!" } })).reply();
    const answer = await visitor().call(signIn, { body: { username: user.email, password: "Cafe\u0301-1234!" } });
    expect(answer.status).toBe(201);
  });

  test("that a killed worker has begun is refused for 30 seconds and works afterwards", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    const claim = (until: string) =>
      query("update verification_codes set claimed_until = now() + $2::interval where user_id = $1", [user.id, until]);
    await claim("29 seconds");
    const answer = await client.call(setPassword, { body: { new_password: newPassword } });
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT_MSG"]);
    await claim("-1 second");
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).status).toBe(200);
    const [row] = await query<{ s: number }>(
      "select extract(epoch from claimed_until - used_at)::float as s from verification_codes where user_id = $1",
      [user.id],
    );
    expect(row?.s).toBeGreaterThan(0);
    expect(row?.s).toBeLessThanOrEqual(30);
  });

  test("uses the link up: neither the cookie nor the code works again", async () => {
    const { client, link } = await openResetLink(await createUser());
    const token = client.cookies.get("__Host-verify") ?? "";
    (await client.call(setPassword, { body: { new_password: newPassword } })).reply();
    client.cookies.set("__Host-verify", token);
    expect((await client.call(setPassword, { body: { new_password: "Third-9012!" } })).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("with a mistake in it leaves the link usable", async () => {
    const { client } = await openResetLink(await createUser());
    expect((await client.call(setPassword, { body: { new_password: "short" } })).status).toBe(400);
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).status).toBe(200);
  });

  test("takes 64 characters, and characters that do not count as special beside one that does", async () => {
    const { client } = await openResetLink(await createUser());
    expect((await client.call(setPassword, { body: { new_password: `é-${"x".repeat(60)}1!` } })).status).toBe(200);
  });

  test.each(newPasswordCases)("refuses a password that is %s", async (_what, value, messages) => {
    const client = visitor();
    client.cookies.set("__Host-verify", "A".repeat(43));
    const answer = await client.call(setPassword, { body: { new_password: value } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems("new_password", messages));
  });

  test("without the verification cookie, or with an unknown one, is refused as INVALID_JWT_MSG", async () => {
    for (const token of [undefined, "A".repeat(43), "x"]) {
      const client = visitor();
      if (token) client.cookies.set("__Host-verify", token);
      const answer = await client.call(setPassword, { body: { new_password: newPassword } });
      expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT_MSG"]);
    }
  });

  test("15 minutes after the link was opened is refused", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    await query(
      "update verification_codes set token_expires_at = token_expires_at - interval '15 minutes' where user_id = $1",
      [user.id],
    );
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).errcode).toBe("INVALID_JWT_MSG");
  });

  test("of a person who was inactivated meanwhile is refused", async () => {
    const user = await createUser();
    const { client } = await openResetLink(user);
    await query("update users set is_active = false where id = $1", [user.id]);
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).errcode).toBe("INVALID_JWT_MSG");
  });

  test("with a session in place of the verification cookie is refused", async () => {
    const { client, user } = await signedIn();
    expect((await client.call(setPassword, { body: { new_password: newPassword } })).errcode).toBe("INVALID_JWT_MSG");
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).status).toBe(201);
  });
});
