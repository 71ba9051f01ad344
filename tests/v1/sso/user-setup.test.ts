import { describe, expect, test } from "vitest";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { signIn, getSession } from "../../../worker/contract/v1/sso/session.ts";
import { finishSetUp } from "../../../worker/contract/v1/sso/user.ts";
import { signedInAdmin, visitor } from "../../support/actors.ts";
import { createClient } from "../../support/client.ts";
import { query } from "../../support/database.ts";
import { createSession, createUser, password, sha256, type TestUser } from "../../support/factories.ts";
import { newPasswordCases, formatProblems } from "../../support/field-messages.ts";
import { createLink, openLink, waitForLink } from "../../support/inbox.ts";
import { sandbox } from "../../support/sandbox.ts";
import { fetchLicenseVersion } from "./links.ts";

const firstPassword = "First-1234!";

async function openSetUpLink(user: TestUser) {
  const link = await createLink((await signedInAdmin()).client, user.id, "verify:user-setup");
  const client = visitor();
  (await openLink(client, link)).reply();
  return { client, link };
}

describe("a link that is opened twice", () => {
  test("works in both windows until one of them is finished", async () => {
    const user = await createUser({ state: "new" });
    const { client: first, link } = await openSetUpLink(user);
    const second = visitor();
    (await openLink(second, link)).reply();
    const body = { password: firstPassword, agreement_version: await fetchLicenseVersion() };
    expect((await first.call(finishSetUp, { body })).reply()).toEqual({ success: true });
    expect((await second.call(finishSetUp, { body })).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });
});

describe("setting up", () => {
  test("sets the first password and accepts the license agreement, so that the person can sign in", async () => {
    const user = await createUser({ state: "new" });
    await query("update users set is_email_verified = false where id = $1", [user.id]);
    const { client } = await openSetUpLink(user);
    const body = { password: ` ${firstPassword} `, agreement_version: await fetchLicenseVersion() };
    expect((await client.call(finishSetUp, { body })).reply()).toEqual({ success: true });
    expect(client.cookies.has("__Host-verify")).toBe(false);
    expect((await visitor().call(signIn, { body: { username: user.email, password: firstPassword } })).status).toBe(
      201,
    );
    const [row] = await query("select agreed_version, agreed_at, is_email_verified from users where id = $1", [
      user.id,
    ]);
    expect(row).toEqual({
      agreed_version: body.agreement_version,
      agreed_at: expect.any(Date),
      is_email_verified: true,
    });
  });

  test("writes the accepted version into the audit log", async () => {
    const user = await createUser({ state: "new" });
    const { client } = await openSetUpLink(user);
    const agreement_version = await fetchLicenseVersion();
    (await client.call(finishSetUp, { body: { password: firstPassword, agreement_version } })).reply();
    const rows = await query("select data from audit_log where action = 'finishSetUp' and subject_id = $1", [user.id]);
    const changes = expect.objectContaining({ agreed_version: [null, agreement_version] });
    expect(rows).toEqual([{ data: { agreement_version, changes } }]);
    expect(JSON.stringify(rows)).not.toContain("password");
  });

  test("with another version of the agreement is refused, and works with the right one on the same link", async () => {
    const user = await createUser({ state: "new" });
    const { client } = await openSetUpLink(user);
    for (const agreement_version of [
      "1999-01",
      "",
      `${await fetchLicenseVersion()}x`,
      ` ${await fetchLicenseVersion()} `,
      (await fetchLicenseVersion()).toLowerCase() + "\u200b",
    ]) {
      const answer = await client.call(finishSetUp, { body: { password: firstPassword, agreement_version } });
      expect([answer.status, answer.errcode]).toEqual([422, "LICENSE_AGREEMENT_VERSION_MISMATCH"]);
    }
    expect(await query("select password_hash, agreed_at from users where id = $1", [user.id])).toEqual([
      { password_hash: null, agreed_at: null },
    ]);
    const body = { password: firstPassword, agreement_version: await fetchLicenseVersion() };
    expect((await client.call(finishSetUp, { body })).status).toBe(200);
  });

  test("uses the link up: neither the cookie nor the code works again", async () => {
    const { client, link } = await openSetUpLink(await createUser({ state: "new" }));
    const token = client.cookies.get("__Host-verify") ?? "";
    const body = { password: firstPassword, agreement_version: await fetchLicenseVersion() };
    (await client.call(finishSetUp, { body })).reply();
    client.cookies.set("__Host-verify", token);
    expect((await client.call(finishSetUp, { body })).errcode).toBe("INVALID_JWT_MSG");
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });

  test("lets a person in who had a password but had never agreed", async () => {
    const user = await createUser({ state: "never-agreed" });
    (await visitor().call(requestPasswordReset, { body: { email: user.email } })).reply();
    const link = await waitForLink(user.email);
    expect(link.scope).toBe("verify:user-setup");
    const client = visitor();
    (await openLink(client, link)).reply();
    (
      await client.call(finishSetUp, {
        body: { password: firstPassword, agreement_version: await fetchLicenseVersion() },
      })
    ).reply();
    expect((await visitor().call(signIn, { body: { username: user.email, password: firstPassword } })).status).toBe(
      201,
    );
    expect((await visitor().call(signIn, { body: { username: user.email, password } })).errcode).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("welcomes a new user, and tells of no changed password", async () => {
    const user = await createUser({ state: "new" });
    const { client } = await openSetUpLink(user);
    const body = { password: firstPassword, agreement_version: await fetchLicenseVersion() };
    (await client.call(finishSetUp, { body })).reply();
    expect(await query("select type from outbox where user_id = $1", [user.id])).toEqual([{ type: "welcome" }]);
    expect(await query("select kind from security_events where user_id = $1", [user.id])).toEqual([]);
  });

  test("again notifies the user of the new password, and ends other links and the trust in browsers", async () => {
    const user = await createUser();
    const [knownBrowser, resetBrowser] = [visitor(), visitor()];
    (await knownBrowser.call(signIn, { body: { username: user.email, password } })).reply();
    const reset = await createLink((await signedInAdmin()).client, user.id, "verify:email-password-reset");
    (await openLink(resetBrowser, reset)).reply();
    const { client } = await openSetUpLink(user);
    const body = { password: firstPassword, agreement_version: await fetchLicenseVersion() };
    (await client.call(finishSetUp, { body })).reply();
    expect((await sandbox.waitForMail(user.email, "password was changed")).text).toContain("This was not me");
    expect(await query("select type from outbox where user_id = $1", [user.id])).toEqual([{ type: "passwordChanged" }]);
    expect(await query("select kind from security_events where user_id = $1 order by created_at", [user.id])).toEqual([
      { kind: "signed_in" },
      { kind: "password_changed" },
    ]);
    expect((await resetBrowser.call(finishPasswordReset, { body: { new_password: "Third-9012!" } })).errcode).toBe(
      "INVALID_JWT_MSG",
    );
    expect((await openLink(visitor(), reset)).errcode).toBe("INVALID_VERIFICATION_CODE");
    expect(await query("select token_hash from known_browsers where user_id = $1", [user.id])).toEqual([
      { token_hash: sha256(client.cookies.get("__Host-device") ?? "") },
    ]);
  });

  test("ends the sessions that the person had before", async () => {
    const user = await createUser();
    const session = createClient({ session: await createSession(user.id) });
    const { client } = await openSetUpLink(user);
    (
      await client.call(finishSetUp, {
        body: { password: firstPassword, agreement_version: await fetchLicenseVersion() },
      })
    ).reply();
    expect((await session.call(getSession)).errcode).toBe("INVALID_JWT");
  });
});

describe("a refused set-up", () => {
  test.each(newPasswordCases)("is told when the password is %s", async (_what, value, messages) => {
    const client = visitor();
    client.cookies.set("__Host-verify", "A".repeat(43));
    const answer = await client.call(finishSetUp, { body: { password: value, agreement_version: "2026-01" } });
    expect(answer.status).toBe(400);
    expect(answer.problems).toEqual(formatProblems("password", messages));
  });

  test.each([[undefined], [null], [2026], ["v".repeat(65)]])(
    "is told when the agreement version is %j",
    async (agreement_version) => {
      const client = visitor();
      client.cookies.set("__Host-verify", "A".repeat(43));
      const answer = await client.call(finishSetUp, { body: { password: firstPassword, agreement_version } });
      expect(answer.issues.map((issue) => issue.path)).toEqual([["agreement_version"]]);
    },
  );

  test("without the verification cookie is INVALID_JWT_MSG", async () => {
    const answer = await visitor().call(finishSetUp, {
      body: { password: firstPassword, agreement_version: "2026-01" },
    });
    expect([answer.status, answer.errcode]).toEqual([401, "INVALID_JWT_MSG"]);
  });

  test("after seven days is refused at the code", async () => {
    const user = await createUser({ state: "new" });
    const link = await createLink((await signedInAdmin()).client, user.id, "verify:user-setup");
    const [row] = await query<{ s: number }>(
      "select extract(epoch from expires_at - created_at)::float as s from verification_codes where user_id = $1",
      [user.id],
    );
    expect(row?.s).toBeCloseTo(7 * 24 * 3600, 0);
    await query("update verification_codes set expires_at = now() - interval '1 second' where user_id = $1", [user.id]);
    expect((await openLink(visitor(), link)).errcode).toBe("INVALID_VERIFICATION_CODE");
  });
});
