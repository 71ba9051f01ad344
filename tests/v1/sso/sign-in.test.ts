import { describe, expect, test } from "vitest";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { impersonating, signedIn, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createUser, password, sha256, uniqueEmail } from "../../support/factories.ts";
import { emailCases, loginPasswordCases, formatProblems } from "../../support/field-messages.ts";

const credentialsOf = (user: { email: string }) => ({ username: user.email, password });
const findSessionCookie = (lines: string[]) => lines.find((line) => line.startsWith("__Host-session=")) ?? "";

describe("signing in", () => {
  test("answers 201 with the person, the roles and the organization", async () => {
    const user = await createUser({ roles: ["org", "user"] });
    const answer = await visitor().call(signIn, { body: credentialsOf(user) });
    expect(answer.status).toBe(201);
    const { user_id, user: told, created_at, expires_at } = answer.reply();
    expect(user_id).toBe(user.id);
    expect(told).toMatchObject({
      id: user.id,
      org_id: user.org_id,
      email: user.email,
      roles: ["org", "user"],
      is_active: true,
    });
    expect(told.organization.id).toBe(user.org_id);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 24 * 3600_000);
    expect(answer.text).not.toMatch(/password|hash|token/i);
  });

  test("sets a session cookie that scripts, other sites and plain http never see", async () => {
    const answer = await visitor().call(signIn, { body: credentialsOf(await createUser()) });
    const attributes = findSessionCookie(answer.set_cookies).toLowerCase().split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["httponly", "secure", "samesite=lax", "path=/"]));
    expect(attributes.join()).not.toContain("domain");
    expect(findSessionCookie(answer.set_cookies)).toMatch(/^__Host-session=[\w-]{43};/);
  });

  test("makes a new token each time, and stores none of them", async () => {
    const user = await createUser();
    const client = visitor();
    await client.call(signIn, { body: credentialsOf(user) });
    const first = client.cookies.get("__Host-session") ?? "";
    await client.call(signIn, { body: credentialsOf(user) });
    const second = client.cookies.get("__Host-session") ?? "";
    expect(second).not.toBe(first);
    const rows = await query<{ token_hash: Buffer }>("select token_hash from sessions where user_id = $1", [user.id]);
    expect(rows.map((row) => row.token_hash)).toEqual(expect.arrayContaining([sha256(first), sha256(second)]));
  });

  test("ends the session that the browser held, whoever it was of, and no other", async () => {
    const [user, other] = [await createUser(), await createUser()];
    const [client, otherBrowser] = [visitor(), visitor()];
    await client.call(signIn, { body: credentialsOf(user) });
    await otherBrowser.call(signIn, { body: credentialsOf(user) });
    const oldToken = client.cookies.get("__Host-session") ?? "";
    (await client.call(signIn, { body: credentialsOf(other) })).reply();
    expect((await createClient({ session: oldToken }).call(getSession)).errcode).toBe("INVALID_JWT");
    expect((await otherBrowser.call(getSession)).reply().user_id).toBe(user.id);
    expect((await client.call(getSession)).reply().user_id).toBe(other.id);
  });

  test("that fails leaves the session alone that the browser holds", async () => {
    const { client, user } = await signedIn();
    await client.call(signIn, { body: { username: user.email, password: "Wrong-1234!" } });
    expect((await client.call(getSession)).status).toBe(200);
  });

  test("in place of an impersonation ends it and the administrator's own session", async () => {
    const { client, user } = await impersonating();
    const newUser = await createUser();
    (await client.call(signIn, { body: credentialsOf(newUser) })).reply();
    const liveSql = "select 1 from sessions where (user_id = $1 or actor_id = $1) and revoked_at is null";
    expect(await query(liveSql, [user.id])).toEqual([]);
  });

  test("does not adopt a session cookie that somebody planted", async () => {
    const plantedToken = "A".repeat(43);
    const client = createClient({ session: plantedToken });
    await client.call(signIn, { body: credentialsOf(await createUser()) });
    expect(client.cookies.get("__Host-session")).not.toBe(plantedToken);
    expect((await createClient({ session: plantedToken }).call(getSession)).errcode).toBe("INVALID_JWT");
  });

  test("does not adopt a device cookie that somebody planted, and keeps the one that it gave itself", async () => {
    const user = await createUser();
    const client = visitor();
    const plantedToken = "A".repeat(43);
    client.cookies.set("__Host-device", plantedToken);
    (await client.call(signIn, { body: credentialsOf(user) })).reply();
    const deviceCookie = client.cookies.get("__Host-device");
    expect(deviceCookie).not.toBe(plantedToken);
    const answer = await client.call(signIn, { body: credentialsOf(user) });
    expect(client.cookies.get("__Host-device")).toBe(deviceCookie);
    const attributes = (answer.set_cookies.find((line) => line.startsWith("__Host-device=")) ?? "").toLowerCase();
    for (const attribute of ["httponly", "secure", "samesite=lax", "path=/", `max-age=${400 * 24 * 3600}`])
      expect(attributes).toContain(attribute);
  });

  test("finds the person whatever the case of the email address and the blanks around it and the password", async () => {
    const user = await createUser();
    const body = { username: `  ${user.email.toUpperCase()} `, password: `  ${password} ` };
    expect((await visitor().call(signIn, { body })).status).toBe(201);
  });

  test("leaves one audit row that names the person", async () => {
    const user = await createUser();
    await visitor().call(signIn, { body: credentialsOf(user) });
    const rows = await query("select subject_type, org_id from audit_log where action = 'signIn' and subject_id = $1", [
      user.id,
    ]);
    expect(rows).toEqual([{ subject_type: "user", org_id: user.org_id }]);
  });

  test("refuses a wrong password and an unknown person in the same words", async () => {
    const user = await createUser();
    for (const username of [user.email, uniqueEmail()]) {
      const answer = await visitor().call(signIn, { body: { username, password: "Wrong-1234!" } });
      expect([answer.status, answer.errcode, answer.message]).toEqual([
        422,
        "INVALID_CREDENTIALS",
        "Invalid username or password",
      ]);
      expect(answer.set_cookies).toEqual([]);
    }
  });

  test("tells an inactive person so only when the password is right", async () => {
    const user = await createUser({ state: "inactive" });
    const rightAnswer = await visitor().call(signIn, { body: credentialsOf(user) });
    expect([rightAnswer.status, rightAnswer.errcode, rightAnswer.message]).toEqual([
      403,
      "USR_INACTIVE",
      "User is inactive",
    ]);
    expect(rightAnswer.set_cookies).toEqual([]);
    const wrongAnswer = await visitor().call(signIn, { body: { username: user.email, password: "Wrong-1234!" } });
    expect([wrongAnswer.status, wrongAnswer.errcode]).toEqual([422, "INVALID_CREDENTIALS"]);
  });

  test("refuses a person who never agreed to the license agreement", async () => {
    const answer = await visitor().call(signIn, { body: credentialsOf(await createUser({ state: "never-agreed" })) });
    expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AGREED"]);
    expect(answer.set_cookies).toEqual([]);
  });

  test("refuses a person who has no password yet", async () => {
    const answer = await visitor().call(signIn, { body: credentialsOf(await createUser({ state: "new" })) });
    expect([answer.status, answer.errcode]).toEqual([422, "INVALID_CREDENTIALS"]);
  });

  test.each(emailCases)("refuses a username that is %s", async (_what, username, messages) => {
    const answer = await visitor().call(signIn, { body: { username, password } });
    expect([answer.status, answer.message]).toEqual([400, "Bad Request"]);
    expect(answer.problems).toEqual(formatProblems("username", messages));
  });

  test.each(loginPasswordCases)("refuses a password that is %s", async (_what, value, messages) => {
    const answer = await visitor().call(signIn, { body: { username: uniqueEmail(), password: value } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems("password", messages));
  });

  test("does not ask for the rules of a new password", async () => {
    const answer = await visitor().call(signIn, { body: { username: uniqueEmail(), password: "x" } });
    expect(answer.errcode).toBe("INVALID_CREDENTIALS");
  });
});
